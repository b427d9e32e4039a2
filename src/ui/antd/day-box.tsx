import 'virtual:antd/date.css'
import { type KeyboardEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { readNextDay } from '../../domain/time/read-day.ts'
import { dayCells } from './day-cells.ts'
import { DayInput, DayTextsContext } from './day-input.tsx'
import { dateOf, dayOf, LOCALE, pickersFor } from './days.ts'
import { Frame } from './frame.tsx'
import { useMonths } from './use-months.ts'

export interface DayBoxProps {
  label: string
  /** YYYY-MM-DD, or ''. */
  value: string
  today: string
  min: string
  max: string
  isOpenAtFirst: boolean
  onChange: (day: string) => void
}

const HINT = 'Enter a date such as 3/5 or Mar 5.'
const OUTSIDE = 'Enter a day from 2000 to 2099.'
const COMPONENTS = { input: DayInput }

/** Returns a day as the browser's own date fields show it: MM/DD/YYYY. */
const shown = (day: string) => day.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1')

/** A required day that is typed, or picked from antd's calendar. A text that can't be read keeps its form unsent. */
export function DayBox({ label, value, today, min, max, isOpenAtFirst, onChange }: DayBoxProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const [text, setText] = useState<string | null>(null)
  const [isWrong, setWrong] = useState(false)
  const returnsFocus = useRef(false)
  const { month, show, move, panel, element, keepFocus } = useMonths(value || today, 1)
  const date = useMemo(() => (value ? dateOf(value) : null), [value])
  const read = (typed: string) => {
    const day = readNextDay(typed, today)
    return day !== null && day >= min && day <= max ? day : null
  }
  const why = text !== null && readNextDay(text, today) !== null ? OUTSIDE : HINT
  const isUnreadable = text !== null && text.trim() !== '' && read(text) === null
  useLayoutEffect(() => {
    const input = document.getElementById(id)
    if (input instanceof HTMLInputElement) input.setCustomValidity(isUnreadable ? why : '')
  }, [id, isUnreadable, why])
  useLayoutEffect(() => {
    if (isOpen || !returnsFocus.current) return
    returnsFocus.current = false
    document.getElementById(id)?.focus()
  }, [id, isOpen])

  const type = (_: string, typed: string) => {
    setText(typed)
    setWrong(false)
    const day = read(typed)
    if (day !== null || typed.trim() === '') onChange(day ?? '')
  }
  const commit = () => {
    setWrong(isUnreadable)
    if (!isUnreadable) setText(null)
  }
  const close = () => {
    returnsFocus.current = element.current?.contains(document.activeElement) ?? false
    setOpen(false)
  }
  const pick = (picked: Date | null) => {
    setText(null)
    setWrong(false)
    if (picked) onChange(dayOf(picked))
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      commit()
      close()
      return true
    }
    if (event.key === 'ArrowDown') {
      setOpen(true)
      move(value || today)
    } else if (event.key === 'Escape' && isOpen) close()
    else return false
    event.preventDefault()
    return true
  }

  const DatePicker = pickersFor(today)
  return (
    <DayTextsContext
      value={{
        textOf: () => text ?? shown(value),
        isWrong: () => isWrong,
        problemId: `${id}-problem`,
        onType: type,
        onLeave: commit,
        onKey: press,
      }}
    >
      <Frame>
        <DatePicker
          className="day-input"
          locale={LOCALE}
          id={id}
          aria-label={label}
          required
          open={isOpen}
          value={date}
          pickerValue={dateOf(month)}
          minDate={dateOf(min)}
          maxDate={dateOf(max)}
          placeholder="MM/DD/YYYY"
          allowClear={false}
          showNow={false}
          previewValue={false}
          status={isWrong ? 'error' : ''}
          components={COMPONENTS}
          cellRender={dayCells({ today, min, max, isChosen: (day) => day === value, onMove: move })}
          panelRender={(calendar) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: it only notices the keys of the controls inside
            <div
              ref={panel}
              tabIndex={-1}
              onClick={keepFocus}
              onKeyDown={(event) => {
                if (event.key !== 'Escape') return
                event.preventDefault()
                close()
              }}
            >
              {calendar}
            </div>
          )}
          onFocus={({ target }) => target instanceof HTMLInputElement && target.select()}
          onPickerValueChange={(next) => show(dayOf(next))}
          onCalendarChange={(next) => pick(next instanceof Date ? next : null)}
          onOpenChange={(isNext) => (isNext ? setOpen(true) : close())}
        />
      </Frame>
      <span className="day-message error-text" id={`${id}-problem`} role="alert">
        {isWrong && why}
      </span>
    </DayTextsContext>
  )
}
