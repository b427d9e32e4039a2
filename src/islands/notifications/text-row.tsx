import { type ComponentProps, useId, useState } from 'react'

interface Props {
  label: string
  value: string
  type?: 'text' | 'email' | 'tel'
  autoComplete?: string
  maxLength?: number
  /** Below the field. */
  hint?: string | undefined
  inputProps?: ComponentProps<'input'>
  /** Returns why a text is refused; null if it is fine. */
  problemOf?: (text: string) => string | null
  /** Called with each complete text: on blur and Enter. */
  onCommit: (text: string) => void
}

/** A labeled line of text that is kept when it is complete. What is refused stays, with the reason. */
export function TextRow(props: Props) {
  const { label, value, type = 'text', hint, problemOf, onCommit, inputProps } = props
  const { autoComplete = 'off', maxLength } = props
  const id = useId()
  const [text, setText] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const settle = () => {
    if (text === null) return
    const found = problemOf?.(text) ?? null
    setProblem(found)
    if (found !== null) return
    setText(null)
    if (text.trim() !== value) onCommit(text.trim())
  }
  return (
    <div className="notify-field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <input
        {...inputProps}
        id={id}
        type={type}
        className="field-box text-input"
        dir="auto"
        autoComplete={autoComplete}
        maxLength={maxLength}
        value={text ?? value}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem || hint ? `${id}-hint` : undefined}
        onChange={({ target }) => {
          setText(target.value)
          setProblem(null)
        }}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === 'Enter') settle()
        }}
      />
      {(problem || hint) && (
        <p id={`${id}-hint`} className={problem ? 'field-error' : 'muted'}>
          {problem ?? hint}
        </p>
      )}
    </div>
  )
}
