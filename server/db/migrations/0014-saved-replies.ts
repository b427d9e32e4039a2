import { type Kysely, sql } from 'kysely'

/** Adds texts that members insert into their replies. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table saved_replies (
    organization_id text not null references organizations (id) on delete cascade,
    id text not null,
    title text not null,
    text text not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (organization_id, id)
  )`.execute(db)
}
