import './date-range.css'
import { type FormEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type DayRange, dayPresets, dayText, rangeText } from '../domain/time/day-range.ts'
import { readDay, readDayAhead } from '../domain/time/read-day.ts'
import { placeBelow } from './place-below.ts'
import { RangeCalendar } from './range-calendar.tsx'

interface Props extends DayRange {
  /** The name of the range, such as "Created". */
  label: string
  /** The current day, YYYY-MM-DD. */
  today: string
  /** Offers today and later days instead of today and earlier days. Both ends of the range are then required. */
  isAhead?: boolean
  /** The button's text. Defaults to the range. */
  text?: string
  onChange: (range: DayRange) => void
}

/**
 * A button that shows a range of days and opens a popover to choose one: presets, two text fields, and a calendar. On a
 * phone, the popover slides up from the bottom edge.
 */
export function DateRange(props: Props) {
  const { label, today, from, to, isAhead = false, onChange } = props
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const text = props.text ?? rangeText({ from, to }, today)
  const close = () => {
    box.current?.hidePopover()
    button.current?.focus()
  }
  return (
    <>
      <button
        type="button"
        ref={button}
        className="button quiet date-range"
        aria-label={props.text ?? `${label}: ${text}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        popoverTarget={id}
      >
        <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 6h16v14H4zM4 10h16M8.5 3.5V8M15.5 3.5V8" />
        </svg>
        {text}
      </button>
      <div
        id={id}
        ref={box}
        className="date-popover"
        role="dialog"
        aria-label={label}
        popover="auto"
        tabIndex={-1}
        onBeforeToggle={({ newState }) => flushSync(() => setOpen(newState === 'open'))}
        onToggle={({ newState }) => {
          if (newState !== 'open' || !button.current || !box.current) return
          placeBelow(button.current, box.current)
          box.current.focus({ preventScroll: true })
        }}
      >
        {isOpen && <Choices {...{ label, today, from, to, isAhead, onChange, close }} />}
      </div>
    </>
  )
}

interface ChoicesProps extends DayRange {
  label: string
  today: string
  isAhead: boolean
  onChange: (range: DayRange) => void
  close: () => void
}

function Choices({ label, today, from, to, isAhead, onChange, close }: ChoicesProps) {
  const chosen = rangeText({ from, to }, today)
  const choose = (range: DayRange) => {
    onChange(range)
    close()
  }
  return (
    <>
      <header className="date-head">
        <h2>{label}</h2>
        <button type="button" className="icon-button" aria-label="Close" onClick={close}>
          <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M6 6l12 12M18 6L6 18" />
          </svg>
        </button>
      </header>
      {!isAhead && (
        <div className="date-presets">
          {dayPresets(today).map(({ label, ...range }) => (
            <button key={label} type="button" aria-pressed={label === chosen} onClick={() => choose(range)}>
              {label}
            </button>
          ))}
        </div>
      )}
      <div className="date-days">
        <DayFields {...{ today, from, to, isAhead, onChange, close }} />
        <RangeCalendar from={from} to={to} today={today} isAhead={isAhead} onChange={choose} />
      </div>
    </>
  )
}

const HINT = 'Enter a date such as 3/5, Mar 5, or yesterday.'
const HINT_AHEAD = 'Enter a date such as 12/24 or Dec 24, from today on.'
const REVERSED = 'The start date is after the end date.'

/** Two fields for typed days. Typed text takes effect only when it is complete: on blur or on Enter. */
function DayFields({ today, from, to, isAhead, onChange, close }: Omit<ChoicesProps, 'label'>) {
  const errorId = useId()
  const [typed, setTyped] = useState<{ from?: string; to?: string }>({})
  const [problem, setProblem] = useState<{ field: keyof DayRange; text: string } | null>(null)
  const textOf = (field: keyof DayRange, day: string | null) =>
    typed[field] ?? (day ? dayText(day, today) : '')

  /** Applies the typed days. Returns whether both were understood. */
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: each step depends on the days read before it
  const apply = (isFinal = true): boolean => {
    const range: DayRange = { from, to }
    for (const field of ['from', 'to'] as const) {
      const text = typed[field]
      if (text === undefined) continue
      range[field] = text.trim() === '' ? null : isAhead ? readDayAhead(text, today) : readDay(text, today)
      if (text.trim() !== '' && range[field] === null) {
        setProblem({ field, text: isAhead ? HINT_AHEAD : HINT })
        return false
      }
    }
    if (isAhead) {
      range.from ??= range.to
      range.to ??= range.from
      // The user types the first day first, so it can be later than the previous last day.
      if (typed.to === undefined && range.from && range.to && range.from > range.to) range.to = range.from
    }
    if (range.from && range.to && range.from > range.to) {
      setProblem({ field: typed.to === undefined ? 'from' : 'to', text: REVERSED })
      return false
    }
    setProblem(null)
    // A range of future days needs both days, so wait for the second one.
    if (isAhead && !isFinal) return true
    setTyped({})
    if (range.from !== from || range.to !== to) onChange(range)
    return true
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (apply()) close()
  }

  return (
    <form className="date-fields" onSubmit={submit}>
      {(['from', 'to'] as const).map((field) => (
        <label key={field}>
          {field === 'from' ? 'From' : 'To'}
          <input
            className="field-box"
            type="text"
            autoComplete="off"
            enterKeyHint="done"
            placeholder={isAhead ? '12/24' : field === 'from' ? 'Any day' : 'Today'}
            value={textOf(field, field === 'from' ? from : to)}
            aria-invalid={problem?.field === field}
            aria-describedby={problem?.field === field ? errorId : undefined}
            onChange={(event) => setTyped({ ...typed, [field]: event.target.value })}
            onBlur={() => apply(false)}
          />
        </label>
      ))}
      <button type="submit" className={isAhead ? 'button quiet date-apply' : undefined} hidden={!isAhead}>
        Apply
      </button>
      <p id={errorId} className="date-problem" role="alert">
        {problem?.text}
      </p>
    </form>
  )
}
