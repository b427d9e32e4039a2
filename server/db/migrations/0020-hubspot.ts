import { type Kysely, sql } from 'kysely'

/**
 * Adds the HubSpot connection with its sealed tokens, the contact of each lead, and the log of transfers. Triggers
 * count the changes of each lead, so that no writer can forget to announce one. Connections of earlier versions
 * transferred nothing and have no tokens, so they are deleted.
 *
 * The data of a lead references only the lead. A reference to the organization would lock its row after the lead's row,
 * whereas a booking locks the organization first.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from integration_connections where provider = 'hubspot'`.execute(db)
  await sql`create table hubspot_connections (
    organization_id text primary key,
    provider text not null default 'hubspot',
    portal_id text not null,
    tokens text not null,
    token_version integer not null default 1,
    expires_at timestamptz not null,
    refreshing_until timestamptz,
    state text not null default 'active',
    reason text,
    field_map jsonb not null,
    paused_until timestamptz,
    failures integer not null default 0,
    is_queued boolean not null default false,
    enrolled_at timestamptz,
    imported_at timestamptz,
    foreign key (organization_id, provider) references integration_connections (organization_id, provider)
      on delete cascade
  )`.execute(db)
  await sql`create index hubspot_connections_portal on hubspot_connections (portal_id)`.execute(db)

  await sql`create table hubspot_links (
    lead_id text primary key references leads (id) on delete cascade,
    organization_id text not null,
    portal_id text not null,
    contact_id text,
    agreed jsonb,
    withheld_email text,
    extras jsonb not null default '{}',
    version integer not null default 1,
    done_version integer not null default 0,
    not_before timestamptz,
    tried_at timestamptz,
    error text,
    is_gone boolean not null default false,
    synced_at timestamptz
  )`.execute(db)
  await sql`create index hubspot_links_due on hubspot_links (organization_id, tried_at nulls first)
    where version > done_version and not is_gone`.execute(db)
  await sql`create index hubspot_links_contact on hubspot_links (organization_id, contact_id)`.execute(db)

  await sql`create index hubspot_links_email on hubspot_links (organization_id, lower(agreed->>'email'))`.execute(
    db,
  )
  await sql`create index hubspot_links_phone on hubspot_links (organization_id, (agreed->>'phone'))`.execute(
    db,
  )
  await sql`create index leads_by_email on leads (organization_id, lower(coalesce(prospect_email, contact_email)))`.execute(
    db,
  )

  await sql`create table hubspot_transfers (
    id text primary key,
    position bigint generated always as identity,
    organization_id text not null,
    lead_id text references leads (id) on delete cascade,
    at timestamptz not null,
    direction text not null,
    kind text not null,
    status text not null,
    detail text
  )`.execute(db)
  await sql`create index hubspot_transfers_newest on hubspot_transfers (organization_id, position desc)`.execute(
    db,
  )
  await sql`create index hubspot_transfers_of_lead on hubspot_transfers (lead_id)`.execute(db)

  await sql`create function note_hubspot_lead() returns trigger language plpgsql as $$
    declare
      unread text[] := array['changed_in', 'updated_at', 'answered_at', 'automatic_at'];
    begin
      if tg_op = 'UPDATE' and to_jsonb(new) - unread = to_jsonb(old) - unread then
        return null;
      end if;
      insert into hubspot_links (lead_id, organization_id, portal_id)
      select new.id, new.organization_id, portal_id from hubspot_connections
      where organization_id = new.organization_id
      on conflict (lead_id) do update set version = hubspot_links.version + 1;
      return null;
    end $$`.execute(db)
  await sql`create trigger leads_hubspot after insert or update on leads
    for each row execute function note_hubspot_lead()`.execute(db)
  await sql`create function note_hubspot_messages() returns trigger language plpgsql as $$
    begin
      -- The lead before its link, like every other writer.
      perform from leads where conversation_id in (
          select conversation_id from added where message_type <> 'note')
        and exists (select from hubspot_links where lead_id = leads.id)
      order by id for no key update;
      update hubspot_links set version = version + 1
      where lead_id in (
        select leads.id from leads join added on leads.conversation_id = added.conversation_id
        where added.message_type <> 'note');
      return null;
    end $$`.execute(db)
  await sql`create trigger messages_hubspot after insert on messages
    referencing new table as added for each statement execute function note_hubspot_messages()`.execute(db)
}
