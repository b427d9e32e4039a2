import { type Kysely, sql } from 'kysely'
import { appliedMigrations } from '../db/migrate.ts'
import type { Database } from '../db/schema.ts'
import type { JournalStorage } from '../journal/storage.ts'
import { filesOf, type PhotoStorage } from '../photos/storage.ts'
import { type Entry, FORMAT, type Header } from './archive.ts'
import { SCHEMAS, setExactTexts, type Table, tablesOf } from './tables.ts'

const ROWS_AT_ONCE = 1_000

export interface Counts {
  rows: number
  photos: number
}

/** The files that a backup contains in addition to the database; null leaves them out. */
export interface Files {
  photos: PhotoStorage | null
  journal: JournalStorage | null
}

const line = (entry: Entry | Header) => `${JSON.stringify(entry)}\n`

async function* rowsOf(tx: Kysely<Database>, { schema, name, columns }: Table): AsyncGenerator<string[]> {
  const texts = sql.join(columns.map((column) => sql`${sql.id(column.name)}::text`))
  await sql`declare backup no scroll cursor for
    select to_json(array[${texts}])::text as line from ${sql.id(schema, name)}`.execute(tx)
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(ROWS_AT_ONCE)} from backup`.execute(tx)
    if (rows.length === 0) break
    yield rows.map((row) => row.line)
  }
  await sql`close backup`.execute(tx)
}

async function* journalOf(storage: JournalStorage): AsyncGenerator<Entry> {
  for (const name of await storage.names()) {
    const text = await storage.read(name)
    if (text !== null) yield { journal: name, text }
  }
}

async function* photosOf(tx: Kysely<Database>, storage: PhotoStorage): AsyncGenerator<Entry> {
  const { rows } = await sql<{
    file: string
  }>`select file from photos where stored_at is not null order by file`.execute(tx)
  for (const { file } of rows) {
    for (const name of Object.values(filesOf(file))) {
      const bytes = await storage.get(name)
      // The photo was erased in the meantime.
      if (bytes === null) continue
      yield { photo: name, base64: Buffer.from(bytes).toString('base64') }
    }
  }
}

/**
 * Yields the content of an archive (archive.ts): the database as seen by `tx`, which must be a transaction with a
 * single snapshot, the photo files that exist, and the journal, which can already have later entries. Adds to `counts`.
 */
export async function* dump(
  tx: Kysely<Database>,
  { photos, journal }: Files,
  counts: Counts,
): AsyncGenerator<string> {
  await setExactTexts(tx)
  const migrations = (await appliedMigrations(tx)) ?? []
  yield line({ fieldhand: 'backup', format: FORMAT, made_at: new Date().toISOString(), migrations })
  const tables = await tablesOf(tx)
  for (const table of tables) {
    yield line({ table: [table.schema, table.name], columns: table.columns.map(({ name }) => name) })
    for await (const rows of rowsOf(tx, table)) {
      counts.rows += rows.length
      yield `${rows.join('\n')}\n`
    }
  }
  const { rows: sequences } = await sql<{ schema: string; name: string; value: string }>`
    select schemaname as schema, sequencename as name, last_value::text as value from pg_sequences
    where schemaname = any(${SCHEMAS}) and last_value is not null`.execute(tx)
  for (const { schema, name, value } of sequences) yield line({ sequence: [schema, name], value })
  const hasPhotos = tables.some(({ schema, name }) => schema === 'public' && name === 'photos')
  if (photos && hasPhotos) {
    for await (const photo of photosOf(tx, photos)) {
      counts.photos += 1
      yield line(photo)
    }
  }
  if (!journal) return
  for await (const file of journalOf(journal)) yield line(file)
}
