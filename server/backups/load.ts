import { type Kysely, sql } from 'kysely'
import { isLocalIdentityTable, WITHOUT_LOCAL_IDENTITY } from '../db/local-identity.ts'
import { migrateTo } from '../db/migrate.ts'
import { createQueueSchema, QUEUE_SCHEMA } from '../db/queue-schema.ts'
import type { Database } from '../db/schema.ts'
import type { Bytes, PhotoStorage } from '../photos/storage.ts'
import { type Entry, type Header, readArchive } from './archive.ts'
import type { Counts } from './dump.ts'
import { SCHEMAS, setExactTexts, type Table, tablesOf } from './tables.ts'

const ROWS_AT_ONCE = 1_000
const LENGTH_AT_ONCE = 1_000_000
const PHOTO = /^[\w-]+\.jpg$/

export type CreateTables = (tx: Kysely<Database>) => Promise<void>

export interface Loaded extends Counts {
  /** The rows of the local identity that were left out. */
  skipped: number
}

/**
 * Turns off foreign keys and triggers, so that rows can be inserted in any order. Returns a function that turns them
 * back on.
 */
async function withoutRules(tx: Kysely<Database>): Promise<() => Promise<void>> {
  const { rows: references } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conparentid = 0
      and connamespace = any(${SCHEMAS}::regnamespace[])`.execute(tx)
  const { rows: triggers } = await sql<{ table: string }>`
    select distinct tgrelid::regclass::text as table from pg_trigger
    join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and relnamespace = any(${SCHEMAS}::regnamespace[])`.execute(tx)
  const run = (text: string) => sql.raw(text).execute(tx)
  for (const { table, name } of references) await run(`alter table ${table} drop constraint ${name}`)
  for (const { table } of triggers) await run(`alter table ${table} disable trigger user`)
  return async () => {
    for (const { table } of triggers) await run(`alter table ${table} enable trigger user`)
    for (const { table, name, definition } of references) {
      await run(`alter table ${table} add constraint ${name} ${definition}`)
    }
  }
}

/** Returns a function that inserts rows, given as JSON arrays, into a table. */
function inserterOf(
  tx: Kysely<Database>,
  { schema, name, columns }: Table,
  given: readonly string[],
): (lines: readonly string[]) => Promise<unknown> {
  const types = new Map(columns.map((column) => [column.name, column.type]))
  const missing = given.find((column) => !types.has(column))
  // The columns can differ between versions of pg-boss.
  if (missing !== undefined && schema !== QUEUE_SCHEMA) throw new Error(`${name} has no column ${missing}`)
  const used = given.flatMap((column, index) => {
    const type = types.get(column)
    return type === undefined ? [] : [{ column, type, index }]
  })
  const into = sql.join(used.map(({ column }) => sql.id(column)))
  const values = sql.join(used.map(({ type, index }) => sql`(line ->> ${sql.lit(index)})::${sql.raw(type)}`))
  return (lines) =>
    sql`insert into ${sql.id(schema, name)} (${into}) overriding system value
      select ${values} from jsonb_array_elements(${`[${lines.join(',')}]`}::jsonb) line`.execute(tx)
}

async function putPhoto(storage: PhotoStorage, name: string, base64: string): Promise<void> {
  if (!PHOTO.test(name)) throw new Error(`${name} is not a photo`)
  const bytes: Bytes = new Uint8Array(Buffer.from(base64, 'base64'))
  // The old database might contain the same photo. In that case, don't write its file again.
  const present = await storage.get(name)
  if (present === null || Buffer.compare(present, bytes) !== 0) await storage.put(name, bytes)
}

/**
 * Fills an empty database, within the transaction `tx`, from an archive that has passed `checkArchive`. Migrates the
 * schema to the archive's version. Stores the photos before the commit, which is safe because the names of photo files
 * are unique. Passes the files of the journal to `keepJournal`. Skips the local identity's rows, and counts them, unless
 * `createLocalIdentity` creates the tables that the product's schema does not have.
 */
export async function load(
  tx: Kysely<Database>,
  archive: string,
  { migrations }: Header,
  photos: PhotoStorage,
  keepJournal: (name: string, text: string) => void,
  createLocalIdentity: CreateTables | null,
): Promise<Loaded> {
  await migrateTo(tx, migrations)
  if (migrations.includes(WITHOUT_LOCAL_IDENTITY)) await createLocalIdentity?.(tx)
  await createQueueSchema(tx)
  await setExactTexts(tx)
  const tables = new Map((await tablesOf(tx)).map((table) => [`${table.schema}.${table.name}`, table]))
  const restoreRules = await withoutRules(tx)
  const counts = { rows: 0, photos: 0, skipped: 0 }
  let isSkipped = false
  let insert: ((lines: readonly string[]) => Promise<unknown>) | null = null
  let lines: string[] = []
  let length = 0
  const flush = async () => {
    // Tables without an inserter don't belong to Fieldhand.
    if (isSkipped) counts.skipped += lines.length
    else if (lines.length > 0 && insert) {
      await insert(lines)
      counts.rows += lines.length
    }
    lines = []
    length = 0
  }
  for await (const text of readArchive(archive)) {
    if (text.startsWith('[')) {
      lines.push(text)
      length += text.length
      if (lines.length >= ROWS_AT_ONCE || length >= LENGTH_AT_ONCE) await flush()
      continue
    }
    await flush()
    const entry = JSON.parse(text) as Entry
    if ('table' in entry) {
      const table = tables.get(entry.table.join('.'))
      isSkipped = !createLocalIdentity && isLocalIdentityTable(entry.table[1])
      insert = table ? inserterOf(tx, table, entry.columns) : null
    } else if ('sequence' in entry) {
      await sql`select setval(c.oid, ${entry.value}::bigint) from pg_class c
        where c.relkind = 'S' and c.relname = ${entry.sequence[1]}
          and c.relnamespace = to_regnamespace(${entry.sequence[0]})`.execute(tx)
    } else if ('journal' in entry) {
      keepJournal(entry.journal, entry.text)
    } else {
      await putPhoto(photos, entry.photo, entry.base64)
      counts.photos += 1
    }
  }
  await flush()
  await restoreRules()
  await sql`analyze`.execute(tx)
  return counts
}
