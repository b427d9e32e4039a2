import { type Kysely, sql } from 'kysely'

/**
 * Adds what was sent recently, which the limits count. It is kept apart from notifications, so that the erasure of leads,
 * conversations, and organizations doesn't reset the limits. Removes the indexes that counted notifications.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table sent_messages (
    id uuid primary key default gen_random_uuid(),
    recipient_hash text not null,
    organization_hash text not null,
    channel text not null,
    audience text not null,
    kind text not null,
    at timestamptz not null
  )`.execute(db)
  await sql`create index sent_messages_by_recipient on sent_messages (recipient_hash, at)`.execute(db)
  await sql`create index sent_messages_by_organization on sent_messages (organization_hash, at)`.execute(db)
  await sql`drop index notifications_by_recipient`.execute(db)
  await sql`drop index notifications_of_business`.execute(db)
}
