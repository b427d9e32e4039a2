import type { Lead } from '../contract/leads.ts'
import { MINUTE_MS } from './durations.ts'
import { present } from './lead-name.ts'

/** How long an estimate call takes. */
export const ESTIMATE_CALL_MINUTES = 30
export const ESTIMATE_CALL_MS = ESTIMATE_CALL_MINUTES * MINUTE_MS

/** What the calendar calls a booking that will not take place. */
const CALLED_OFF = /^(cancell?ed|rejected|declined)$/i

/** The leads whose booking is still to come as of `now` and was not called off, the next one first. */
export function upcomingJobs<T extends Pick<Lead, 'booking_start_time' | 'booking_status'>>(
  leads: readonly T[],
  now: Date,
): T[] {
  const startOf = (lead: T) => Date.parse(lead.booking_start_time ?? '')
  return leads
    .filter((lead) => startOf(lead) > now.getTime() && !CALLED_OFF.test(lead.booking_status?.trim() ?? ''))
    .toSorted((a, b) => startOf(a) - startOf(b))
}

/** Where the work is to be done, as it was given; null when nobody said. */
export function jobAddress(
  lead: Pick<Lead, 'property_address' | 'prospect_address' | 'extracted_metadata'>,
): string | null {
  return (
    present(lead.property_address) ??
    present(lead.prospect_address) ??
    present(lead.extracted_metadata?.address)
  )
}

/** A page that leads to an address by the device's own map. */
export function directionsUrl(address: string): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(address)}`
}
