import type { LeadEvent } from '../src/contract/events.ts'

/** The event of a new lead for the organization's open consoles. */
export function leadEvent({ id, name }: { id: string; name: string | null }): LeadEvent {
  return { type: 'lead_created', event_type: 'lead_created', lead_id: id, contact_name: name }
}
