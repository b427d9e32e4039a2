import { type Kysely, sql } from 'kysely'

/** Replaces the word index with one without accents, so that a search for `jardin` finds `jardín`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The accents of the languages that visitors in the Americas write.
  await sql`create function without_accents(text) returns text language sql immutable parallel safe as $$
    select translate($1,
      'áàâäãåéèêëíìîïóòôöõúùûüñçÁÀÂÄÃÅÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇ',
      'aaaaaaeeeeiiiiooooouuuuncAAAAAAEEEEIIIIOOOOOUUUUNC')
  $$`.execute(db)
  await sql`drop index messages_words`.execute(db)
  await sql`create index messages_words on messages
    using gin ((to_tsvector('simple', without_accents(content)) || array_to_tsvector(array[organization_id])))`.execute(
    db,
  )
}
