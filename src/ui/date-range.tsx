import './date-range.css'
import {
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { type DayRange, dayPresets, isReversed, rangeText, wholeRange } from '../domain/time/day-range.ts'
import { control } from './antd/control.ts'
import { placeBelow, placeOver } from './place-below.ts'
import { toasts } from './toasts.ts'
import { useMediaQuery } from './use-media-query.ts'
import { useTouch } from './use-touch.ts'

const rangeBox = control(async () =>
  import.meta.env.SSR ? null : (await import('./antd/range-box.tsx')).RangeBox,
)

interface Props extends DayRange {
  /** The name of the range, such as "Created". */
  label: string
  /** The current day, YYYY-MM-DD. */
  today: string
  /** Offers today and later days instead of today and earlier days. */
  isAhead?: boolean
  /** Whether the range needs both ends, so that one day alone is the whole range. Always so for days ahead. */
  isWhole?: boolean
  /** The button's text. Defaults to the range. */
  text?: string
  onChange: (range: DayRange) => void
}

/**
 * A button that shows a range of days and opens a popover to choose one. On a desk, the popover covers the button with
 * two text fields, and shows presets and calendars below them; closing it applies the days, and Escape discards them.
 * On touch screens, in narrow windows, and if the calendars can't be loaded, it has presets and the browser's own date
 * fields, and slides up from the bottom edge of a phone.
 */
export function DateRange(props: Props) {
  const { label, today, from, to, isAhead = false, isWhole = isAhead, onChange } = props
  const problem = useRef<string | null>(null)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const draft = useRef<DayRange | null>(null)
  const { Box, isReady, isWaiting, events } = useRangeBox(box)
  const [opened, setOpened] = useState<{ Box: typeof Box; isShown: boolean } | null>(null)
  const text = props.text ?? rangeText({ from, to }, today)
  const apply = (range: DayRange) => {
    if (range.from !== from || range.to !== to) onChange(range)
  }
  const close = () => {
    draft.current = null
    problem.current = null
    box.current?.hidePopover()
    button.current?.focus()
  }
  const done = (range: DayRange) => {
    apply(range)
    close()
  }
  const toggled = (state: string) => {
    if (state !== 'open' && problem.current) {
      toasts.error({ content: { text: 'The days were not changed', reason: problem.current } })
      problem.current = null
    }
    if (state !== 'open' || !button.current || !box.current || !opened) return
    if (!opened.Box) {
      placeBelow(button.current, box.current)
      box.current.focus({ preventScroll: true })
      return
    }
    placeOver(button.current, box.current)
    flushSync(() => setOpened({ ...opened, isShown: true }))
    const field = box.current.querySelector('input')
    field?.focus({ preventScroll: true })
    field?.select()
  }
  return (
    <>
      <button
        type="button"
        ref={button}
        className="button quiet date-range"
        aria-label={props.text ?? `${label}: ${text}`}
        aria-haspopup="dialog"
        aria-expanded={opened !== null}
        aria-busy={isWaiting || undefined}
        popoverTarget={isReady ? id : undefined}
        {...events}
      >
        <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 6h16v14H4zM4 10h16M8.5 3.5V8M15.5 3.5V8" />
        </svg>
        {text}
      </button>
      <div
        id={id}
        ref={box}
        className={opened?.Box ? 'date-popover date-cover' : 'date-popover'}
        role="dialog"
        aria-label={label}
        popover="auto"
        tabIndex={-1}
        onBeforeToggle={({ target, newState }) => {
          if (target !== box.current) return
          if (newState !== 'open' && draft.current) apply(draft.current)
          draft.current = null
          flushSync(() => setOpened(newState === 'open' ? { Box, isShown: false } : null))
        }}
        onToggle={({ target, newState }) => target === box.current && toggled(newState)}
        onKeyDownCapture={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation()
          close()
        }}
        onBlur={({ relatedTarget }) => {
          // The Tab key leaves the popover.
          if (relatedTarget && !box.current?.contains(relatedTarget)) box.current?.hidePopover()
        }}
      >
        {opened?.Box && (
          <opened.Box
            {...{ today, from, to, isAhead, isWhole }}
            isOpen={opened.isShown}
            onDraft={(range, why) => {
              draft.current = range
              problem.current = why
            }}
            onDone={done}
          />
        )}
        {opened && !opened.Box && (
          <Choices {...{ label, today, from, to, isAhead, isWhole, close, done }} onChange={apply} />
        )}
      </div>
    </>
  )
}

/** Two calendars with presets don't fit into such windows. */
const TOO_SMALL = '(width < 960px), (height < 700px)'

/** Loads the calendars once the button is about to be pressed. A button that was pressed too early opens when it can. */
function useRangeBox(box: RefObject<HTMLElement | null>) {
  const isNarrow = useMediaQuery(TOO_SMALL)
  const isNative = useTouch() || isNarrow
  const [isWanted, setWanted] = useState(false)
  const [isWaiting, setWaiting] = useState(false)
  const Box = rangeBox.useWhen(isWanted && !isNative)
  const hasFailed = rangeBox.useFailed()
  const isReady = isNative || Box !== null || hasFailed
  useLayoutEffect(() => {
    if (!isWaiting || !isReady) return
    setWaiting(false)
    box.current?.showPopover()
  }, [isWaiting, isReady, box])
  const want = () => {
    if (isNative) return
    setWanted(true)
    if (hasFailed) rangeBox.prefetch()
  }
  const events = {
    onPointerEnter: want,
    onFocus: want,
    onBlur: () => setWaiting(false),
    onKeyDown: (event: KeyboardEvent) => {
      // What is typed for the fields must not be taken for the keys of the page.
      if (isWaiting && event.key.length === 1) event.preventDefault()
    },
    onClick: () => {
      if (isReady) return
      want()
      setWaiting(true)
    },
  }
  return { Box, isReady, isWaiting, events }
}

interface ChoicesProps extends DayRange {
  label: string
  today: string
  isAhead: boolean
  isWhole: boolean
  onChange: (range: DayRange) => void
  done: (range: DayRange) => void
  close: () => void
}

function Choices({ label, today, from, to, isAhead, isWhole, onChange, done, close }: ChoicesProps) {
  const chosen = rangeText({ from, to }, today)
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
          {dayPresets(today, isWhole).map(({ label, ...range }) => (
            <button key={label} type="button" aria-pressed={label === chosen} onClick={() => done(range)}>
              {label}
            </button>
          ))}
        </div>
      )}
      <DayFields {...{ today, from, to, isAhead, isWhole, onChange, done }} />
    </>
  )
}

const REVERSED = 'The start date is after the end date.'

/** The browser's date fields. Days take effect immediately, except for a range that needs both. */
function DayFields({
  today,
  from,
  to,
  isAhead,
  isWhole,
  onChange,
  done,
}: Omit<ChoicesProps, 'label' | 'close'>) {
  const errorId = useId()
  const [range, setRange] = useState<DayRange>({ from, to })
  const isWrong = isReversed(range)
  const type = (end: keyof DayRange, input: HTMLInputElement) => {
    const next = { ...range, [end]: input.value || null }
    // The user chooses the first day first, so it can be later than the previous last day.
    if (isAhead && end === 'from' && isReversed(next)) next.to = next.from
    setRange(next)
    // While a date is typed, its year can be incomplete.
    if (!isWhole && input.validity.valid && !isReversed(next)) onChange(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isWrong) return
    done(isWhole ? wholeRange(range) : range)
  }
  return (
    <form className="date-fields" onSubmit={submit}>
      {(['from', 'to'] as const).map((end) => (
        <label key={end}>
          {end === 'from' ? 'From' : 'To'}
          <input
            className="field-box"
            type="date"
            min={isAhead ? today : '1900-01-01'}
            max={isAhead ? '2099-12-31' : today}
            value={range[end] ?? ''}
            aria-invalid={isWrong || undefined}
            aria-describedby={isWrong ? errorId : undefined}
            onChange={({ target }) => type(end, target)}
          />
        </label>
      ))}
      {/* Without it, the Enter key would not submit. */}
      <button type="submit" className={isWhole ? 'button quiet date-apply' : undefined} hidden={!isWhole}>
        Apply
      </button>
      <p id={errorId} className="date-problem error-text" role="alert">
        {isWrong && REVERSED}
      </p>
    </form>
  )
}
