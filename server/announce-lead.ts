import type { LeadEvent } from '../src/contract/events.ts'
import type { Deps } from './deps.ts'

/** What the organization's open consoles hear of a new lead. */
export function leadEvent({ id, name }: { id: string; name: string | null }): LeadEvent {
  return { type: 'lead_created', event_type: 'lead_created', lead_id: id, contact_name: name }
}

/** Tells the organization's open consoles of a new lead. It is stored by now: a failure here is only logged. */
export async function announceLead(
  { events, log }: Deps,
  organizationId: string,
  lead: { id: string; name: string | null },
): Promise<void> {
  try {
    await events.publish(organizationId, leadEvent(lead))
  } catch (error) {
    log.warn({ reason: error instanceof Error ? error.name : typeof error }, 'a new lead was not announced')
  }
}
