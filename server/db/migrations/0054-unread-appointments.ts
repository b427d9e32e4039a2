import { type Kysely, sql } from 'kysely'

/** Adds what of a calendar could not be read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table calendar_sources add column unread text`.execute(db)
}
