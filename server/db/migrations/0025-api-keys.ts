import { type Kysely, sql } from 'kysely'

/** Adds API keys. Only their hashes are stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table api_keys (
    id text primary key,
    organization_id text not null references organizations (id) on delete cascade,
    name text not null,
    hash text not null unique,
    hint text not null,
    scopes jsonb not null,
    created_by text not null,
    created_at timestamptz not null,
    expires_at timestamptz,
    last_used_at timestamptz,
    revoked_at timestamptz
  )`.execute(db)
  await sql`create index api_keys_of_organization on api_keys (organization_id, created_at)`.execute(db)
}
