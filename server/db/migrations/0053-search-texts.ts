import { type Kysely, sql } from 'kysely'

/** What the plain text of a search omits, as in `src/domain/common/plain-text.ts`. */
const UNTYPED =
  "['`‘’‛′ʹʻʼʾʿ\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]"
const HYPHENS = '-\u2010-\u2015\u2212'

/** Characters whose presence gives a lowercase text another plain text, or other spellings. */
const SPECIAL = `[^\\n -&(-_a-~]|a[ae]|oe|ue|[[:alnum:]]-[[:alnum:]]|\\m[[:alpha:]]\\.`

/**
 * Stores the text in which each lead is searched, and indexes the words of messages, in the same way as the console
 * folds them: without accents and with other spellings of names.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The functions use only what the database has built in, because a restored dump calls them without a search path.
  await sql`create function search_text(given text) returns text
    language plpgsql immutable strict parallel safe as $$
    declare
      marked text := lower(given);
      plain text;
      spellings text[];
    begin
      if marked !~ ${sql.lit(SPECIAL)} then
        return marked;
      end if;
      marked := lower(normalize(replace(given, '´', ''), NFKD));
      spellings := array[marked, regexp_replace(replace(replace(marked, 'ø', 'oe'), E'a\\u030a', 'aa'),
        E'([aou])\\u0308', '\\1e', 'g')];
      for place in 1..2 loop
        spellings[place] := regexp_replace(replace(replace(replace(replace(translate(
          regexp_replace(spellings[place], ${sql.lit(UNTYPED)}, '', 'g'),
          'łđðøıħŧŋəςŁĐÐØĦŦŊƏ', 'lddoihtnaσlddohtna'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
          '\\m([[:alpha:]])\\.', '\\1', 'g');
      end loop;
      plain := spellings[1];
      spellings := spellings || regexp_replace(plain, '(a)[ae]|(o)e|(u)e', '\\1\\2\\3', 'g')
        || regexp_replace(plain, ${sql.lit(`([[:alnum:]])[${HYPHENS}](?=[[:alnum:]])`)}, '\\1', 'g');
      return concat_ws(chr(10), variadic array[plain] || array_remove(spellings, plain));
    end $$`.execute(db)
  // The digits of phone numbers in a text, each also without its area code.
  await sql`create function phone_words(given text) returns text
    language sql immutable strict parallel safe as $$
    select case when given ~ '\\d(\\D{0,3}\\d){6}' then (
      select coalesce(string_agg(national || ' ' || right(national, 7), ' '), '')
      from regexp_matches(given, '(?:\\d[ ().\u00a0\u2010-\u2015-]{0,3}){7,15}', 'g') number,
        regexp_replace(number[1], '\\D', '', 'g') digits,
        regexp_replace(digits, '^1(?=\\d{10}$)', '') national
    ) else '' end
  $$`.execute(db)

  await sql`alter table leads
    add column search_text text generated always as (search_text(
      coalesce(prospect_name, '') || chr(10) || coalesce(contact_name, '') || chr(10) ||
      coalesce(prospect_email, '') || chr(10) || coalesce(contact_email, '') || chr(10) ||
      coalesce(service_interest, ''))) stored`.execute(db)

  await sql`drop index messages_words`.execute(db)
  await sql`create index messages_words on messages using gin
    ((to_tsvector('simple', search_text(content) || ' ' || phone_words(content)) || array_to_tsvector(array[organization_id])))`.execute(
    db,
  )
  await sql`drop function without_accents(text)`.execute(db)
  await ignoreSearchText(db)
}

/** Leaves the searched text out of what webhooks report as changed. */
async function ignoreSearchText(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ source: string }>`
    select pg_get_functiondef('note_lead_events()'::regprocedure) as source`.execute(db)
  const source = rows[0]?.source ?? ''
  await sql
    .raw(source.replace("'changed_in', 'updated_at'", "'changed_in', 'search_text', 'updated_at'"))
    .execute(db)
}
