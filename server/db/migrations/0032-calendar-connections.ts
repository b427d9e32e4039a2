import { type Kysely, sql } from 'kysely'

/**
 * Adds the services in which estimate calls are booked, and their copy of each call. A trigger counts the changes of
 * each call, so that no writer can forget to announce one. Calls booked before the first connection stay only here.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table calendar_connections (
    organization_id text not null references organizations (id) on delete cascade,
    service text not null,
    account text,
    sealed text not null,
    settings jsonb not null,
    state text not null default 'active',
    reason text,
    expires_at timestamptz,
    token_version integer not null default 1,
    refreshing_until timestamptz,
    busy jsonb not null default '[]',
    starts jsonb,
    checked_at timestamptz,
    read_at timestamptz,
    error text,
    hook text unique,
    connected_at timestamptz not null,
    primary key (organization_id, service)
  )`.execute(db)

  // Has no reference to the organization, which would lock its row after the lead's row.
  await sql`create table calendar_events (
    booking_id text primary key,
    organization_id text not null,
    service text,
    event_id text,
    event_url text,
    start timestamptz,
    is_canceled boolean not null default false,
    asked_start timestamptz,
    version integer not null default 1,
    done_version integer not null default 0,
    claimed_until timestamptz,
    not_before timestamptz,
    tried_at timestamptz,
    attempts integer not null default 0,
    failing_since timestamptz,
    error text,
    told_at timestamptz
  )`.execute(db)
  await sql`create index calendar_events_due on calendar_events (not_before) where version > done_version`.execute(
    db,
  )
  await sql`create index calendar_events_of_organization on calendar_events (organization_id, tried_at desc)`.execute(
    db,
  )
  await sql`create index calendar_events_event on calendar_events (event_id)`.execute(db)

  await sql`create function note_calendar_call() returns trigger language plpgsql as $$
    declare
      is_moved boolean := tg_op = 'INSERT';
    begin
      if tg_op = 'DELETE' then
        update calendar_events set version = version + 1, not_before = null, attempts = 0
        where booking_id = old.converted_to_booking_id;
        return null;
      end if;
      if new.converted_to_booking_id is null then
        return null;
      end if;
      if tg_op = 'UPDATE' then
        is_moved := row(new.booking_start_time, new.booking_status, new.converted_to_booking_id)
          is distinct from row(old.booking_start_time, old.booking_status, old.converted_to_booking_id);
        if not is_moved and row(new.prospect_name, new.prospect_email, new.prospect_phone, new.prospect_address)
            is not distinct from row(old.prospect_name, old.prospect_email, old.prospect_phone, old.prospect_address) then
          return null;
        end if;
      end if;
      update calendar_events set version = version + 1, not_before = null, attempts = 0
      where booking_id = new.converted_to_booking_id;
      if not found and is_moved and new.booking_start_time is not null
          and new.booking_status is distinct from 'cancelled'
          and exists (select from calendar_connections where organization_id = new.organization_id) then
        insert into calendar_events (booking_id, organization_id)
        values (new.converted_to_booking_id, new.organization_id) on conflict do nothing;
      end if;
      return null;
    end $$`.execute(db)
  await sql`create trigger leads_calendar_events after insert or update or delete on leads
    for each row execute function note_calendar_call()`.execute(db)
}
