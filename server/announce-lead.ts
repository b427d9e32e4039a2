import type { Deps } from './deps.ts'

/** Tells the organization's open consoles of a new lead. It is stored by now: a failure here is only logged. */
export async function announceLead(
  { events, log }: Deps,
  organizationId: string,
  lead: { id: string; name: string | null },
): Promise<void> {
  try {
    await events.publish(organizationId, {
      type: 'lead_created',
      event_type: 'lead_created',
      lead_id: lead.id,
      contact_name: lead.name,
    })
  } catch (error) {
    log.warn({ reason: error instanceof Error ? error.name : typeof error }, 'a new lead was not announced')
  }
}
