import { type Kysely, sql } from 'kysely'

/**
 * Adds photos of messages. A trigger records the files of every erased photo, however it was erased, so that they are
 * removed after the commit. Like messages, photos do not reference the organization.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table photos (
    id text primary key,
    organization_id text not null,
    conversation_id text not null references conversations (id) on delete cascade,
    message_id text,
    client_id text not null,
    file text not null unique,
    width integer not null,
    height integer not null,
    bytes integer not null,
    created_at timestamptz not null,
    stored_at timestamptz,
    constraint photos_once unique (conversation_id, client_id),
    constraint photos_complete check (message_id is null or stored_at is not null)
  )`.execute(db)
  await sql`create index photos_of_message on photos (message_id)`.execute(db)
  await sql`create index photos_of_organization on photos (organization_id, id)`.execute(db)
  await sql`create index photos_unsent on photos (created_at) where message_id is null`.execute(db)

  await sql`create table photo_removals (
    file text primary key,
    removed_at timestamptz not null,
    emptied_at timestamptz
  )`.execute(db)
  await sql`create function note_photo_removals() returns trigger language plpgsql as $$
    begin
      insert into photo_removals (file, removed_at) select file, now() from removed;
      return null;
    end $$`.execute(db)
  await sql`create trigger photos_removal after delete on photos
    referencing old table as removed for each statement execute function note_photo_removals()`.execute(db)
}
