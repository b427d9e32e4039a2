import 'virtual:antd/date.css'
import './range-box.css'
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import {
  type DayRange,
  dayPresets,
  dayText,
  isReversed,
  rangeText,
  wholeRange,
} from '../../domain/time/day-range.ts'
import { readDay, readDayAhead } from '../../domain/time/read-day.ts'
import { dayCells } from './day-cells.ts'
import { type DayEnd, DayInput, DayTextsContext } from './day-input.tsx'
import { dateOf, dayOf, LOCALE, pickersFor } from './days.ts'
import { Frame } from './frame.tsx'
import { useMonths } from './use-months.ts'

export interface RangeBoxProps extends DayRange {
  /** The current day, YYYY-MM-DD. */
  today: string
  isAhead: boolean
  /** Whether the range needs both ends. One day alone is then the whole range. */
  isWhole: boolean
  isOpen: boolean
  /** Called with the range so far, or null while it can't be applied, and with the reason. */
  onDraft: (range: DayRange | null, problem: string | null) => void
  /** Called when the user has finished. */
  onDone: (range: DayRange) => void
}

const ENDS = ['from', 'to'] as const
const HINT = 'Enter a date such as 3/5, Mar 5, or yesterday.'
const HINT_AHEAD = 'Enter a date such as 12/24 or Dec 24, from today on.'
const REVERSED = 'The start date is after the end date.'
const TOO_LATE = 'Enter today or an earlier day.'
const TOO_LATE_AHEAD = 'Enter a day before 2100.'
const LAST_DAY = '2099-12-31'
/** The calendars move sideways rather than extend beyond the window. */
const WITHIN_WINDOW = { overflow: { shiftX: true, adjustY: true } }
const COMPONENTS = { input: DayInput }

interface Draft {
  range: DayRange
  /** The texts that the user is typing. */
  typed: Partial<Record<DayEnd, string>>
}

interface Problem {
  end: DayEnd
  text: string
}

/** Two fields for typed days, with antd's calendars and presets below. */
export function RangeBox({ today, from, to, isAhead, isWhole, isOpen, onDraft, onDone }: RangeBoxProps) {
  const id = useId()
  const isInPanel = useRef(false)
  const [draft, setDraft] = useState<Draft>({ range: { from, to }, typed: {} })
  const latest = useRef(draft)
  const [problem, setProblem] = useState<Problem | null>(null)
  const { month, show, move, panel, keepFocus } = useMonths(to ?? from ?? today, 2)
  const { range, typed } = draft
  const value = useMemo<[Date | null, Date | null]>(
    () => [range.from === null ? null : dateOf(range.from), range.to === null ? null : dateOf(range.to)],
    [range.from, range.to],
  )
  const read = (text: string) => (isAhead ? readDayAhead(text, today) : readDay(text, today))
  const ended = (days: DayRange) => (isWhole ? wholeRange(days) : days)
  const last = isAhead ? LAST_DAY : today
  const problemOf = (next: Draft): Problem | null => {
    const end = ENDS.find((one) => next.typed[one]?.trim() && read(next.typed[one]) === null)
    if (end) return { end, text: isAhead ? HINT_AHEAD : HINT }
    const late = ENDS.find((one) => next.typed[one] !== undefined && (next.range[one] ?? '') > last)
    if (late) return { end: late, text: isAhead ? TOO_LATE_AHEAD : TOO_LATE }
    if (!isReversed(next.range)) return null
    return { end: 'to', text: REVERSED }
  }
  const update = (next: Draft) => {
    const { from, to } = next.range
    // The user chooses the first day first, so it can be later than the previous last day.
    if (isAhead && from !== latest.current.range.from && from && to && from > to) next.range.to = from
    latest.current = next
    setDraft(next)
    const found = problemOf(next)
    const isEmpty = isWhole && next.range.from === null && next.range.to === null
    onDraft(found || isEmpty ? null : ended(next.range), found?.text ?? null)
  }
  const finish = () => {
    const found = problemOf(latest.current)
    setProblem(found)
    if (!found) onDone(ended(latest.current.range))
  }

  const type = (end: DayEnd, text: string) => {
    setProblem(null)
    const day = text.trim() === '' ? null : (read(text) ?? range[end])
    update({ range: { ...range, [end]: day }, typed: { ...typed, [end]: text } })
  }
  const leave = (end: DayEnd) => {
    const text = latest.current.typed[end]
    if (text === undefined) return
    if (text.trim() && read(text) === null) setProblem({ end, text: isAhead ? HINT_AHEAD : HINT })
    else update({ range: { ...latest.current.range }, typed: { ...latest.current.typed, [end]: undefined } })
  }
  const pick = (days: (Date | null)[]) => {
    setProblem(null)
    const next: Draft = { range: { ...latest.current.range }, typed: { ...latest.current.typed } }
    for (const [index, end] of ENDS.entries()) {
      const date = days[index]
      const day = date ? dayOf(date) : null
      if (day === next.range[end]) continue
      next.range[end] = day
      delete next.typed[end]
    }
    update(next)
  }
  const pickLast = () => {
    const picked = ended(latest.current.range)
    onDone(isReversed(picked) ? { from: picked.to, to: picked.from } : picked)
  }
  const press = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'Enter') finish()
    else if (key === 'ArrowDown') move(range.to ?? range.from ?? today)
    // The popover closes on Escape. Tab goes on to the presets.
    else return key === 'Escape' || key === 'Tab'
    event.preventDefault()
    return true
  }

  const { RangePicker } = pickersFor(today)
  const chosen = rangeText(range, today)
  const presets = isAhead
    ? []
    : dayPresets(today, isWhole).map(({ label, from, to }) => ({
        label: (
          <button type="button" className="range-preset" aria-pressed={label === chosen}>
            {label}
          </button>
        ),
        value: [from === null ? null : dateOf(from), to === null ? null : dateOf(to)] as [
          Date | null,
          Date | null,
        ],
      }))
  const bound = isAhead ? { minDate: dateOf(today) } : { maxDate: dateOf(today) }
  return (
    <DayTextsContext
      value={{
        textOf: (end) => typed[end] ?? (range[end] ? dayText(range[end], today) : ''),
        isWrong: (end) => problem?.end === end,
        problemId: `${id}-problem`,
        onType: type,
        onLeave: leave,
        onKey: press,
      }}
    >
      <Frame>
        <label className="hidden-text" htmlFor={`${id}-from`}>
          From
        </label>
        <label className="hidden-text" htmlFor={`${id}-to`}>
          To
        </label>
        <RangePicker
          {...bound}
          className="range-box"
          popupAlign={WITHIN_WINDOW}
          locale={LOCALE}
          id={{ start: `${id}-from`, end: `${id}-to` }}
          open={isOpen}
          value={value}
          pickerValue={[dateOf(month), dateOf(month)]}
          placeholder={isAhead ? ['12/24', '12/24'] : isWhole ? ['11/1', '11/30'] : ['Any day', 'Today']}
          allowEmpty
          allowClear={false}
          order={false}
          previewValue={false}
          status={problem ? 'error' : ''}
          presets={presets}
          components={COMPONENTS}
          cellRender={dayCells({
            today,
            [isAhead ? 'min' : 'max']: today,
            isChosen: (day) => day === range.from || day === range.to,
            onMove: move,
          })}
          panelRender={(shown) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: it only notices clicks on the controls inside
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys click the controls, too
            <div
              ref={panel}
              onClickCapture={() => {
                isInPanel.current = true
              }}
              tabIndex={-1}
              onClick={() => {
                isInPanel.current = false
                keepFocus()
              }}
            >
              <p className="range-problem error-text" id={`${id}-problem`} role="alert">
                {problem?.text}
              </p>
              {shown}
            </div>
          )}
          onPickerValueChange={(dates, { range: side }) => show(dayOf(dates[side === 'end' ? 1 : 0]))}
          onCalendarChange={pick}
          onOpenChange={(isNext) => {
            // antd also wants to close when the focus moves, and asks for the other field again.
            if (!isNext && isInPanel.current) pickLast()
          }}
        />
      </Frame>
    </DayTextsContext>
  )
}
