import { type Kysely, sql } from 'kysely'

/** Adds the time zone that was used to read a calendar. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table calendar_sources add column known_in text`.execute(db)
}
