import { NEEDS } from '../../contract/conversations.ts'
import type { Lead } from '../../contract/leads.ts'
import { present } from '../common/present.ts'
import { alarmIn, noContactIn } from './agent-notes.ts'
import { leadPhone } from './name.ts'
import { isVisitors } from './tests.ts'

type Waiting = Pick<
  Lead,
  | 'status'
  | 'notes'
  | 'answered_at'
  | 'created_at'
  | 'prospect_phone'
  | 'contact_phone'
  | 'is_test'
  | 'service_additional_info'
>

/** Returns how urgent a lead is, most urgent first: an emergency, a possible danger, what can't wait, and the others. */
function rankOf({ service_additional_info }: Waiting): number {
  const alarm = alarmIn(service_additional_info)
  return alarm ? NEEDS.indexOf(alarm.needs) : NEEDS.length
}

/**
 * Returns the new leads with a phone number that no one has responded to or added a note about, and who didn't ask not
 * to be contacted: most urgent first, then longest waiting.
 */
export function callQueue<T extends Waiting>(leads: readonly T[]): T[] {
  return leads
    .filter((lead) => lead.status === 'new' && !lead.answered_at && present(lead.notes) === null)
    .filter((lead) => leadPhone(lead) !== null && isVisitors(lead))
    .filter((lead) => noContactIn(lead.service_additional_info) === null)
    .map((lead) => ({ lead, rank: rankOf(lead), since: Date.parse(lead.created_at) || 0 }))
    .sort((a, b) => a.rank - b.rank || a.since - b.since)
    .map(({ lead }) => lead)
}
