import { type Kysely, sql } from 'kysely'

/**
 * Adds the digest that lists a notification instead of sending it, and an index that counts what an organization has
 * sent recently.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notifications add column digest_id text`.execute(db)
  await sql`create index notifications_in_digest on notifications (digest_id) where digest_id is not null`.execute(
    db,
  )
  await sql`create index notifications_of_business on notifications (organization_id, sent_at)
    where sent_at is not null and audience = 'owner'`.execute(db)
}
