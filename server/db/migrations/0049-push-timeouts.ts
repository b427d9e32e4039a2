import { type Kysely, sql } from 'kysely'

/** Adds how many messages in a row a device's push service has not answered in time, and since when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table push_devices add column timeouts integer not null default 0`.execute(db)
  await sql`alter table push_devices add column timed_out_since timestamptz`.execute(db)
}
