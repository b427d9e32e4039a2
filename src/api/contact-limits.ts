import { type ContactLimits, getContactLimits } from '../contract/contact-limits.ts'
import { call } from './client.ts'

/** Returns what limits the contact with a lead. */
export function fetchContactLimits(
  organizationId: string,
  leadId: string,
  signal?: AbortSignal,
): Promise<ContactLimits> {
  return call(getContactLimits, { organizationId, params: { leadId }, signal })
}
