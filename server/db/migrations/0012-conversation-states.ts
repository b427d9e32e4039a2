import { type Kysely, sql } from 'kysely'

/**
 * Adds who answers each conversation, what the business has not read, and who wrote each message. Existing
 * conversations belong to the agent, and count as read.
 *
 * `last_message_at` is null until the visitor has written; such conversations are not listed. Messages do not reference
 * the organization, because that would lock its row after the conversation's row, whereas a booking locks the
 * organization first.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table messages add column organization_id text, add column author text,
    add column author_name text`.execute(db)
  await sql`update messages set organization_id = conversations.organization_id,
      author = case message_type when 'incoming' then 'visitor' else 'agent' end
    from conversations where conversations.id = conversation_id`.execute(db)
  await sql`alter table messages alter column organization_id set not null, alter column author set not null,
    drop constraint messages_once,
    add constraint messages_once unique (conversation_id, author, client_id),
    add constraint messages_author check (author in ('visitor', 'agent', 'person'))`.execute(db)
  await sql`create index messages_of_organization on messages (organization_id, id)`.execute(db)
  await sql`create index messages_text on messages using gin (to_tsvector('simple', content))`.execute(db)

  await sql`alter table conversations
    add column channel text not null default 'website_chat',
    add column status text not null default 'agent',
    add column needs text,
    add column taken_by text,
    add column taken_by_name text,
    add column taken_at timestamptz,
    add column last_message_at timestamptz,
    add column last_excerpt text,
    add column last_author text,
    add column unread integer not null default 0,
    add constraint conversations_status check (status in ('agent', 'needs_person', 'person', 'closed')),
    add constraint conversations_needs check ((status = 'needs_person') = (needs is not null)),
    add constraint conversations_taken check ((status = 'person') = (taken_by is not null)
      and (taken_by is null) = (taken_at is null))`.execute(db)
  await sql`update conversations set last_message_at = date_trunc('milliseconds', last.created_at),
      last_excerpt = left(btrim(regexp_replace(last.content, '\\s+', ' ', 'g')), 200), last_author = last.author
    from (select distinct on (conversation_id) conversation_id, created_at, content, author from messages
      order by conversation_id, position desc) as last
    where last.conversation_id = conversations.id
      and exists (select from messages where conversation_id = conversations.id and author = 'visitor')`.execute(
    db,
  )

  const index = (name: string, condition: string, columns = '') =>
    sql`create index ${sql.ref(name)} on conversations
      (organization_id, ${sql.raw(columns)} last_message_at desc, id desc)
      where last_message_at is not null ${sql.raw(condition)}`.execute(db)
  await index('conversations_by_activity', '')
  await index('conversations_needing', "and status = 'needs_person'")
  await index('conversations_unread', 'and unread > 0')
  await index('conversations_taken', 'and taken_by is not null', 'taken_by,')
}
