import type { Deps, LeadEvents } from '../../server/deps.ts'
import type { LeadEvent } from '../../src/contract/events.ts'

/** Publishes an event without stored data. */
export async function publish(
  { db, events }: { db: Deps['db']; events: LeadEvents },
  organizationId: string,
  event: LeadEvent,
): Promise<void> {
  const tell = await events.publishWithin(db, organizationId, event)
  tell()
}
