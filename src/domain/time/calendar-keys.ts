import { DAY_MS } from './durations.ts'

/** The days to move, by key, in a calendar with a week per row. */
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** The months to move, by key. */
const PAGES: Record<string, number> = { PageUp: -1, PageDown: 1 }

/** Returns a day some months later. A day that the month does not have becomes its last one. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return dayAt(Date.UTC(year, month - 1 + months, Math.min(date, last)))
}

/**
 * Returns the day to which a key moves in a calendar: the next or previous day or week, the start or end of the week
 * (Sunday to Saturday), or the same day of another month (Page Up, Page Down) or year (with Shift). Returns null for
 * other keys.
 */
export function dayForKey(day: string, { key, shiftKey }: { key: string; shiftKey: boolean }): string | null {
  const pages = PAGES[key]
  if (pages !== undefined) return addMonths(day, shiftKey ? pages * 12 : pages)
  const at = Date.parse(`${day}T00:00:00Z`)
  const weekday = new Date(at).getUTCDay()
  const steps = key === 'Home' ? -weekday : key === 'End' ? 6 - weekday : STEPS[key]
  return steps === undefined ? null : dayAt(at + steps * DAY_MS)
}

const dayAt = (instant: number) => new Date(instant).toISOString().slice(0, 10)
