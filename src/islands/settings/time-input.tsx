import { useState } from 'react'
import { readTime } from '../../contract/clock-time.ts'

interface Props {
  label: string
  /** HH:mm. */
  value: string
  isWrong: boolean
  onChange: (time: string) => void
}

/** Suggestions at every half hour. */
const TIMES = Array.from(
  { length: 48 },
  (_, half) => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`,
)

const TIMES_ID = 'half-hours'

/** The suggestions of {@link TimeInput}, shared by all of them. */
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
 * A time as HH:mm in every locale, because the browser's own picker shows AM and PM in some. Accepts `9`, `930`, and
 * `5pm`. On blur, replaces an invalid time with the previous one and shows a message.
 */
export function TimeInput({ label, value, isWrong, onChange }: Props) {
  const [text, setText] = useState<string | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const read = text === null ? value : readTime(text)

  const settle = () => {
    if (read && read !== value) onChange(read)
    setRefused(read === null ? text : null)
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
          setRefused(null)
          // A complete time, typed or selected, applies immediately.
          if (/^\d\d:\d\d$/.test(target.value) && readTime(target.value)) onChange(target.value)
        }}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === 'Enter') settle()
        }}
      />
      <span className="time-message field-error" role="alert">
        {refused !== null && `“${refused}” is not a valid time. The field keeps ${value}.`}
      </span>
    </>
  )
}
