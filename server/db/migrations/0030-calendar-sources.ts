import { type Kysely, sql } from 'kysely'

/** Adds the calendars of an organization and their appointments, so that no call is booked during an appointment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table calendar_sources (
    id text primary key,
    organization_id text not null references organizations (id) on delete cascade,
    sealed_address text not null,
    host text not null,
    added_at timestamptz not null,
    checked_at timestamptz,
    read_at timestamptz,
    error text,
    etag text,
    busy jsonb not null default '[]',
    known_until timestamptz
  )`.execute(db)
  await sql`create index calendar_sources_of_organization on calendar_sources (organization_id)`.execute(db)
}
