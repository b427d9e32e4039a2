import { bookCall, type CallTimes, getCallTimes, type NewBooking } from '../contract/bookings.ts'
import { call, write } from './client.ts'
import type { WrittenLead } from './leads.ts'

/** Returns when a lead's estimate call can take place, and how the customer gets the confirmation. */
export function fetchCallTimes(
  organizationId: string,
  leadId: string,
  signal?: AbortSignal,
): Promise<CallTimes> {
  return call(getCallTimes, { organizationId, params: { leadId }, signal })
}

/** Books an estimate call. Repeating the request with the same `id` books one call. */
export function postBooking(organizationId: string, leadId: string, body: NewBooking): Promise<WrittenLead> {
  return write(bookCall, { organizationId, params: { leadId }, body })
}
