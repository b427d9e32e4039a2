import { type Kysely, sql } from 'kysely'

/**
 * Adds who created webhook endpoints and the calendar feed (null if unknown), and the people who are no longer admins,
 * until the other admins have reviewed what they created.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table webhook_endpoints add column created_by text`.execute(db)
  await sql`alter table calendar_feeds add column created_by text`.execute(db)
  await sql`create table former_admins (
    organization_id text not null references organizations (id) on delete cascade,
    user_id text not null,
    since timestamptz not null,
    primary key (organization_id, user_id)
  )`.execute(db)
}
