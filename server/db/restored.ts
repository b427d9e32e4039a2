import { type Kysely, sql } from 'kysely'
import type { Database } from './schema.ts'

/**
 * Adapts a database that was restored from a dump. Transaction ids start over there, and the ids in the dump would
 * count as later changes. Does not change other databases.
 */
export async function adaptRestored(db: Kysely<Database>): Promise<void> {
  const current = sql<number>`pg_current_xact_id()::text::bigint`
  await db.deleteFrom('lead_removals').where('removed_in', '>', current).execute()
  // The trigger sets the transaction id.
  await db.updateTable('leads').set({ changed_in: 0 }).where('changed_in', '>', current).execute()
}
