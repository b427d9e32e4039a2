import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { migrate } from '../../server/db/migrate.ts'
import { type OpenDatabase, onPGlite } from '../../server/db/open.ts'
import { newId } from '../../server/ids.ts'
import { type Content, openOnServer } from './server-database.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const MIGRATIONS = join(ROOT, 'server/db/migrations')
const CACHE = join(ROOT, '.cache')

/** Returns a hash of the migrations and the embedded database's version. */
function schemaVersion(): string {
  const hash = createHash('sha256').update(
    readFileSync(join(ROOT, 'node_modules/@electric-sql/pglite/package.json')),
  )
  for (const name of readdirSync(MIGRATIONS).toSorted()) hash.update(readFileSync(join(MIGRATIONS, name)))
  return hash.digest('hex').slice(0, 16)
}

/**
 * Returns the cache file of an empty, migrated database. Creating one takes seconds; loading it takes a fraction of
 * that.
 */
const templatePath = () => join(CACHE, `test-database-alone-${schemaVersion()}.tar`)

/** PostgreSQL clears its entire cache, 128 MB by default, at each start. */
const START_PARAMS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=4MB']

/** A file in the form that PGlite reads. Node.js takes half a second to read the same bytes from a Blob. */
class Template extends Blob {
  readonly #bytes: ArrayBuffer

  constructor(bytes: ArrayBuffer) {
    super()
    this.#bytes = bytes
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(this.#bytes)
  }
}

async function dumpOf(pglite: PGlite): Promise<Template> {
  const dump = await pglite.dumpDataDir('none')
  await pglite.close()
  return new Template(await dump.arrayBuffer())
}

async function loadTemplate(): Promise<Template> {
  const path = templatePath()
  if (existsSync(path)) return new Template((await readFile(path)).buffer)
  const pglite = await PGlite.create()
  await migrate(onPGlite(pglite))
  // PostgreSQL only copies these to create databases. Without them, a test loads a third of the files.
  await pglite.exec('update pg_database set datistemplate = false')
  for (const name of ['template0', 'template1']) await pglite.exec(`drop database ${name}`)
  const dump = await dumpOf(pglite)
  await mkdir(CACHE, { recursive: true })
  const unfinished = `${path}.${newId('part')}`
  await writeFile(unfinished, new Uint8Array(await dump.arrayBuffer()))
  // Several test files can do this at the same time, so each file must appear complete.
  await rename(unfinished, path)
  return dump
}

const start = async (loadDataDir: Blob) => PGlite.create({ loadDataDir, startParams: START_PARAMS })

const written = new Map<string, Promise<Template>>()

/** Returns a database with this content to load. Each worker writes it once, because that takes longer than loading it. */
function loadContent({ name, write }: Content): Promise<Template> {
  const create = async () => {
    const pglite = await start(await loadTemplate())
    await write(onPGlite(pglite))
    return dumpOf(pglite)
  }
  const template = written.get(name) ?? create()
  written.set(name, template)
  return template
}

/**
 * Returns a separate, migrated database, empty or with the given content: on a PostgreSQL server in DATABASE_TEST_URL
 * if that is set, otherwise in memory.
 */
export async function openTestDatabase(content?: Content): Promise<OpenDatabase & { url: string }> {
  const servers = process.env.DATABASE_TEST_URL?.split(' ') ?? []
  const server = servers[(Number(process.env.VITEST_POOL_ID ?? 1) - 1) % servers.length]
  if (server) return openOnServer(server, schemaVersion(), content)
  const pglite = await start(await (content ? loadContent(content) : loadTemplate()))
  // Kysely closes a PGlite only if it has used it.
  const close = async () => {
    if (!pglite.closed) await pglite.close()
  }
  return { db: onPGlite(pglite), jobs: { pglite }, url: 'memory://', close }
}
