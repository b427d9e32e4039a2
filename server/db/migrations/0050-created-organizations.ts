import { type Kysely, sql } from 'kysely'

/** Adds how many organizations a user of the local identity has created. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table identity_users add column organizations_created integer not null default 0`.execute(
    db,
  )
}
