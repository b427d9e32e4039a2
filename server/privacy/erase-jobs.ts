import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/schema.ts'

/** The tables whose rows a job names, by the field of its data. */
const NAMED = {
  leadId: 'leads',
  conversationId: 'conversations',
  id: 'notifications',
  deliveryId: 'webhook_deliveries',
}

/**
 * Deletes the jobs of what has been erased: those that name a lead, a conversation, a notification, or a webhook delivery
 * that is gone. An announced occasion can hold an address or a number. Reads the whole queue. Call it in the transaction
 * that erases, after erasing.
 */
export async function eraseJobs(tx: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ jobs: string | null }>`select to_regclass('pgboss.job')::text as jobs`.execute(
    tx,
  )
  // Without the job queue, nothing was announced.
  if (rows[0]?.jobs == null) return
  const isGone = (name: string, table: string) => sql`(data->>${sql.lit(name)} is not null
    and not exists (select from ${sql.table(table)} where id = job.data->>${sql.lit(name)}))`
  const gone = Object.entries(NAMED).map(([name, table]) => isGone(name, table))
  await sql`delete from pgboss.job as job where ${sql.join(gone, sql` or `)}`.execute(tx)
}
