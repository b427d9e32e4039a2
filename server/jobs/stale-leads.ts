import type { Kysely } from 'kysely'
import { DAY_MS } from '../../src/domain/durations.ts'
import type { Database } from '../db/schema.ts'

/** A lead that is new and untouched for so many days is lost (section 4, "Lost is also applied …"). */
const STALE_AFTER_DAYS = 30
const STALE_REASON = `No activity for ${STALE_AFTER_DAYS} days`

/**
 * Turns leads that nobody has touched for 30 days from new into lost and answers how many. One statement, so
 * that companions that run it at once, and owners who change a lead meanwhile, never undo each other.
 */
export async function markStaleLeads(db: Kysely<Database>, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('leads')
    .set((lead) => ({
      status: 'lost',
      loss_reason: lead.fn.coalesce('loss_reason', lead.val(STALE_REASON)),
      updated_at: now,
    }))
    .where('status', '=', 'new')
    .where('updated_at', '<=', new Date(now.getTime() - STALE_AFTER_DAYS * DAY_MS))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
