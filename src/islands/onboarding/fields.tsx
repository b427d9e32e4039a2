import { useStore } from '@nanostores/react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { $setupStage } from '../../stores/onboarding/setup.ts'
import { firstProblem, type StepField } from '../../stores/onboarding/step-field.ts'
import { Button } from '../../ui/button.tsx'

interface RowProps {
  id: string
  label: string
  field: Pick<StepField<unknown>, '$problem'>
  /** Text that is always visible below the field. */
  note?: string
  /** Whether the control is a group, which a label element can't name. */
  isGroup?: boolean
  children: (aria: FieldAria) => ReactNode
}

/** The attributes that connect a control to its messages. */
export interface FieldAria {
  id: string
  'aria-describedby': string
  'aria-invalid': boolean | undefined
}

/** Returns the id of a row's label. */
export const labelId = (id: string) => `${id}-label`

/** A required field with a label, an asterisk, a message, and a note. */
export function FieldRow({ id, label, field, note, isGroup = false, children }: RowProps) {
  const problem = useStore(field.$problem)
  const messageId = `${id}-message`
  const Label = isGroup ? 'span' : 'label'
  return (
    <div className="onboarding-field">
      <Label className="onboarding-label" id={labelId(id)} {...(!isGroup && { htmlFor: id })}>
        {label}
        <span className="error-text" aria-hidden="true">
          {' '}
          *
        </span>
      </Label>
      {children({ id, 'aria-describedby': messageId, 'aria-invalid': problem !== null || undefined })}
      <div id={messageId}>
        {note && <p className="muted">{note}</p>}
        <p className="onboarding-message error-text" role="alert">
          {problem}
        </p>
      </div>
    </div>
  )
}

interface TextProps {
  id: string
  label: string
  field: StepField<string>
  autoComplete: string
  placeholder?: string
}

export function TextField({ id, label, field, ...input }: TextProps) {
  const value = useStore(field.$value)
  return (
    <FieldRow id={id} label={label} field={field}>
      {(aria) => (
        <input
          {...aria}
          {...input}
          aria-required
          type="text"
          className="field-box onboarding-input"
          dir="auto"
          value={value}
          onChange={(event) => field.set(event.target.value)}
        />
      )}
    </FieldRow>
  )
}

interface SummaryProps {
  /** The values by label. */
  values: Readonly<Record<string, string>>
  onChange: () => void
}

/** The values of a step that is already filled in, to confirm or to change. */
export function StepSummary({ values, onChange }: SummaryProps) {
  return (
    <div className="onboarding-summary">
      <dl>
        {Object.entries(values).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      <Button quiet text="Change" onClick={onChange} />
    </div>
  )
}

/**
 * Returns whether to show the values of a step instead of its fields: if they come from the website and all are valid,
 * until the owner wants to change them.
 */
export function useSummary(
  fields: Record<string, Pick<StepField<unknown>, 'isValid'>>,
  isReady = true,
): [boolean, () => void] {
  const [isShown, setShown] = useState(
    () =>
      isReady && $setupStage.get() === 'confirm' && Object.values(fields).every((field) => field.isValid()),
  )
  return [isShown, () => setShown(false)]
}

interface FormProps {
  id: string
  /** The fields by name. A control's id consists of the form's id and this name, joined by `_`. */
  fields: Record<string, Pick<StepField<unknown>, 'check'>>
  /** Called when all fields are valid. */
  onSubmit: () => void
  children: ReactNode
}

/** The form of a step. On submit, focuses the first invalid field, if any, instead of sending. */
export function StepForm({ id, fields, onSubmit, children }: FormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = firstProblem(fields)
    if (wrong) document.getElementById(`${id}_${wrong}`)?.focus()
    else onSubmit()
  }
  return (
    <form className="onboarding-form" id={id} noValidate onSubmit={submit}>
      {children}
    </form>
  )
}
