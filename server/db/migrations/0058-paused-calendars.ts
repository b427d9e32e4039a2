import { type Kysely, sql } from 'kysely'

/** Adds until when a calendar that took too much is not read again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table calendar_sources add column not_before timestamptz`.execute(db)
}
