import { useStore } from '@nanostores/react'
import { type BookingClock, bookingClock } from '../../../domain/leads/booking-time.ts'
import { $businessZone, deviceTimeZone } from '../../../stores/settings/profile.ts'

/** The clock that a booking is shown by. */
export function useBookingClock(start: string): BookingClock {
  return bookingClock(start, useStore($businessZone, { ssr: () => undefined }), deviceTimeZone())
}
