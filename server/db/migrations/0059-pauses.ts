import { type Kysely, sql } from 'kysely'

/** Adds the pauses of an organization's agent and bookings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table organizations add column pauses jsonb not null default '{}'`.execute(db)
}
