import { type Kysely, sql } from 'kysely'

/** Adds the alerts that members can answer by text, and what each number that answers is doing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table text_alerts (
    id text primary key,
    organization_id text not null,
    conversation_id text not null references conversations (id) on delete cascade,
    phone text not null,
    code text not null,
    is_waiting boolean not null,
    position integer not null,
    suggestion text,
    opened_at timestamptz not null,
    handled_at timestamptz,
    handled_by text,
    closed_at timestamptz,
    unique (phone, code),
    unique (phone, conversation_id)
  )`.execute(db)
  await sql`create index text_alerts_of_conversation on text_alerts (conversation_id)`.execute(db)
  await sql`create index text_alerts_of_organization on text_alerts (organization_id)`.execute(db)
  await sql`create table alert_talks (
    phone text primary key,
    organization_id text,
    mode text,
    alert_id text references text_alerts (id) on delete set null,
    slots jsonb,
    waiting jsonb not null default '[]',
    taken jsonb not null default '[]',
    done jsonb not null default '[]',
    touched_at timestamptz not null
  )`.execute(db)
  await sql`create index alert_talks_of_alert on alert_talks (alert_id)`.execute(db)
}
