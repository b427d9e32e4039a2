import type { Lead } from '../../contract/leads.ts'
import { present } from '../common/present.ts'
import { leadPhone } from './name.ts'
import { isVisitors } from './tests.ts'

type Waiting = Pick<
  Lead,
  'status' | 'notes' | 'answered_at' | 'created_at' | 'prospect_phone' | 'contact_phone' | 'is_test'
>

/**
 * Returns the new leads with a phone number that no one has responded to or added a note about, longest waiting first.
 */
export function callQueue<T extends Waiting>(leads: readonly T[]): T[] {
  return leads
    .filter((lead) => lead.status === 'new' && !lead.answered_at && present(lead.notes) === null)
    .filter((lead) => leadPhone(lead) !== null && isVisitors(lead))
    .map((lead) => ({ lead, since: Date.parse(lead.created_at) || 0 }))
    .sort((a, b) => a.since - b.since)
    .map(({ lead }) => lead)
}
