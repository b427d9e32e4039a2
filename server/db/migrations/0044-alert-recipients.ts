import { type Kysely, sql } from 'kysely'

/**
 * Adds who has confirmed that they want alerts, and when codes were requested, which is kept apart from organizations so
 * that their erasure doesn't reset the limits. The addresses and numbers that are saved already keep their alerts for 14
 * days, and a code is due for each of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table alert_recipients (
    organization_id text not null references organizations (id) on delete cascade,
    channel text not null,
    address text not null,
    added_at timestamptz not null,
    confirmed_at timestamptz,
    alerts_until timestamptz,
    code_due_at timestamptz,
    hash text,
    code_expires_at timestamptz,
    attempts integer not null default 0,
    primary key (organization_id, channel, address)
  )`.execute(db)
  await sql`create index alert_recipients_due on alert_recipients (code_due_at) where code_due_at is not null`.execute(
    db,
  )
  await sql`create table code_requests (
    id uuid primary key default gen_random_uuid(),
    address_hash text not null,
    organization_hash text not null,
    at timestamptz not null
  )`.execute(db)
  await sql`create index code_requests_by_address on code_requests (address_hash, at)`.execute(db)
  await sql`create index code_requests_by_organization on code_requests (organization_hash, at)`.execute(db)
  await sql`insert into alert_recipients (organization_id, channel, address, added_at, alerts_until, code_due_at)
    select distinct organization_id, channel, address, now(), now() + interval '14 days', now() from (
      select organization_id, 'email' as channel, lower(trim(person ->> 'email')) as address
        from notification_settings, jsonb_path_query(fields, '$.people[*]') as person
      union all
      select organization_id, 'sms', person ->> 'phone'
        from notification_settings, jsonb_path_query(fields, '$.people[*] ? (@.sms_consent == true)') as person
      union all
      select organization_id, 'email', lower(trim(fields ->> 'escalation_email')) from profiles
    ) as saved where address <> ''`.execute(db)
}
