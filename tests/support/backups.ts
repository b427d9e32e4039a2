import { createHash } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { migrateIdentity } from '../../dev/identity/migrate.ts'
import { restore as restoreArchive } from '../../server/backups/restore.ts'
import { newId } from '../../server/base/ids.ts'
import { openDatabase } from '../../server/db/open.ts'
import { copyNewDatabases } from './new-database.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import { runProgram } from './program.ts'

/**
 * A backup of the data of commit 33ce21d0, whose last migration is 0017-removed-devices: the demo, with two visitors
 * whose photos are stored, six emails that are waiting for a mail server, tasks, saved settings, and a connection to
 * HubSpot.
 */
export const EARLIER = resolve(import.meta.dirname, '../server/backups/33ce21d0.jsonl.gz')

/** Returns the lines of an archive. */
export const linesIn = async (archive: string): Promise<string[]> =>
  gunzipSync(await readFile(archive))
    .toString()
    .split('\n')
    .slice(0, -1)

/**
 * Returns the data in an archive, without the header and the checksum, and of pg-boss's tables only the columns that they
 * have in `EARLIER`, because those depend on its version.
 */
export async function dataIn(archive: string): Promise<string[]> {
  const known = archive === EARLIER ? null : columnsIn(await dataIn(EARLIER))
  let kept: number[] | null = null
  return (await linesIn(archive)).slice(1, -1).map((line) => {
    const entry = JSON.parse(line) as string[] | { table?: [string, string]; columns: string[] }
    if (Array.isArray(entry)) return kept === null ? line : JSON.stringify(kept.map((index) => entry[index]))
    kept = null
    const { table, columns } = entry
    const earlier = table?.[0] === 'pgboss' ? known?.get(table[1]) : undefined
    if (!earlier) return line
    kept = earlier.map((column) => columns.indexOf(column))
    return JSON.stringify({ table, columns: earlier })
  })
}

/** Returns the columns of pg-boss's tables. */
const columnsIn = (lines: readonly string[]): Map<string, string[]> =>
  new Map(
    lines.flatMap((line) => {
      if (!line.startsWith('{"table":["pgboss"')) return []
      const { table, columns } = JSON.parse(line) as { table: [string, string]; columns: string[] }
      return [[table[1], columns] as const]
    }),
  )

/** Returns the product's tables in an archive, with their columns. */
export async function tablesIn(archive: string): Promise<Map<string, string[]>> {
  const entries = (await linesIn(archive)).filter((line) => line.startsWith('{"table":["public"'))
  const tables = entries.map((line) => JSON.parse(line) as { table: [string, string]; columns: string[] })
  return new Map(tables.map(({ table, columns }) => [table[1], columns]))
}

/** Returns the rows of a table in an archive as objects. */
export async function rowsIn(archive: string, table: string): Promise<Record<string, string | null>[]> {
  const lines = await linesIn(archive)
  const start = lines.findIndex((line) => line.startsWith(`{"table":["public","${table}"]`))
  const { columns } = JSON.parse(lines[start] ?? '') as { columns: string[] }
  const rest = lines.slice(start + 1)
  const rows = rest.slice(
    0,
    rest.findIndex((line) => !line.startsWith('[')),
  )
  return rows.map((row) => {
    const values = JSON.parse(row) as (string | null)[]
    return Object.fromEntries(columns.map((column, index) => [column, values[index] ?? null]))
  })
}

/** Writes lines to a compressed file. */
export const pack = (path: string, lines: readonly string[]): Promise<void> =>
  writeFile(path, gzipSync(lines.map((line) => `${line}\n`).join('')))

/** Writes an archive that contains these lines and their checksum. */
export function packArchive(path: string, lines: readonly string[]): Promise<void> {
  const sha256 = createHash('sha256').update(lines.map((line) => `${line}\n`).join(''))
  return pack(path, [...lines, JSON.stringify({ sha256: sha256.digest('hex') })])
}

const program = (script: string) => async (place: Place, args: string[]) => {
  const env = { DATABASE_URL: place.databaseUrl, PHOTOS_FOLDER: place.photos.folder, INIT_CWD: '/' }
  const run = runProgram(script, args, env)
  const code = await run.ended
  return { code, said: `${run.output().stdout}${run.output().stderr}` }
}

/** Runs `npm run backup` or `npm run restore` for a database and a folder of photos. */
export const runBackup = program('scripts/backup.ts')
export const runRestore = program('scripts/restore.ts')

export type Kind = 'embedded' | 'PostgreSQL'
export type Content = 'empty' | 'old' | 'earlier'
export interface Place {
  databaseUrl: string
  photos: { kind: 'folder'; folder: string }
}

/** Restores an archive with the accounts of the local identity. */
export const restore = (place: Parameters<typeof restoreArchive>[0], archive: string, mayReplace: boolean) =>
  restoreArchive(place, archive, mayReplace, migrateIdentity)

const admin = async (url: string, statement: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function fill({ databaseUrl, photos }: Place, content: Exclude<Content, 'empty'>): Promise<void> {
  if (content === 'earlier') {
    await restore({ databaseUrl, photos }, EARLIER, false)
    return
  }
  const { db, close } = await openDatabase(databaseUrl)
  await db
    .insertInto('organizations')
    .values({ id: 'org_old', name: 'Old', created_at: new Date(0) })
    .execute()
  await close()
}

/**
 * Provides locations for data to all tests in a file. `newName` returns an unused path. `place` returns a database and
 * a folder of photos, empty, with one organization (`old`), or with EARLIER. Null without PostgreSQL (the reason is
 * printed).
 */
export function createPlaces() {
  let root = ''
  let postgres: Postgres | null = null
  let names = 0
  const templates = new Map<string, Promise<Place>>()
  const newName = (suffix = '') => {
    names += 1
    return join(root, `${names}${suffix}`)
  }
  const create = async (kind: Kind, template?: Place): Promise<Place> => {
    const photos = { kind: 'folder' as const, folder: newName() }
    if (template) await cp(template.photos.folder, photos.folder, { recursive: true }).catch(() => {})
    if (kind === 'embedded' || !postgres) {
      const folder = newName()
      if (template) await cp(template.databaseUrl, folder, { recursive: true })
      return { databaseUrl: folder, photos }
    }
    const name = newId('backup').toLowerCase()
    const from = template ? ` template ${new URL(template.databaseUrl).pathname.slice(1)}` : ''
    await admin(postgres.url, `create database ${name}${from}`)
    return { databaseUrl: postgres.url.replace(/\/postgres$/, `/${name}`), photos }
  }
  const filled = async (kind: Kind, content: Exclude<Content, 'empty'>) => {
    const place = await create(kind)
    await fill(place, content)
    return place
  }
  let undo = () => {}
  beforeAll(async () => {
    undo = copyNewDatabases()
    root = await mkdtemp(join(tmpdir(), 'fieldhand-backups-'))
    postgres = await startPostgres((reason) => process.stderr.write(`${reason}\n`))
  }, 60_000)
  afterAll(async () => {
    undo()
    await postgres?.stop()
    await rm(root, { recursive: true, force: true })
  })
  return {
    newName,
    async place(kind: Kind, content: Content = 'empty'): Promise<Place | null> {
      if (kind === 'PostgreSQL' && !postgres) return null
      if (content === 'empty') return create(kind)
      const key = `${kind} ${content}`
      const template = templates.get(key) ?? filled(kind, content)
      templates.set(key, template)
      return create(kind, await template)
    },
  }
}

/** Opens the database, which migrates it, and counts its rows. */
export async function countIn(url: string) {
  const { db, close } = await openDatabase(url)
  const { rows } = await sql<{ organizations: number; leads: number; messages: number; waiting: number }>`
    select (select count(*)::int from organizations) as organizations, (select count(*)::int from leads) as leads,
      (select count(*)::int from messages) as messages,
      (select count(*)::int from notifications where status = 'queued') as waiting`.execute(db)
  await close()
  return rows[0]
}

export const OLD = { organizations: 1, leads: 0, messages: 0, waiting: 0 }
export const NEW = { organizations: 3, leads: 68, messages: 973, waiting: 6 }
