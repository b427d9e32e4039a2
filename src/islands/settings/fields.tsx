import './fields.css'
import type { ReactNode } from 'react'
import type { Profile } from '../../contract/profile.ts'
import type { Option } from '../../domain/common/option.ts'
import { mostCharacters, SETTINGS_FIELDS } from '../../domain/settings/fields.ts'
import { withStored } from '../../domain/settings/options.ts'
import { SCREENED_FIELDS } from '../../domain/settings/private-notes.ts'
import { characterCount, withScheme } from '../../domain/settings/profile-validation.ts'
import type { ProfileField } from '../../domain/settings/settings.ts'
import { setField } from '../../stores/settings/settings.ts'
import { SearchSelect } from '../../ui/search-select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { PrivateSentences } from './private-sentences.tsx'
import { useField, useFieldErrors, useHint } from './use-field.ts'

type FieldsOf<Value> = {
  [Field in ProfileField]: Profile[Field] extends Value ? Field : never
}[ProfileField]

export type TextFieldName = FieldsOf<string | null>
export type SwitchFieldName = FieldsOf<boolean | null | undefined>

interface RowProps {
  field: ProfileField
  /** Text that is always visible below the field. */
  note?: ReactNode
  /** The character count, shown close to the limit. */
  count?: string | null
  children: (aria: FieldAria) => ReactNode
  /** Whether the control can't have a label element, as with a group. */
  isGroup?: boolean
  /** Whether the value is still unknown. */
  isPending?: boolean
  /** Shown below the messages. */
  after?: ReactNode
}

/** The attributes that connect a control to its label and messages. */
export interface FieldAria {
  id: string
  'aria-describedby': string
  'aria-required': boolean | undefined
  'aria-invalid': boolean | undefined
}

/**
 * A field with its label, asterisk, note, help, and the server's error. Its id is the field's name, as in
 * `/agent#phone`.
 */
export function FieldRow({
  field,
  note,
  count,
  children,
  isGroup = false,
  isPending = false,
  after,
}: RowProps) {
  const errors = useFieldErrors(field)
  const found = useHint(field)
  const hint = isPending ? null : found
  const { label, isRequired } = SETTINGS_FIELDS[field]
  const messageId = `${field}-message`
  const isWrong = errors.length > 0 || hint?.level === 'error'
  const name = (
    <>
      {label}
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
    'aria-required': isRequired,
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
      {after}
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
        // biome-ignore lint/a11y/useSemanticElements: the row's label can't name a fieldset
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
  field: TextFieldName | 'transfer_phone'
  note?: ReactNode
  placeholder?: string
  autoComplete?: string
  /** Whether the value is still unknown, so that the user can't edit it yet. */
  isPending?: boolean
}

export function TextField({ field, note, placeholder, autoComplete, isPending = false }: TextProps) {
  const value = useField(field)
  const { kind = 'text' } = SETTINGS_FIELDS[field]
  const tidied = kind === 'url' && value ? withScheme(value) : value
  return (
    <FieldRow
      field={field}
      note={note}
      count={characterCount(value, mostCharacters(field))}
      isPending={isPending}
    >
      {(aria) => (
        <input
          {...aria}
          type={kind}
          className="field-box text-input"
          dir="auto"
          autoComplete={autoComplete ?? 'off'}
          readOnly={isPending}
          placeholder={placeholder}
          value={value ?? ''}
          onChange={(event) => setField(field, event.target.value)}
          onBlur={() => {
            if (tidied !== value) setField(field, tidied)
          }}
        />
      )}
    </FieldRow>
  )
}

interface AreaProps {
  field: TextFieldName | 'private_notes' | 'text_back_message'
  note?: ReactNode
  placeholder?: string
  rows?: number
}

/** A multiline text field. Shows which sentences the agent doesn't get to know. */
export function AreaField({ field, note, placeholder, rows = 4 }: AreaProps) {
  const value = useField(field)
  const screened = SCREENED_FIELDS.find((each) => each === field)
  return (
    <FieldRow
      field={field}
      note={note}
      count={characterCount(value, mostCharacters(field))}
      after={screened && <PrivateSentences field={screened} />}
    >
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
  field: TextFieldName | 'ring_first'
  options: readonly Option[]
  /** The label of the empty option, available while nothing is selected or if the user can clear the selection. */
  none?: string
  /** Returns the label of a stored value that isn't among the options. */
  labelOf?: (value: string) => string
  /** Whether typing narrows the options, because there are many. */
  isLong?: boolean
}

/** A choice from a list. Shows and preserves a stored value that isn't among the options. */
export function ChoiceField({ field, options, none, labelOf, isLong = false }: ChoiceProps) {
  const value = useField(field) ?? ''
  const empty = none || value === '' ? [{ value: '', label: none ?? 'Choose…' }] : []
  const all = [...empty, ...withStored(options, value, labelOf)]
  const set = (chosen: string) => setField(field, chosen || null)
  return (
    <FieldRow field={field}>
      {(aria) =>
        isLong ? (
          <SearchSelect {...aria} value={value} options={all} onChange={set} />
        ) : (
          <select
            {...aria}
            className="field-box choice"
            value={value}
            onChange={({ target }) => set(target.value)}
          >
            {all.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        )
      }
    </FieldRow>
  )
}

export function SwitchField({ field, note }: { field: SwitchFieldName; note?: ReactNode }) {
  const value = useField(field)
  return (
    <FieldRow field={field} note={note}>
      {(aria) => (
        <Switch {...aria} checked={value === true} onChange={(checked) => setField(field, checked)} />
      )}
    </FieldRow>
  )
}
