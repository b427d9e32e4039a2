import { type Kysely, sql } from 'kysely'

/** Adds until when a calendar that took too much is not read again, and an index that finds those to read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table calendar_sources add column not_before timestamptz`.execute(db)
  await sql`create index calendar_sources_to_read on calendar_sources (checked_at)`.execute(db)
}
