import { useStore } from '@nanostores/react'
import { bookingTime } from '../../domain/leads/booking-time.ts'
import { $businessZone, deviceTimeZone } from '../../stores/settings/profile.ts'

/** The start of an estimate call, in the business's time zone, which is named if this device's differs. */
export function BookingTime({ start }: { start: string }) {
  return bookingTime(start, useStore($businessZone, { ssr: () => undefined }), deviceTimeZone())
}
