import type { Kysely } from 'kysely'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import type { Database } from '../db/schema.ts'

/** Days after which the log of HubSpot forgets what was transferred. Failures stay until they are retried. */
const TRANSFERS_KEPT_DAYS = 90

/** Erases old transfers to HubSpot at the time `trusted`. Returns how many. */
export async function eraseOldTransfers(db: Kysely<Database>, trusted: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('hubspot_transfers')
    .where('at', '<=', new Date(trusted.getTime() - TRANSFERS_KEPT_DAYS * DAY_MS))
    .where('status', 'in', ['done', 'retried'])
    .executeTakeFirst()
  return Number(numDeletedRows)
}
