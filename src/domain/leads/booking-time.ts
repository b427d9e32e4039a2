import { knownZone } from '../settings/business-hours.ts'
import { wallClock } from '../time/calendar-day.ts'

/** The clock that a booking is shown by. `name` is said beside the time, such as `EST`; blank where no one needs it. */
export interface BookingClock {
  timeZone: string
  name: string
}

/**
 * Bookings are shown by the business's clock, which is the one that its visitors were told. It is named where this
 * device's clock shows another time. `businessZone` is undefined as long as it is not known.
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

function zoneName(instant: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }).formatToParts(instant)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
