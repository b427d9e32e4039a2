import { useStore } from '@nanostores/react'
import { bookingTime, bookingWeekday } from '../../domain/leads/booking-time.ts'
import { $businessZone, deviceTimeZone } from '../../stores/settings/profile.ts'

interface Props {
  start: string
  withWeekday?: boolean
}

/** The start of an estimate call, in the business's time zone, which is named if this device's differs. */
export function BookingTime({ start, withWeekday = false }: Props) {
  const zone = useStore($businessZone, { ssr: () => undefined })
  const day = withWeekday && `${bookingWeekday(start, zone, deviceTimeZone())}, `
  return `${day || ''}${bookingTime(start, zone, deviceTimeZone())}`
}
