import { wallClock } from '../time/calendar-day.ts'
import { shortWeekday } from '../time/clock-time.ts'
import { exactTime } from '../time/exact-time.ts'
import { knownZone } from '../time/format-by-zone.ts'

/**
 * The time zone in which a booking is shown. `name` is the zone's label, such as `EST`, or blank if no label is needed.
 */
export interface BookingClock {
  timeZone: string
  name: string
}

/**
 * Returns the time zone for bookings, which is the business's zone, because visitors book in it. It has a label if this
 * device's local time differs. `businessZone` is undefined while it is unknown.
 */
export function bookingClock(
  instant: string,
  businessZone: string | null | undefined,
  deviceZone: string,
): BookingClock {
  const start = new Date(instant)
  if (businessZone === undefined || Number.isNaN(start.getTime())) return { timeZone: deviceZone, name: '' }
  const timeZone = knownZone(businessZone)
  const [there, here] = [wallClock(start, timeZone), wallClock(start, deviceZone)]
  const isSame = there.day === here.day && there.minutes === here.minutes
  return { timeZone, name: isSame ? '' : zoneName(start, timeZone) }
}

/** Returns the start of a booking as text, such as "Nov 20, 2026, 7:00 AM EST", in the zone of {@link bookingClock}. */
export function bookingTime(
  start: string,
  businessZone: string | null | undefined,
  deviceZone: string,
): string {
  const { timeZone, name } = bookingClock(start, businessZone, deviceZone)
  return `${exactTime(start, timeZone)} ${name}`.trim()
}

/** Returns the weekday of a booking, such as "Fri", in the zone of {@link bookingClock}. */
export function bookingWeekday(
  start: string,
  businessZone: string | null | undefined,
  deviceZone: string,
): string {
  return shortWeekday(new Date(start), bookingClock(start, businessZone, deviceZone).timeZone)
}

/** Returns the short name of a time zone at an instant, such as `EST`. */
export function zoneName(instant: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }).formatToParts(instant)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
