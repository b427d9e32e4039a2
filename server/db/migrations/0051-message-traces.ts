import { type Kysely, sql } from 'kysely'

/** Adds why the agent wrote a message. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table messages add column trace jsonb`.execute(db)
}
