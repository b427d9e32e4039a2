import { counted } from '../common/counted.ts'
import { startOfDay } from './calendar-day.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts'

/**
 * Returns the time from `now` until an instant: "in 20 minutes" or "in 5 hours" on the same calendar day in the time
 * zone, then "tomorrow" and "in 3 days". Returns "now" for less than a minute and for the past.
 */
export function timeUntil(instant: string, now: Date, timeZone: string): string {
  const ahead = Date.parse(instant) - now.getTime()
  if (Number.isNaN(ahead)) return ''
  if (ahead < MINUTE_MS) return 'now'
  const calendar = new Intl.DateTimeFormat('en-CA', { timeZone })
  const midnight = (time: number) => startOfDay(calendar.format(time), timeZone)
  // Days with a clock change are an hour longer or shorter.
  const days = Math.round((midnight(Date.parse(instant)) - midnight(now.getTime())) / DAY_MS)
  if (days === 1) return 'tomorrow'
  if (days > 1) return `in ${counted(days, 'day')}`
  if (ahead < HOUR_MS) return `in ${counted(Math.floor(ahead / MINUTE_MS), 'minute')}`
  return `in ${counted(Math.floor(ahead / HOUR_MS), 'hour')}`
}
