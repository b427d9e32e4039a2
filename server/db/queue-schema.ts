import { type Kysely, sql } from 'kysely'
import { getConstructionPlans } from 'pg-boss'
import type { Database } from './schema.ts'

export const QUEUE_SCHEMA = 'pgboss'

/** Creates the tables of the job queue in the open transaction. */
export async function createQueueSchema(tx: Kysely<Database>): Promise<void> {
  // The plan contains its own transaction.
  const plan = getConstructionPlans(QUEUE_SCHEMA)
    .replace(/^\s*BEGIN;/, '')
    .replace(/COMMIT;\s*$/, '')
  // An embedded database runs one statement at a time.
  await sql.raw(`do $plan$ begin execute $statements$${plan}$statements$; end $plan$`).execute(tx)
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
  await sql`set local lock_timeout = 0`.execute(tx)
}
