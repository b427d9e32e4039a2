import { type Kysely, sql } from 'kysely'

/**
 * The tables whose deleted rows the journal records: the kind of entry, how the subject is written, and the columns that
 * identify it. An `id` is written as it is, a `chosen` one only if it is random, and anything else is hashed.
 */
const DELETED = {
  leads: ['lead_erased', 'chosen', 'id'],
  conversations: ['conversation_erased', 'chosen', 'id'],
  organizations: ['organization_erased', 'id', 'id'],
  api_keys: ['api_key_revoked', 'chosen', 'id'],
  webhook_endpoints: ['webhook_deleted', 'chosen', 'id'],
  calendar_feeds: ['calendar_feed_deleted', 'hashed', 'token'],
  calendar_sources: ['calendar_source_removed', 'chosen', 'id'],
  calendar_connections: ['calendar_disconnected', 'hashed', 'service', 'connected_at'],
  integration_connections: ['integration_disconnected', 'hashed', 'provider', 'connected_at'],
  push_devices: ['device_removed', 'chosen', 'id'],
  sms_consents: ['text_consent_ended', 'hashed', 'organization_id', 'phone'],
  email_opt_outs: ['mail_opt_out_ended', 'hashed', 'organization_id', 'email'],
  sms_opt_outs: ['text_opt_out_ended', 'hashed', 'phone'],
}

/** The same for inserted rows. */
const INSERTED = {
  deleted_organizations: ['organization_deleted', 'id', 'id'],
  sms_consents: ['text_consent_given', 'hashed', 'organization_id', 'phone'],
  email_opt_outs: ['mail_opt_out', 'hashed', 'organization_id', 'email'],
  sms_opt_outs: ['text_opt_out', 'hashed', 'phone'],
}

/** The same for changed rows, whose old state counts as deleted, with the condition. */
const REPLACED = {
  api_keys: ['old.revoked_at is null and new.revoked_at is not null', 'api_key_revoked', 'chosen', 'id'],
  calendar_feeds: ['old.token <> new.token', 'calendar_feed_deleted', 'hashed', 'token'],
  calendar_connections: [
    'old.connected_at <> new.connected_at',
    ...['calendar_disconnected', 'hashed', 'service', 'connected_at'],
  ],
  integration_connections: [
    'old.connected_at <> new.connected_at',
    ...['integration_disconnected', 'hashed', 'provider', 'connected_at'],
  ],
}

/**
 * Adds the entries that wait to be appended to the journal outside the database. Triggers record them in the
 * transactions that cause them, so that no writer can forget to. Appended entries stay for a while, because they tell
 * which of the journal's entries a backup already contains.
 *
 * An entry contains IDs, and salted hashes of everything else, including IDs that a client has chosen, because they can
 * contain a name or a number. The salt is created with the first hash. `opt_out_hashes` contains the opt-outs in a journal that was applied to a backup, until
 * their addresses and numbers turn up.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`create table journal_entries (
    id uuid primary key default gen_random_uuid(),
    at timestamptz not null default clock_timestamp(),
    kind text not null,
    organization text,
    subject text not null,
    salt text,
    appended_at timestamptz
  )`)
  await run(`create index journal_entries_waiting on journal_entries (at) where appended_at is null`)
  await run(`create index journal_entries_appended on journal_entries (at) where appended_at is not null`)
  await run(`create table journal_salt (
    is_only boolean primary key default true check (is_only),
    salt text not null
  )`)
  await run(`create table opt_out_hashes (
    kind text not null,
    hash text not null,
    at timestamptz not null,
    primary key (kind, hash)
  )`)

  await run(`create function note_journal_entry(kind text, organization text, subject text, is_hashed boolean)
    returns void language plpgsql as $$
    declare
      known text;
    begin
      if subject is null or current_setting('fieldhand.keeps_no_journal', true) = 'on' then
        return;
      end if;
      if not is_hashed then
        insert into journal_entries (kind, organization, subject) values (kind, organization, subject);
        return;
      end if;
      select salt into known from journal_salt;
      if known is null then
        insert into journal_salt (salt)
          values (replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')) on conflict do nothing;
        select salt into known from journal_salt;
      end if;
      insert into journal_entries (kind, organization, subject, salt) values (
        kind, organization,
        encode(sha256(convert_to(known || ' ' || subject, 'UTF8')), 'hex'),
        left(encode(sha256(convert_to(known, 'UTF8')), 'hex'), 8)
      );
    end $$`)
  await run(`create function is_random_id(id text) returns boolean language sql immutable as $$
    select id ~ '^[a-z]+_[0-9A-Za-z]{16,}$'
  $$`)

  // Its time zone determines how times are written.
  await run(`create function note_journal_row() returns trigger language plpgsql set timezone to 'UTC' as $$
    declare
      changed jsonb := case when tg_op = 'INSERT' then to_jsonb(new) else to_jsonb(old) end;
      subject text;
    begin
      select string_agg(changed ->> name, ' ' order by position) into subject
        from unnest(tg_argv[2:]) with ordinality as columns (name, position);
      perform note_journal_entry(
        tg_argv[0], changed ->> 'organization_id', subject,
        tg_argv[1] = 'hashed' or tg_argv[1] = 'chosen' and not is_random_id(subject));
      return null;
    end $$`)
  const trigger = (name: string, event: string, table: string, call: readonly string[], condition = '') =>
    run(`create trigger ${table}_journal_${name} after ${event} on ${table} for each row ${condition}
      execute function note_journal_row(${call.map((argument) => `'${argument}'`).join(', ')})`)
  for (const [table, call] of Object.entries(DELETED)) await trigger('deletions', 'delete', table, call)
  for (const [table, call] of Object.entries(INSERTED)) await trigger('insertions', 'insert', table, call)
  for (const [table, [condition, ...call]] of Object.entries(REPLACED)) {
    await trigger('changes', 'update', table, call, `when (${condition})`)
  }

  await run(`create function note_journal_membership() returns trigger language plpgsql as $$
    declare
      before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
      after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
      organization text := coalesce(after, before) ->> 'organization_id';
      member text := coalesce(after, before) ->> 'user_id';
      was_member boolean := before is not null and before ->> 'removed_at' is null;
      is_member boolean := after is not null and after ->> 'removed_at' is null;
      was_admin boolean := was_member and before ->> 'role' in ('admin', 'org:admin');
      is_admin boolean := is_member and after ->> 'role' in ('admin', 'org:admin');
    begin
      -- A user who has joined again has another membership, and the end of the old one can be reported late.
      if tg_table_name = 'members' and not is_member and exists (
        select from members other where other.organization_id = organization and other.user_id = member
          and other.removed_at is null
      ) then
        return null;
      end if;
      if was_member <> is_member or before is null then
        perform note_journal_entry(
          case when is_member then 'membership_begun' else 'membership_ended' end, organization, member,
          false);
      end if;
      if was_admin <> is_admin then
        perform note_journal_entry(
          case when is_admin then 'admin_appointed' else 'admin_removed' end, organization, member,
          false);
      end if;
      return null;
    end $$`)
  for (const table of ['members', 'identity_memberships']) {
    await run(`create trigger ${table}_journal after insert or update or delete on ${table}
      for each row execute function note_journal_membership()`)
  }

  // The people in the notification settings.
  await run(`create function note_journal_people() returns trigger language plpgsql as $$
    declare
      before jsonb := case when tg_op <> 'INSERT' then jsonb_path_query_array(old.fields, '$.people[*].id') else '[]' end;
      after jsonb := case when tg_op <> 'DELETE' then jsonb_path_query_array(new.fields, '$.people[*].id') else '[]' end;
    begin
      perform note_journal_entry('person_removed', old.organization_id, id, not is_random_id(id))
        from jsonb_array_elements_text(before) as id where not after ? id;
      perform note_journal_entry('person_added', new.organization_id, id, not is_random_id(id))
        from jsonb_array_elements_text(after) as id where not before ? id;
      return null;
    end $$`)
  await run(`create trigger notification_settings_journal after insert or update or delete on notification_settings
    for each row execute function note_journal_people()`)
}
