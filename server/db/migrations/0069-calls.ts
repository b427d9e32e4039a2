import { type Kysely, sql } from 'kysely'

/** Adds the calls that the agent answers, and what callers didn't hear of messages that they interrupted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table calls (
    id text primary key,
    organization_id text not null references organizations (id) on delete cascade,
    conversation_id text not null references conversations (id) on delete cascade,
    phone text,
    number text not null,
    is_own boolean not null,
    ticket_hash text unique,
    connection text,
    state jsonb not null,
    started_at timestamptz not null,
    active_at timestamptz not null,
    ended_at timestamptz,
    seconds integer,
    outcome text,
    summary text
  )`.execute(db)
  await sql`create index calls_of_conversation on calls (conversation_id)`.execute(db)
  await sql`create index calls_of_organization on calls (organization_id, started_at)`.execute(db)
  await sql`create index calls_under_way on calls (active_at) where ended_at is null`.execute(db)
  await sql`alter table messages add column unheard text`.execute(db)
}
