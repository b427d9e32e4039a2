import './fields.css'
import type { ReactNode } from 'react'
import type { Profile } from '../../contract/profile.ts'
import { type Option, withStored } from '../../domain/settings/options.ts'
import { characterCount, MOST_CHARACTERS, REQUIRED_FIELDS } from '../../domain/settings/profile-validation.ts'
import type { ProfileField } from '../../domain/settings/settings.ts'
import { setField } from '../../stores/settings/settings.ts'
import { FIELD_LABELS } from './labels.ts'
import { Switch } from './switch.tsx'
import { useField, useFieldErrors, useHint } from './use-field.ts'

type FieldsOf<Value> = {
  [Field in ProfileField]: Profile[Field] extends Value ? Field : never
}[ProfileField]

/** The text fields. */
export type TextFieldName = FieldsOf<string | null> & keyof typeof MOST_CHARACTERS
export type SwitchFieldName = FieldsOf<boolean>

interface RowProps {
  field: ProfileField
  /** Always visible below the field. */
  note?: ReactNode
  /** The character count, shown near the limit. */
  count?: string | null
  children: (aria: FieldAria) => ReactNode
  /** The control cannot have a label element, for example a group. */
  isGroup?: boolean
  /** The value is not known yet. */
  isPending?: boolean
}

/** The attributes that connect a control with its label and messages. */
export interface FieldAria {
  id: string
  'aria-describedby': string
  'aria-required': boolean | undefined
  'aria-invalid': boolean | undefined
}

/** A field with label, asterisk, note, help, and the server's error. Its id is the field's name: `/agent#phone`. */
export function FieldRow({ field, note, count, children, isGroup = false, isPending = false }: RowProps) {
  const errors = useFieldErrors(field)
  const found = useHint(field)
  const hint = isPending ? null : found
  const isRequired = REQUIRED_FIELDS.includes(field)
  const messageId = `${field}-message`
  const isWrong = errors.length > 0 || hint?.level === 'error'
  const name = (
    <>
      {FIELD_LABELS[field]}
      {isRequired && (
        <span className="error-text" aria-hidden="true">
          {' '}
          *
        </span>
      )}
    </>
  )
  const aria: FieldAria = {
    id: field,
    'aria-describedby': messageId,
    'aria-required': isRequired || undefined,
    'aria-invalid': isWrong || undefined,
  }
  return (
    <div className="setting" data-field={field} data-wrong={isWrong || undefined}>
      {isGroup ? (
        <span className="field-label" id={`${field}-label`}>
          {name}
        </span>
      ) : (
        <label className="field-label" htmlFor={field}>
          {name}
        </label>
      )}
      {children(aria)}
      <div className="field-message" id={messageId}>
        {errors.map(({ at, message }) => (
          <p className="error-text" key={`${at} ${message}`}>
            {message}
          </p>
        ))}
        {hint && errors.length === 0 && (
          <p className={hint.level === 'error' ? 'error-text' : 'field-warning'}>{hint.message}</p>
        )}
        {note && <p className="muted">{note}</p>}
        {count && <p className="muted field-count">{count}</p>}
      </div>
    </div>
  )
}

interface GroupProps extends Pick<RowProps, 'field' | 'note'> {
  className?: string
  children: ReactNode
}

/** A field with several controls. */
export function GroupField({ field, note, className, children }: GroupProps) {
  return (
    <FieldRow field={field} note={note} isGroup>
      {({ id, 'aria-describedby': described }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be named by the row's label
        <div
          className={className}
          id={id}
          role="group"
          tabIndex={-1}
          aria-labelledby={`${id}-label`}
          aria-describedby={described}
        >
          {children}
        </div>
      )}
    </FieldRow>
  )
}

interface TextProps {
  field: TextFieldName
  note?: ReactNode
  placeholder?: string
  type?: 'text' | 'email' | 'tel' | 'url'
  autoComplete?: string
  /** Transforms the text on blur. */
  tidy?: (text: string) => string
  /** The value is not known yet, so it cannot be edited. */
  isPending?: boolean
}

/** One line of text. */
export function TextField({
  field,
  note,
  placeholder,
  type = 'text',
  autoComplete,
  tidy,
  isPending = false,
}: TextProps) {
  const value = useField(field)
  const count = characterCount(value, MOST_CHARACTERS[field])
  return (
    <FieldRow field={field} note={note} count={count} isPending={isPending}>
      {(aria) => (
        <input
          {...aria}
          type={type}
          className="field-box text-input"
          dir="auto"
          autoComplete={autoComplete ?? 'off'}
          readOnly={isPending}
          placeholder={placeholder}
          value={value ?? ''}
          onChange={(event) => setField(field, event.target.value)}
          onBlur={() => {
            if (value && tidy && tidy(value) !== value) setField(field, tidy(value))
          }}
        />
      )}
    </FieldRow>
  )
}

interface AreaProps {
  field: TextFieldName
  note?: ReactNode
  placeholder?: string
  rows?: number
}

/** Text of several lines. */
export function AreaField({ field, note, placeholder, rows = 4 }: AreaProps) {
  const value = useField(field)
  return (
    <FieldRow field={field} note={note} count={characterCount(value, MOST_CHARACTERS[field])}>
      {(aria) => (
        <textarea
          {...aria}
          className="field-box text-input"
          dir="auto"
          rows={rows}
          placeholder={placeholder}
          value={value ?? ''}
          onChange={(event) => setField(field, event.target.value)}
        />
      )}
    </FieldRow>
  )
}

interface ChoiceProps {
  field: TextFieldName
  options: readonly Option[]
  note?: ReactNode
  /** The empty option, offered while nothing is chosen or if the choice can be cleared. */
  none?: string
  /** Returns the label of a stored value that is not an option. */
  labelOf?: (value: string) => string
}

/** A native select. Shows and keeps a stored value that is not an option. */
export function ChoiceField({ field, options, note, none, labelOf }: ChoiceProps) {
  const value = useField(field)
  return (
    <FieldRow field={field} note={note}>
      {(aria) => (
        <select
          {...aria}
          className="field-box choice"
          value={value ?? ''}
          onChange={(event) => setField(field, event.target.value || null)}
        >
          {(none || !value) && <option value="">{none ?? 'Choose…'}</option>}
          {withStored(options, value, labelOf).map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldRow>
  )
}

/** Yes or no. */
export function SwitchField({ field, note }: { field: SwitchFieldName; note?: ReactNode }) {
  const value = useField(field)
  return (
    <FieldRow field={field} note={note}>
      {(aria) => <Switch {...aria} checked={value} onChange={(checked) => setField(field, checked)} />}
    </FieldRow>
  )
}
