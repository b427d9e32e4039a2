import { type Kysely, sql } from 'kysely'

/** The zone in which a calendar was read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table calendar_sources add column known_in text`.execute(db)
}
