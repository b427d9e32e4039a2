import { useId, useState } from 'react'

interface Props {
  label: string
  value: string
  type?: 'text' | 'email' | 'tel'
  maxLength: number
  /** Returns why a text is invalid, or null if it is valid. */
  problemOf?: (text: string) => string | null
  /** Called with each complete text, on blur and Enter. */
  onCommit: (text: string) => void
}

/** A labeled line of text that is saved when it is complete. Invalid text stays in the field, with the reason. */
export function TextRow({ label, value, type = 'text', maxLength, problemOf, onCommit }: Props) {
  const id = useId()
  const [text, setText] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const commit = () => {
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
        id={id}
        type={type}
        className="field-box text-input"
        dir="auto"
        autoComplete="off"
        maxLength={maxLength}
        value={text ?? value}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={({ target }) => {
          setText(target.value)
          setProblem(null)
        }}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit()
        }}
      />
      {problem && (
        <p id={`${id}-problem`} className="error-text">
          {problem}
        </p>
      )}
    </div>
  )
}
