import type { Lead } from '../../contract/leads.ts'
import { leadPhone, present } from './name.ts'

type Waiting = Pick<Lead, 'status' | 'notes' | 'created_at' | 'prospect_phone' | 'contact_phone'>

/** Returns new leads with a phone number and without notes, longest waiting first. */
export function callQueue<T extends Waiting>(leads: readonly T[]): T[] {
  return leads
    .filter((lead) => lead.status === 'new' && leadPhone(lead) !== null && present(lead.notes) === null)
    .map((lead) => ({ lead, since: Date.parse(lead.created_at) || 0 }))
    .sort((a, b) => a.since - b.since)
    .map(({ lead }) => lead)
}
