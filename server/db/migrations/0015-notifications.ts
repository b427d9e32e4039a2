import { type Kysely, sql } from 'kysely'

/**
 * Adds notifications, one row per recipient and channel, and the settings that determine the recipients. Rows are
 * deleted with their lead or conversation. `event` identifies the occasion, so that it is announced only once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table notification_settings (
    organization_id text primary key references organizations (id) on delete cascade,
    fields jsonb not null,
    updated_at timestamptz not null
  )`.execute(db)

  await sql`create table push_devices (
    id text primary key,
    organization_id text not null references organizations (id) on delete cascade,
    user_id text not null,
    session_id text,
    name text not null,
    endpoint text not null,
    p256dh text not null,
    auth text not null,
    alerts jsonb not null,
    created_at timestamptz not null,
    last_sent_at timestamptz,
    constraint push_devices_once unique (organization_id, endpoint)
  )`.execute(db)

  await sql`create table notifications (
    id text primary key,
    position bigint generated always as identity,
    organization_id text not null references organizations (id) on delete cascade,
    event text not null,
    kind text not null,
    channel text not null,
    audience text not null,
    person_id text,
    device_id text references push_devices (id) on delete set null,
    recipient text,
    recipient_name text not null,
    lead_id text references leads (id) on delete cascade,
    conversation_id text references conversations (id) on delete cascade,
    data jsonb not null,
    token text not null unique,
    status text not null,
    reason text,
    attempts integer not null default 0,
    provider_id text,
    subject text,
    text text,
    html text,
    created_at timestamptz not null,
    due_at timestamptz,
    released_at timestamptz,
    sent_at timestamptz,
    delivered_at timestamptz,
    opened_at timestamptz,
    failed_at timestamptz
  )`.execute(db)
  await sql`create unique index notifications_once
    on notifications (organization_id, event, channel, coalesce(device_id, recipient, person_id, ''))`.execute(
    db,
  )
  await sql`create index notifications_newest on notifications (organization_id, position desc)`.execute(db)
  await sql`create index notifications_of_lead on notifications (lead_id, position desc)`.execute(db)
  await sql`create index notifications_of_conversation on notifications (conversation_id)`.execute(db)
  await sql`create index notifications_waiting on notifications (due_at)
    where status = 'queued' and released_at is null`.execute(db)
  await sql`create index notifications_by_provider on notifications (provider_id) where provider_id is not null`.execute(
    db,
  )

  await sql`create table email_opt_outs (
    organization_id text not null references organizations (id) on delete cascade,
    email text not null,
    at timestamptz not null,
    primary key (organization_id, email)
  )`.execute(db)
  await sql`create table sms_consents (
    organization_id text not null references organizations (id) on delete cascade,
    phone text not null,
    source text not null,
    at timestamptz not null,
    primary key (organization_id, phone)
  )`.execute(db)
  // All organizations share one number, so a STOP applies to all of them.
  await sql`create table sms_opt_outs (phone text primary key, at timestamptz not null)`.execute(db)
  await sql`create table server_keys (name text primary key, value jsonb not null, created_at timestamptz not null)`.execute(
    db,
  )
  await sql`alter table members add column email text`.execute(db)
}
