import './range-calendar.css'
import { useEffect, useRef } from 'react'
import { lazy } from '../domain/common/lazy.ts'
import type { DayRange } from '../domain/time/day-range.ts'

interface Props extends DayRange {
  today: string
  /** Offers today and later days instead of today and earlier days. */
  isAhead?: boolean | undefined
  /** Called when both days have been chosen. */
  onChange: (range: DayRange) => void
}

const monthText = lazy(
  () => new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' }),
)

const ARROWS = { previous: 'M14 7l-5 5 5 5', next: 'M10 7l5 5-5 5' }

/** A month view for choosing a range of days. Its web component loads on mount. */
export function RangeCalendar({ from, to, today, isAhead = false, onChange }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const change = useRef(onChange)
  change.current = onChange
  useEffect(() => {
    const calendar = document.createElement('calendar-range')
    const shown = isAhead ? (from ?? today) : ([to ?? from ?? today, today].sort()[0] ?? today)
    const attributes = {
      'focused-date': shown,
      value: from ? `${from}/${to ?? (from > today ? from : today)}` : '',
      today,
      [isAhead ? 'min' : 'max']: today,
      locale: 'en-US',
      'first-day-of-week': '0',
    }
    for (const [name, value] of Object.entries(attributes)) calendar.setAttribute(name, value)
    const heading = document.createElement('span')
    heading.slot = 'heading'
    const showMonth = (day: string | Date) => {
      heading.textContent = monthText().format(new Date(day))
    }
    showMonth(shown)
    calendar.addEventListener('focusday', (event) => showMonth((event as CustomEvent<Date>).detail))
    calendar.append(arrow('previous'), heading, arrow('next'), document.createElement('calendar-month'))
    calendar.addEventListener('change', () => {
      const [first = null, last = null] = (calendar as unknown as { value: string }).value.split('/')
      change.current({ from: first, to: last })
    })
    place.current?.replaceChildren(calendar)
    // If the component fails to load, the presets and the fields still work.
    import('cally').catch(() => undefined)
    return () => calendar.remove()
  }, [from, to, today, isAhead])
  return <div className="range-calendar" ref={place} />
}

function arrow(direction: keyof typeof ARROWS): SVGElement {
  const SVG = 'http://www.w3.org/2000/svg'
  const icon = document.createElementNS(SVG, 'svg')
  const path = document.createElementNS(SVG, 'path')
  path.setAttribute('d', ARROWS[direction])
  icon.setAttribute('class', 'icon')
  icon.setAttribute('viewBox', '0 0 24 24')
  icon.setAttribute('slot', direction)
  icon.setAttribute('role', 'img')
  icon.setAttribute('aria-label', direction === 'previous' ? 'Previous month' : 'Next month')
  icon.append(path)
  return icon
}
