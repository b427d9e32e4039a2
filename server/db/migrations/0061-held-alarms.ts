import { type Kysely, sql } from 'kysely'

/** Lets a conversation that a member answers need a person, because the visitor writes about a danger. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table conversations
    drop constraint conversations_taken,
    add constraint conversations_taken check ((status <> 'person' or taken_by is not null)
      and (status in ('person', 'needs_person') or taken_by is null)
      and (taken_by is null) = (taken_at is null))`.execute(db)
}
