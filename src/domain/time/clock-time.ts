import { formatByZone } from './format-by-zone.ts'

const DAY: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric' }
const TIME: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' }
const dayIn = formatByZone({ ...DAY, year: 'numeric' })
const timeIn = formatByZone(TIME)
const shortDayIn = formatByZone(DAY)
const weekdayIn = formatByZone({ weekday: 'short' })
const dateIn = formatByZone({ ...DAY, weekday: 'short' })
const dateInYear = formatByZone({ ...DAY, weekday: 'short', year: 'numeric' })
const dayAndTimeIn = formatByZone({ ...DAY, ...TIME, weekday: 'short' })
const fullIn = formatByZone({ ...DAY, ...TIME, weekday: 'short', year: 'numeric' })
const yearIn = formatByZone({ year: 'numeric' })
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

/** Returns the time of day of an instant in a time zone, such as "5:00 PM". */
export const timeOfDay = (instant: Date, timeZone: string) => timeIn(timeZone).format(instant)

/** Returns the day of an instant in a time zone, such as "Nov 3". */
export const shortDay = (instant: Date, timeZone: string) => shortDayIn(timeZone).format(instant)

/** Returns the weekday of an instant in a time zone, such as "Mon". */
export const shortWeekday = (instant: Date, timeZone: string) => weekdayIn(timeZone).format(instant)

/** Returns the day of an instant with its weekday, such as "Mon, Nov 30", and its year if that is another than now. */
export const dayWithWeekday = (instant: Date, now: Date, timeZone: string) =>
  (isOtherYear(instant, now, timeZone) ? dateInYear : dateIn)(timeZone).format(instant)

/** Returns whether an instant is in another year than now, in a time zone. */
export const isOtherYear = (instant: Date, now: Date, timeZone: string) =>
  yearIn(timeZone).format(instant) !== yearIn(timeZone).format(now)

/** Returns the day and time of an instant, such as "Mon, Nov 30, 5:00 PM", and its year if that is another than now. */
export const dayAndTime = (instant: Date, now: Date, timeZone: string) =>
  (isOtherYear(instant, now, timeZone) ? fullIn : dayAndTimeIn)(timeZone).format(instant)
