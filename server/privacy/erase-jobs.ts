import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/schema.ts'

/**
 * Deletes the jobs of what has been erased: those that name a lead, a conversation, a notification, or a
 * webhook delivery that is gone. An
 * announced occasion can hold an address or a number. Call it in the transaction that erases, after erasing.
 */
export async function eraseJobs(tx: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ jobs: string | null }>`select to_regclass('pgboss.job')::text as jobs`.execute(
    tx,
  )
  // Without the job queue, nothing was announced.
  if (rows[0]?.jobs == null) return
  await sql`
    delete from pgboss.job as job
    where exists (
      select from (values
        (job.data->>'leadId', (select id from leads where id = job.data->>'leadId')),
        (job.data->>'conversationId', (select id from conversations where id = job.data->>'conversationId')),
        (job.data->>'id', (select id from notifications where id = job.data->>'id')),
        (job.data->>'deliveryId', (select id from webhook_deliveries where id = job.data->>'deliveryId'))
      ) as named (id, found)
      where named.id is not null and named.found is null
    )`.execute(tx)
}
