import { APPOINTMENT_MINUTES, type Appointment, DEFAULT_APPOINTMENT } from '../../contract/appointments.ts'
import type { Lead } from '../../contract/leads.ts'
import type { Profile } from '../../contract/profile.ts'
import { present } from '../common/present.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../time/durations.ts'

/** The longest appointment. */
export const LONGEST_APPOINTMENT_MS = Math.max(...APPOINTMENT_MINUTES) * MINUTE_MS

/** Returns what a lead has booked. */
export const appointmentOf = ({
  booking_kind,
  booking_minutes,
}: Pick<Lead, 'booking_kind' | 'booking_minutes'>): Appointment => ({
  kind: booking_kind ?? DEFAULT_APPOINTMENT.kind,
  minutes: booking_minutes ?? DEFAULT_APPOINTMENT.minutes,
})

/** Returns what an organization's customers book at present. */
export const offeredAppointment = ({
  appointment_kind,
  appointment_minutes,
}: Pick<Profile, 'appointment_kind' | 'appointment_minutes'>): Appointment => ({
  kind: appointment_kind ?? DEFAULT_APPOINTMENT.kind,
  minutes: appointment_minutes ?? DEFAULT_APPOINTMENT.minutes,
})

/** Returns when an appointment ends. */
export const endOf = (start: Date, { minutes }: Pick<Appointment, 'minutes'>): Date =>
  new Date(start.getTime() + minutes * MINUTE_MS)

/** The status of a canceled booking on our server. */
export const CANCELED = 'cancelled'

/** The error message for a new start of a call that isn't in the future. */
export const TIME_PASSED = 'This time has passed. Choose a later one'

/** The error message for a new start that is more than a year away, which is a mistyped year. */
export const TIME_TOO_FAR = 'This time is more than a year away. Check the year'
export const isTooFar = (start: Date, now: Date): boolean => start.getTime() - now.getTime() > 366 * DAY_MS

/** The error message for booking a lead that someone else has booked in the meantime. */
export const CALL_BOOKED = 'This lead already has an appointment. Move that one instead'

/** The error message for a time at which another call is booked. */
export const TIME_TAKEN = 'Another appointment is booked at this time. Choose another one'

/** How long a member's booking can be undone before the customer gets the confirmation. */
export const BOOKING_UNDO_MS = 15 * SECOND_MS

/** The error message for a change to a call that someone else has moved since it was read. */
export const CALL_MOVED = 'Someone else has moved this appointment. Check the new time first'

/** Returns whether a booking status means "canceled". */
export const isCanceled = (status: string | null): boolean =>
  /^(cancell?ed|rejected|declined)$/i.test(status?.trim() ?? '')

/** Returns whether a lead has a booking that is not canceled. */
export function isBooked(lead: Pick<Lead, 'booking_start_time' | 'booking_status'>): boolean {
  return present(lead.booking_start_time) !== null && !isCanceled(lead.booking_status)
}

/** Returns the leads with an upcoming booking as of `now` that is not canceled, earliest booking first. */
export function upcomingJobs<T extends Pick<Lead, 'booking_start_time' | 'booking_status'>>(
  leads: readonly T[],
  now: Date,
): T[] {
  const startOf = (lead: T) => Date.parse(lead.booking_start_time ?? '')
  return leads
    .filter((lead) => isBooked(lead) && startOf(lead) > now.getTime())
    .toSorted((a, b) => startOf(a) - startOf(b))
}

/** Returns the address of the job as given, or null if it is unknown. */
export function jobAddress(
  lead: Pick<Lead, 'property_address' | 'prospect_address' | 'extracted_metadata'>,
): string | null {
  return (
    present(lead.property_address) ??
    present(lead.prospect_address) ??
    present(lead.extracted_metadata?.address)
  )
}

/** Returns a link that opens an address in the device's map app. */
export function directionsUrl(address: string): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(address)}`
}
