import { type Kysely, sql } from 'kysely'

/** Adds the address from which calendar apps read an organization's estimate calls. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table calendar_feeds (
    organization_id text primary key references organizations (id) on delete cascade,
    token text not null unique,
    created_at timestamptz not null
  )`.execute(db)
}
