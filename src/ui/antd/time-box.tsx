import 'virtual:antd/select.css'
import AutoComplete from 'antd/es/auto-complete'
import { type KeyboardEvent, useState } from 'react'
import { readTime } from '../../contract/clock-time.ts'
import { Frame } from './frame.tsx'
import { listHeight } from './list-height.ts'

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

/** A time of day that is typed or picked from a list in steps of 15 minutes. */
export function TimeBox({ label, value, text, isWrong, isOpenAtFirst, ...events }: TimeBoxProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const [height, setHeight] = useState(256)
  // While the field has a complete time, the list must not cover what is below it.
  const [isComplete, setComplete] = useState(false)
  const typed = text === null || text === value ? null : (readTime(text)?.slice(0, 3) ?? text)
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
        options={typed === null ? OPTIONS : OPTIONS.filter((option) => option.value.startsWith(typed))}
        showSearch={{
          filterOption: false,
          onSearch: (search) => setComplete(/^\d\d:\d\d$/.test(search)),
        }}
        defaultActiveFirstOption={false}
        open={isOpen && !isComplete}
        listHeight={height}
        onOpenChange={(isNext) => {
          if (isNext && document.activeElement) setHeight(listHeight(document.activeElement))
          setOpen(isNext)
        }}
        onClick={() => setComplete(false)}
        virtual={false}
        popupMatchSelectWidth={120}
        onFocus={({ target }) => target instanceof HTMLInputElement && target.select()}
        onChange={events.onType}
        onBlur={events.onBlur}
        onInputKeyDown={(event) => {
          if (event.key.startsWith('Arrow')) setComplete(false)
          // Escape closes only the list, not the dialog around it.
          if (event.key === 'Escape' && isOpen && !isComplete) event.preventDefault()
          events.onKeyDown(event)
        }}
      />
    </Frame>
  )
}
