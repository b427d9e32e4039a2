import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../db/schema.ts'
import type { Deps, LeadEvents } from '../kernel/deps.ts'

/** The event after which consoles refetch leads. */
export const LEADS_CHANGED = { type: 'leads_changed', event_type: 'leads_changed' } as const

/** Tells open consoles to refetch leads, with their tasks and histories; see `publishWithin`. */
export const publishLeadsChanged = (
  tx: Kysely<Database>,
  events: LeadEvents,
  organizationId: string,
): Promise<() => void> => events.publishWithin(tx, organizationId, LEADS_CHANGED)

/** Runs a transaction that changes leads or their tasks and histories, and shows the result in open consoles. */
export async function changeLeads<Result>(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  organizationId: string,
  act: (tx: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  const { result, notify } = await db.transaction().execute(async (tx) => {
    const changed = await act(tx)
    return { result: changed, notify: await publishLeadsChanged(tx, events, organizationId) }
  })
  notify()
  return result
}
