import './time-input.css'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
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
  const [isBlocking, setBlocking] = useState(false)
  const box = useRef<HTMLSpanElement>(null)
  const isTouch = useTouch()
  const { Part, isPressed, events } = useIntent(timeBox, box)
  const read = text === null ? value : readTime(text)
  const isMarked = isWrong || read === null

  const type = (typed: string) => {
    setText(typed)
    setProblem(null)
    setBlocking(false)
    // Apply a complete time immediately, whether typed or picked.
    const isWhole = /^\d\d:\d\d$/.test(typed) && readTime(typed) !== null
    if (isWhole && !problemOf?.(typed)) onChange(typed)
  }
  const unread = `${text ? `“${text}”` : 'An empty field'} is not a valid time.`
  /** Returns whether the time in the field can be used. */
  const commit = (): boolean => {
    const found = read === null ? unread : (problemOf?.(read) ?? null)
    if (read && !found && read !== value) onChange(read)
    setProblem(found)
    setText(null)
    setBlocking(found !== null)
    return found === null
  }
  const keyDown = (event: KeyboardEvent) => {
    // A rejected time must not be sent as the previous one.
    if (event.key === 'Enter' && !commit()) event.preventDefault()
  }

  // Once per rejected time, the form around the field is not sent.
  const invalid = isBlocking ? `${problem} The field keeps ${value}.` : read === null ? unread : ''
  useLayoutEffect(() => {
    const input = box.current?.querySelector('input')
    if (!input) return
    input.setCustomValidity(invalid)
    const seen = () => setBlocking(false)
    input.addEventListener('invalid', seen)
    return () => input.removeEventListener('invalid', seen)
  })

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
          onBlur={commit}
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
            commit()
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
