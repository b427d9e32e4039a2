import './time-input.css'
import { useRef, useState } from 'react'
import { readTime } from '../contract/clock-time.ts'
import { control } from './antd/control.ts'
import { useIntent } from './antd/use-intent.ts'
import { useTouch } from './use-touch.ts'

const timeBox = control(async () =>
  import.meta.env.SSR ? null : (await import('./antd/time-box.tsx')).TimeBox,
)

interface Props {
  label: string
  /** The time in the format HH:mm. */
  value: string
  isWrong: boolean
  /** Returns why a time is invalid, or null if it is valid. */
  problemOf?: (time: string) => string | null
  onChange: (time: string) => void
}

/**
 * A time of day. On touch screens, the browser's own picker. Elsewhere, HH:mm in every locale, typed or picked; accepts
 * `9`, `930`, and `5pm`. On blur, replaces an invalid or rejected time with the previous one and shows a message.
 */
export function TimeInput({ label, value, isWrong, problemOf, onChange }: Props) {
  const [text, setText] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const box = useRef<HTMLSpanElement>(null)
  const isTouch = useTouch()
  const { Part, isPressed, events } = useIntent(timeBox, box)
  const read = text === null ? value : readTime(text)
  const isMarked = isWrong || read === null

  const type = (typed: string) => {
    setText(typed)
    setProblem(null)
    // Apply a complete time immediately, whether typed or picked.
    const isWhole = /^\d\d:\d\d$/.test(typed) && readTime(typed) !== null
    if (isWhole && !problemOf?.(typed)) onChange(typed)
  }
  const settle = () => {
    const found =
      read === null
        ? `${text ? `“${text}”` : 'An empty field'} is not a valid time.`
        : (problemOf?.(read) ?? null)
    if (read && !found && read !== value) onChange(read)
    setProblem(found)
    setText(null)
  }
  const keyDown = ({ key }: { key: string }) => {
    if (key === 'Enter') settle()
  }

  return (
    <span className="time-field" ref={box}>
      {Part && !isTouch ? (
        <Part
          label={label}
          value={value}
          text={text}
          isWrong={isMarked}
          isOpenAtFirst={isPressed}
          onType={type}
          onBlur={settle}
          onKeyDown={keyDown}
        />
      ) : (
        <input
          {...(!isTouch && events)}
          type={isTouch ? 'time' : 'text'}
          className="field-box time-input"
          aria-label={label}
          aria-invalid={isMarked || undefined}
          autoComplete="off"
          placeholder="HH:mm"
          maxLength={12}
          value={text ?? value}
          onFocus={(event) => {
            if (isTouch) return
            events.onFocus(event)
            event.target.select()
          }}
          // Otherwise, releasing the mouse button would place the cursor and unselect the time.
          onMouseUp={(event) => event.preventDefault()}
          onChange={({ target }) => type(target.value)}
          onBlur={() => {
            events.onBlur()
            settle()
          }}
          onKeyDown={keyDown}
        />
      )}
      <span className="time-message error-text" role="alert">
        {problem !== null && `${problem} The field keeps ${value}.`}
      </span>
    </span>
  )
}
