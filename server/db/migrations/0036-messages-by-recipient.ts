import { type Kysely, sql } from 'kysely'

/** Adds an index that finds the messages that a recipient has received recently. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index notifications_by_recipient
    on notifications (lower(recipient), sent_at) where sent_at is not null`.execute(db)
}
