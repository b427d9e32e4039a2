import type { Lead } from '../../contract/leads.ts'
import { leadPhone, present } from './name.ts'

type Waiting = Pick<Lead, 'status' | 'notes' | 'created_at' | 'prospect_phone' | 'contact_phone'>

/** New leads with a phone number that no one has noted anything about yet; who has waited longest comes first. */
export function callQueue<T extends Waiting>(leads: readonly T[]): T[] {
  return leads
    .filter((lead) => lead.status === 'new' && leadPhone(lead) !== null && present(lead.notes) === null)
    .map((lead) => ({ lead, since: Date.parse(lead.created_at) || 0 }))
    .sort((a, b) => a.since - b.since)
    .map(({ lead }) => lead)
}
