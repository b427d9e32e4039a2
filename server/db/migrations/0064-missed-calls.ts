import { type Kysely, sql } from 'kysely'

/** Adds the numbers whose missed calls are forwarded to this server, and these calls. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table phone_lines (
    phone text primary key,
    organization_id text not null,
    connected_at timestamptz not null
  )`.execute(db)
  await sql`create index phone_lines_of_organization on phone_lines (organization_id)`.execute(db)
  await sql`create table missed_calls (
    id text primary key,
    organization_id text not null,
    phone text not null,
    is_texted boolean not null,
    at timestamptz not null
  )`.execute(db)
  await sql`create index missed_calls_of_phone on missed_calls (organization_id, phone, at)`.execute(db)
}
