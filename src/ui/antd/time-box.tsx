import 'virtual:antd/select.css'
import AutoComplete from 'antd/es/auto-complete'
import type { KeyboardEvent } from 'react'
import { readTime } from '../../contract/clock-time.ts'
import { Frame } from './frame.tsx'

const STEP_MINUTES = 15
const two = (number: number) => String(number).padStart(2, '0')
const OPTIONS = Array.from({ length: 1440 / STEP_MINUTES }, (_, step) => {
  const minutes = step * STEP_MINUTES
  return { value: `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}` }
})

export interface TimeBoxProps {
  label: string
  /** The stored time, HH:mm. */
  value: string
  /** The typed text, or null if the field shows the stored time. */
  text: string | null
  isWrong: boolean
  isOpenAtFirst: boolean
  onType: (text: string) => void
  onBlur: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** Returns the times that complete a typed text: none if it is whole, so that the list doesn't cover what is below. */
function optionsFor(typed: string | null) {
  if (typed === null) return OPTIONS
  if (/^\d\d:\d\d$/.test(typed)) return []
  const start = readTime(typed)?.slice(0, 3) ?? typed
  return OPTIONS.filter((option) => option.value.startsWith(start))
}

/** A time of day that is typed or picked from a list in steps of 15 minutes. */
export function TimeBox({ label, value, text, isWrong, isOpenAtFirst, ...events }: TimeBoxProps) {
  const typed = text === null || text === value ? null : text
  return (
    <Frame>
      <AutoComplete
        className="time-input"
        aria-label={label}
        aria-invalid={isWrong || undefined}
        status={isWrong ? 'error' : ''}
        maxLength={12}
        placeholder="HH:mm"
        value={text ?? value}
        options={optionsFor(typed)}
        showSearch={{ filterOption: false }}
        defaultActiveFirstOption={false}
        defaultOpen={isOpenAtFirst}
        virtual={false}
        popupMatchSelectWidth={120}
        onFocus={({ target }) => target instanceof HTMLInputElement && target.select()}
        onChange={events.onType}
        onBlur={events.onBlur}
        onInputKeyDown={events.onKeyDown}
      />
    </Frame>
  )
}
