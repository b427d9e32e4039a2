import type { Lead } from '../../contract/leads.ts'
import { present } from '../common/present.ts'
import { MINUTE_MS, SECOND_MS } from '../time/durations.ts'

export const ESTIMATE_CALL_MINUTES = 30
export const ESTIMATE_CALL_MS = ESTIMATE_CALL_MINUTES * MINUTE_MS

/** The status of a canceled booking on our server. */
export const CANCELED = 'cancelled'

/** The error message for a new start of a call that isn't in the future. */
export const TIME_PASSED = 'This time has passed. Choose a later one'

/** The error message for booking a lead that someone else has booked in the meantime. */
export const CALL_BOOKED = 'This lead already has an estimate call. Move that one instead'

/** The error message for a time at which another call is booked. */
export const TIME_TAKEN = 'Another estimate call is booked at this time. Choose another one'

/** How long a member's booking can be undone before the customer gets the confirmation. */
export const BOOKING_UNDO_MS = 15 * SECOND_MS

/** The error message for a change to a call that someone else has moved since it was read. */
export const CALL_MOVED = 'Someone else has moved this estimate call. Check the new time first'

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
