import { type Kysely, sql } from 'kysely'

/**
 * Stores which visitors are at their chats, and what they have read, apart from the conversations, whose triggers and
 * indexes don't concern that. Also stores since when a conversation needs a person; a trigger keeps it, so that no writer
 * can forget it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table visitor_presence (
    conversation_id text primary key references conversations (id) on delete cascade,
    organization_id text not null references organizations (id) on delete cascade,
    tabs jsonb not null default '{}',
    here_until timestamptz,
    seen_at timestamptz,
    received_position integer,
    read_position integer,
    read_at timestamptz
  )`.execute(db)
  await sql`create index visitor_presence_here on visitor_presence (here_until) where here_until is not null`.execute(
    db,
  )
  await sql`create index visitor_presence_organization on visitor_presence (organization_id)`.execute(db)

  await sql`alter table conversations add column waiting_since timestamptz`.execute(db)
  await sql`update conversations set waiting_since = coalesce(last_message_at, updated_at)
    where status = 'needs_person'`.execute(db)
  await sql`create function note_waiting() returns trigger language plpgsql as $$
    begin
      if new.status <> 'needs_person' then
        new.waiting_since := null;
      elsif tg_op = 'INSERT' then
        new.waiting_since := coalesce(new.waiting_since, new.updated_at);
      elsif old.status <> 'needs_person' then
        new.waiting_since := new.updated_at;
      end if;
      return new;
    end $$`.execute(db)
  await sql`create trigger conversations_waiting before insert or update of status on conversations
    for each row execute function note_waiting()`.execute(db)
}
