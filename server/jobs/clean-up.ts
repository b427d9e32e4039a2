import { type Kysely, sql } from 'kysely'
import { REMOVALS_KEPT_DAYS } from '../api/leads/lead-changes.ts'
import type { Database } from '../db/schema.ts'

/**
 * Deletes expired data: abandoned connection attempts, old rate limit counters, and ids of leads removed long ago. The
 * database's clock decides about the ids, like about the age of cursors.
 */
export async function cleanUp(db: Kysely<Database>, now: Date): Promise<{ states: number; limits: number }> {
  const states = await db.deleteFrom('oauth_states').where('expires_at', '<=', now).executeTakeFirst()
  await db.deleteFrom('preview_passes').where('expires_at', '<=', now).execute()
  await db
    .deleteFrom('lead_removals')
    .where('removed_at', '<', sql<Date>`now() - make_interval(days => ${REMOVALS_KEPT_DAYS})`)
    .execute()
  // The embedded database does not count its rows by itself, and plans slow queries.
  await sql`analyze`.execute(db)
  const limits = await db.deleteFrom('rate_limits').where('expire', '<=', now.getTime()).executeTakeFirst()
  return { states: Number(states.numDeletedRows), limits: Number(limits.numDeletedRows) }
}
