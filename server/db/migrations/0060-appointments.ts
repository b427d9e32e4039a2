import { type Kysely, sql } from 'kysely'

/** Adds the kind and the length of each lead's appointment. Those booked before are calls of 30 minutes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table leads
    add column booking_kind text not null default 'call',
    add column booking_minutes integer not null default 30`.execute(db)
}
