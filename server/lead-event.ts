import type { LeadEvent } from '../src/contract/events.ts'

/** What the organization's open consoles hear of a new lead. */
export function leadEvent({ id, name }: { id: string; name: string | null }): LeadEvent {
  return { type: 'lead_created', event_type: 'lead_created', lead_id: id, contact_name: name }
}
