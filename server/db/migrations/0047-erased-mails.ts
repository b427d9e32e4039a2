import { type Kysely, sql } from 'kysely'

/**
 * Adds what is left of a mail whose lead, conversation, or organization was erased, so that its unsubscribe link still
 * works: hashes of its token and of its recipient, which are made like those of opt-outs. A trigger keeps it, because
 * most notifications are deleted with what they are about.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table erased_mails (
    token_hash text primary key,
    organization text not null,
    audience text not null,
    own_hash text not null,
    all_hash text not null,
    at timestamptz not null
  )`.execute(db)
  await sql`create index erased_mails_at on erased_mails (at)`.execute(db)
  await sql`create function keep_erased_mail() returns trigger language plpgsql as $$
    declare
      known text;
    begin
      insert into journal_salt (salt)
        values (replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')) on conflict do nothing;
      select salt into known from journal_salt;
      insert into erased_mails (token_hash, organization, audience, own_hash, all_hash, at) values (
        encode(sha256(convert_to(old.token, 'UTF8')), 'hex'), old.organization_id, old.audience,
        encode(sha256(convert_to(concat_ws(' ', known, old.organization_id, lower(old.recipient)), 'UTF8')), 'hex'),
        encode(sha256(convert_to(concat_ws(' ', known, lower(old.recipient)), 'UTF8')), 'hex'),
        old.created_at
      ) on conflict do nothing;
      return null;
    end $$`.execute(db)
  await sql`create trigger notifications_keep_erased_mail after delete on notifications for each row
    when (old.channel = 'email' and old.sent_at is not null and old.recipient is not null
      and old.kind not in ('resubscribe', 'recipient_code'))
    execute function keep_erased_mail()`.execute(db)
}
