import { type Kysely, sql } from 'kysely'

/** Rate limit counters of visitors and users, shared by all companions. Losing them in a crash is fine. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create unlogged table rate_limits (
    key text primary key,
    points integer not null,
    expire bigint
  )`.execute(db)
}
