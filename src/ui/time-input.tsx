import { useState } from 'react'
import { readTime } from '../contract/clock-time.ts'

interface Props {
  label: string
  /** The time in the format HH:mm. */
  value: string
  isWrong: boolean
  /** Returns why a time is invalid, or null if it is valid. */
  problemOf?: (time: string) => string | null
  onChange: (time: string) => void
}

/** Suggestions for every half hour. */
const TIMES = Array.from(
  { length: 48 },
  (_, half) => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`,
)

const TIMES_ID = 'half-hours'

/** The suggestions shared by all {@link TimeInput} fields. */
export function TimeSuggestions() {
  return (
    <datalist id={TIMES_ID}>
      {TIMES.map((time) => (
        <option key={time} value={time} />
      ))}
    </datalist>
  )
}

/**
 * A time in the format HH:mm in every locale. A native time picker would show AM and PM in some locales. Accepts `9`,
 * `930`, and `5pm`. On blur, replaces an invalid or rejected time with the previous one and shows a message.
 */
export function TimeInput({ label, value, isWrong, problemOf, onChange }: Props) {
  const [text, setText] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const read = text === null ? value : readTime(text)

  const settle = () => {
    const found = read === null ? `“${text}” is not a valid time.` : (problemOf?.(read) ?? null)
    if (read && !found && read !== value) onChange(read)
    setProblem(found)
    setText(null)
  }

  return (
    <>
      <input
        type="text"
        className="field-box text-input time-input"
        list={TIMES_ID}
        aria-label={label}
        aria-invalid={isWrong || read === null || undefined}
        autoComplete="off"
        placeholder="HH:mm"
        maxLength={12}
        value={text ?? value}
        onFocus={(event) => event.target.select()}
        onChange={({ target }) => {
          setText(target.value)
          setProblem(null)
          // Apply a complete time immediately, whether typed or selected.
          const isWhole = /^\d\d:\d\d$/.test(target.value) && readTime(target.value) !== null
          if (isWhole && !problemOf?.(target.value)) onChange(target.value)
        }}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === 'Enter') settle()
        }}
      />
      <span className="time-message error-text" role="alert">
        {problem !== null && `${problem} The field keeps ${value}.`}
      </span>
    </>
  )
}
