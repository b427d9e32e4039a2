import { type Kysely, sql } from 'kysely'

/**
 * Adds the endpoints that receive events, the events that wait to be distributed to them, and the deliveries. Triggers
 * record the events in the transactions that cause them, so that no writer can forget to. Without a subscribed
 * endpoint, they record none. Events have no references, because their lead may have been removed. Deliveries are
 * deleted with the lead or conversation that they describe.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table webhook_endpoints (
    id text primary key,
    organization_id text not null references organizations (id) on delete cascade,
    url text not null,
    events jsonb not null,
    secret text not null,
    old_secret text,
    old_secret_until timestamptz,
    paused_at timestamptz,
    disabled_at timestamptz,
    disabled_reason text,
    failing_since timestamptz,
    last_failed_at timestamptz,
    delivered_at timestamptz,
    created_at timestamptz not null
  )`.execute(db)
  await sql`create index webhook_endpoints_of_organization on webhook_endpoints (organization_id)`.execute(db)

  await sql`create table webhook_events (
    position bigint primary key generated always as identity,
    organization_id text not null,
    type text not null,
    lead_id text,
    conversation_id text,
    data jsonb not null,
    caused_in bigint not null
  )`.execute(db)

  await sql`create table webhook_deliveries (
    id text primary key,
    position bigint generated always as identity,
    organization_id text not null,
    endpoint_id text not null references webhook_endpoints (id) on delete cascade,
    lead_id text references leads (id) on delete cascade,
    conversation_id text references conversations (id) on delete cascade,
    type text not null,
    body text not null,
    status text not null,
    attempts integer not null default 0,
    created_at timestamptz not null,
    attempted_at timestamptz,
    duration_ms integer,
    response_status integer,
    response_body text,
    error text
  )`.execute(db)
  await sql`create index webhook_deliveries_newest on webhook_deliveries (endpoint_id, position desc)`.execute(
    db,
  )
  await sql`create index webhook_deliveries_open on webhook_deliveries (endpoint_id, status)
    where status in ('waiting', 'held')`.execute(db)
  await sql`create index webhook_deliveries_of_lead on webhook_deliveries (lead_id)`.execute(db)
  await sql`create index webhook_deliveries_of_conversation on webhook_deliveries (conversation_id)`.execute(
    db,
  )
  await sql`create index webhook_deliveries_by_age on webhook_deliveries (created_at)`.execute(db)

  await sql`create function note_webhook_event(
    organization text, kind text, lead text, conversation text, details jsonb
  ) returns void language sql as $$
    insert into webhook_events (organization_id, type, lead_id, conversation_id, data, caused_in)
    select organization, kind, lead, conversation, details, pg_current_xact_id()::text::bigint
    where exists (
      select from webhook_endpoints
      where organization_id = organization and disabled_at is null and events ? kind
    )
  $$`.execute(db)

  await sql`create function note_lead_events() returns trigger language plpgsql as $$
    declare
      before timestamptz;
      after timestamptz;
      changed jsonb;
    begin
      if tg_op = 'DELETE' then
        perform note_webhook_event(old.organization_id, 'lead.deleted', old.id, null, '{}');
        return null;
      end if;
      if tg_op = 'INSERT' then
        perform note_webhook_event(new.organization_id, 'lead.created', new.id, null, '{}');
      else
        select jsonb_agg(now.key order by now.key) into changed from jsonb_each(to_jsonb(new)) now
          where now.value is distinct from to_jsonb(old) -> now.key
            and now.key not in ('changed_in', 'updated_at', 'extracted_metadata');
        if changed is not null then
          perform note_webhook_event(
            new.organization_id, 'lead.updated', new.id, null, jsonb_build_object('changed', changed));
        end if;
        before := case when old.booking_status is distinct from 'cancelled' then old.booking_start_time end;
      end if;
      after := case when new.booking_status is distinct from 'cancelled' then new.booking_start_time end;
      if before is distinct from after then
        perform note_webhook_event(
          new.organization_id,
          case when before is null then 'booking.confirmed' when after is null then 'booking.cancelled'
            else 'booking.changed' end,
          new.id, null,
          jsonb_build_object('start_time', after at time zone 'UTC', 'previous_start_time', before at time zone 'UTC'));
      end if;
      return null;
    end $$`.execute(db)
  await sql`create trigger leads_events after insert or update or delete on leads
    for each row execute function note_lead_events()`.execute(db)

  await sql`create function note_conversation_events() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' or (old.status, old.needs) is distinct from (new.status, new.needs) then
        perform note_webhook_event(new.organization_id, 'conversation.needs_person', null, new.id, '{}');
      end if;
      return null;
    end $$`.execute(db)
  await sql`create trigger conversations_events after insert or update of status, needs on conversations
    for each row when (new.status = 'needs_person') execute function note_conversation_events()`.execute(db)
}
