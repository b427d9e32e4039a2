import { type Kysely, sql } from 'kysely'

/**
 * Adds indexes for databases with thousands of organizations. The word index contains the organization of each message
 * as an additional word, so that a search reads only the organization's own messages. The conversation index contains
 * whether the visitor has written, which insights count.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index messages_text`.execute(db)
  await sql`create index messages_words on messages
    using gin ((to_tsvector('simple', content) || array_to_tsvector(array[organization_id])))`.execute(db)
  await sql`drop index conversations_newest`.execute(db)
  await sql`create index conversations_newest on conversations (organization_id, created_at)
    include (last_message_at)`.execute(db)
  await sql`create index notifications_by_kind on notifications (organization_id, kind, created_at)`.execute(
    db,
  )
  await sql`create index calendar_events_coming on calendar_events (start)
    where version = done_version and error is null`.execute(db)

  // Returns the key that names with the same slug share: letters and digits.
  await sql`create function organization_slug_key(text) returns text language sql immutable parallel safe as $$
    select left(regexp_replace(lower($1), '[^a-z0-9]+', '', 'g'), 200)
  $$`.execute(db)
  await sql`create index organizations_by_slug on organizations (organization_slug_key(name))`.execute(db)
  await sql`create index profiles_by_slug on profiles (organization_slug_key(fields->>'business_name'))`.execute(
    db,
  )
}
