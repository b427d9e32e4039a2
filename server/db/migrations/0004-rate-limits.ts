import { type Kysely, sql } from 'kysely'

/**
 * Adds the rate limit counters of visitors and users, which all companions share. Losing them in a crash is acceptable.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create unlogged table rate_limits (
    key text primary key,
    points integer not null,
    expire bigint
  )`.execute(db)
}
