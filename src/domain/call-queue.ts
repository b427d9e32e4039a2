import type { Lead } from '../contract/leads.ts'
import { leadPhone, present } from './lead-name.ts'

type Waiting = Pick<Lead, 'status' | 'notes' | 'created_at' | 'prospect_phone' | 'contact_phone'>

/** New leads with a phone number that no one has noted anything about yet; who has waited longest comes first. */
export function callQueue<T extends Waiting>(leads: readonly T[]): T[] {
  return leads
    .filter((lead) => lead.status === 'new' && leadPhone(lead) !== null && present(lead.notes) === null)
    .toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at))
}
