import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/schema.ts'

/** The tables that jobs refer to, by the field of the job's data. */
const NAMED = {
  leadId: 'leads',
  conversationId: 'conversations',
  id: 'notifications',
  deliveryId: 'webhook_deliveries',
}

/**
 * Deletes the jobs of erased data: jobs that refer to a lead, conversation, notification, or webhook delivery that no
 * longer exists. Announced occasions can contain an address or a number. Reads the whole queue. Must be called in the
 * transaction that erases the data, after erasing it.
 */
export async function eraseJobs(tx: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ jobs: string | null }>`select to_regclass('pgboss.job')::text as jobs`.execute(
    tx,
  )
  // Without the job queue, there are no announcements to delete.
  if (rows[0]?.jobs == null) return
  const isGone = (name: string, table: string) => sql`(data->>${sql.lit(name)} is not null
    and not exists (select from ${sql.table(table)} where id = job.data->>${sql.lit(name)}))`
  const gone = Object.entries(NAMED).map(([name, table]) => isGone(name, table))
  await sql`delete from pgboss.job as job where ${sql.join(gone, sql` or `)}`.execute(tx)
}
