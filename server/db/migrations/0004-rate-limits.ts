import { type Kysely, sql } from 'kysely'

/** What visitors and users have used up, counted for all companions; nothing that a crash may not take. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create unlogged table rate_limits (
    key text primary key,
    points integer not null,
    expire bigint
  )`.execute(db)
}
