import { type Kysely, sql } from 'kysely'

/**
 * Adds the started appointments of leads that have booked again since. If one is removed with its lead, a trigger has
 * its copy in the calendar service removed, too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table past_bookings (
    booking_id text primary key,
    organization_id text not null,
    lead_id text not null references leads (id) on delete cascade,
    booking_start_time timestamptz not null,
    booking_kind text not null,
    booking_minutes integer not null,
    booking_status text,
    booking_calcom_event_id text,
    booking_url text,
    replaced_at timestamptz not null
  )`.execute(db)
  await sql`create index past_bookings_of_lead on past_bookings (lead_id)`.execute(db)
  await sql`create index past_bookings_of_organization on past_bookings (organization_id, booking_start_time)`.execute(
    db,
  )
  await sql`create function note_past_call() returns trigger language plpgsql as $$
    begin
      update calendar_events set version = version + 1, not_before = null, attempts = 0
      where booking_id = old.booking_id;
      return null;
    end $$`.execute(db)
  await sql`create trigger past_bookings_calendar_events after delete on past_bookings
    for each row execute function note_past_call()`.execute(db)
}
