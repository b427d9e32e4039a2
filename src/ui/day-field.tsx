import './day-field.css'
import { useRef, useState } from 'react'
import { control } from './antd/control.ts'
import { useIntent } from './antd/use-intent.ts'
import { useMediaQuery } from './use-media-query.ts'
import { useTouch } from './use-touch.ts'

const dayBox = control(async () => (import.meta.env.SSR ? null : (await import('./antd/day-box.tsx')).DayBox))

/** The days that can be stored. */
const BOUNDS = { min: '2000-01-01', max: '2099-12-31' }

interface Props {
  label: string
  /** YYYY-MM-DD, or '' if there is no complete date. */
  value: string
  /** The current day, YYYY-MM-DD. */
  today: string
  onChange: (day: string) => void
}

/**
 * A required day. On touch screens and in low windows, the browser's own picker. Elsewhere, MM/DD/YYYY, typed or picked from a calendar;
 * accepts `3/5`, `Mar 5`, and `yesterday`, and a date without a year means its next occurrence.
 */
export function DayField({ label, value, today, onChange }: Props) {
  const box = useRef<HTMLSpanElement>(null)
  const isLow = useMediaQuery('(height < 640px)')
  // A calendar doesn't fit into a low window.
  const isNative = useTouch() || isLow
  const { Part, isPressed, events } = useIntent(dayBox, box)
  // Nothing can read a date that is only half typed into the browser's field.
  const [isTyping, setTyping] = useState(false)
  return (
    <span className="day-field" ref={box}>
      {Part && !isNative && !isTyping ? (
        <Part {...{ ...BOUNDS, label, value, today, onChange }} isOpenAtFirst={isPressed} />
      ) : (
        <input
          {...(!isNative && events)}
          {...BOUNDS}
          type="date"
          className="field-box day-input"
          aria-label={label}
          required
          value={value}
          onChange={({ target }) => onChange(target.value)}
          onBlur={() => {
            if (!isNative) events.onBlur()
            setTyping(false)
          }}
          onKeyDown={({ key }) => {
            if (/^\d$/.test(key)) setTyping(true)
          }}
        />
      )}
    </span>
  )
}
