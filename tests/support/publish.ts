import type { Deps, LeadEvents, ServerEvent } from '../../server/kernel/deps.ts'

/** Publishes an event that has no stored data. */
export async function publish(
  { db, events }: { db: Deps['db']; events: LeadEvents },
  organizationId: string,
  event: ServerEvent,
): Promise<void> {
  const tell = await events.publishWithin(db, organizationId, event)
  tell()
}
