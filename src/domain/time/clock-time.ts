import { formatByZone } from './format-by-zone.ts'

const DAY: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric' }
const TIME: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' }
const dayIn = formatByZone({ ...DAY, year: 'numeric' })
const timeIn = formatByZone(TIME)
const bothIn = formatByZone({ ...DAY, ...TIME })

/**
 * Returns the time of day of an instant, such as "11:02 AM", with the day unless it is today: "Nov 28, 11:02 AM". Both
 * are in the given time zone or the device's.
 */
export function clockTime(instant: Date, now: Date, timeZone?: string): string {
  const day = dayIn(timeZone)
  const isToday = day.format(instant) === day.format(now)
  return (isToday ? timeIn : bothIn)(timeZone).format(instant)
}
