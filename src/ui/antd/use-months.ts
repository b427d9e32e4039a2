import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { addMonths } from '../../domain/time/calendar-keys.ts'

/** The months that a panel of calendars shows, and the focus on its days. Give `panel` to its element. */
export function useMonths(day: string, calendars: 1 | 2) {
  const [month, show] = useState(day)
  const element = useRef<HTMLElement>(null)
  const wanted = useRef<string>(null)
  const focusWanted = useCallback(() => {
    if (wanted.current && focusDay(element.current, wanted.current)) wanted.current = null
  }, [])
  useLayoutEffect(focusWanted)
  const panel = useCallback(
    (next: HTMLElement | null) => {
      element.current = next
      // A panel that opens again is shown later than rendered.
      const observer = new ResizeObserver(focusWanted)
      if (next) observer.observe(next)
      return () => observer.disconnect()
    },
    [focusWanted],
  )
  /** Focuses a day, once its month is shown. */
  const move = (to: string) => {
    if (focusDay(element.current, to)) return
    wanted.current = to
    show(calendars === 1 || to.slice(0, 7) < month.slice(0, 7) ? to : addMonths(to, -1))
  }
  /** Keeps the focus in the panel when a click has removed the control that had it. */
  const keepFocus = () => {
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) element.current?.focus()
    })
  }
  return { month, show, move, panel, element, keepFocus }
}

/** The number of a day in the second row, which always belongs to the month of its calendar. */
const IN_MONTH = 10

/** Focuses a day in one of the calendars of a panel. Returns false if none of them shows its month, or is visible. */
function focusDay(panel: HTMLElement | null, day: string): boolean {
  for (const calendar of panel?.querySelectorAll('table') ?? []) {
    const days = [...calendar.querySelectorAll<HTMLElement>('[data-day]')]
    if (days[IN_MONTH]?.dataset.day?.slice(0, 7) !== day.slice(0, 7)) continue
    const found = days.find(({ dataset }) => dataset.day === day)
    found?.focus()
    return found === document.activeElement
  }
  return false
}
