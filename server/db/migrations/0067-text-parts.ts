import { type Kysely, sql } from 'kysely'

/** Adds how many parts each text from this server's number had, which the limit of an organization counts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sent_messages add column parts integer not null default 0`.execute(db)
}
