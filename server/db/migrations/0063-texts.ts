import { type Kysely, sql } from 'kysely'

/**
 * Adds conversations by text message, and the numbers that were asked which business they mean, because businesses can
 * share a number.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table conversations add column text_phone text`.execute(db)
  await sql`create index conversations_of_text_phone on conversations (text_phone, organization_id)
    where text_phone is not null`.execute(db)
  await sql`create table text_routes (
    phone text primary key,
    organization_id text,
    chosen_at timestamptz,
    asked jsonb not null default '[]',
    waiting jsonb not null default '[]',
    at timestamptz not null
  )`.execute(db)
  await sql`create index text_routes_of_organization on text_routes (organization_id)`.execute(db)
}
