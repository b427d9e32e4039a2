import { exactTime } from '../../../domain/time/exact-time.ts'
import { useBookingClock } from './use-booking-clock.ts'

/** The start of an estimate call, in the business's time zone, which is named if this device's differs. */
export function BookingTime({ start }: { start: string }) {
  const { timeZone, name } = useBookingClock(start)
  return `${exactTime(start, timeZone)} ${name}`.trim()
}
