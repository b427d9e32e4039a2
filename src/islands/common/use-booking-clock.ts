import { useStore } from '@nanostores/react'
import { type BookingClock, bookingClock } from '../../domain/leads/booking-time.ts'
import { $businessZone, deviceTimeZone } from '../../stores/settings/profile.ts'

/** Returns the time zone in which a booking is shown. */
export function useBookingClock(start: string): BookingClock {
  return bookingClock(start, useStore($businessZone, { ssr: () => undefined }), deviceTimeZone())
}
