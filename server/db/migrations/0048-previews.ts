import { type Kysely, sql } from 'kysely'

/** Adds whether a conversation was held with a preview pass while the widget wasn't live. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table conversations add column is_preview boolean not null default false`.execute(db)
}
