import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { migrateIdentity } from '../../dev/identity/migrate.ts'
import { migrate } from '../../server/db/migrate.ts'
import { type OpenDatabase, onPGlite } from '../../server/db/open.ts'
import { cachedFiles, filesOf, versionOf } from './new-database.ts'
import { type Content, openOnServer } from './server-database.ts'

const MIGRATIONS = ['server/db/migrations', 'dev/identity/migrations'].map((folder) =>
  resolve(import.meta.dirname, '../..', folder),
)

/** PostgreSQL clears its entire cache, 128 MB by default, at each start. */
const START_PARAMS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=4MB']

const schemaVersion = () =>
  versionOf(
    resolve(import.meta.dirname, '../../server/db/migrate.ts'),
    ...MIGRATIONS.flatMap((folder) =>
      readdirSync(folder)
        .toSorted()
        .map((name) => join(folder, name)),
    ),
  )

async function createMigrated(): Promise<PGlite> {
  const pglite = await PGlite.create()
  const db = onPGlite(pglite)
  await migrate(db)
  await migrateIdentity(db)
  // PostgreSQL only copies these to create databases. Without them, a test loads a third of the files.
  await pglite.exec('update pg_database set datistemplate = false')
  for (const name of ['template0', 'template1']) await pglite.exec(`drop database ${name}`)
  return pglite
}

const start = async (loadDataDir: Blob) => PGlite.create({ loadDataDir, startParams: START_PARAMS })

/** Migrated databases to load, by the name of their content. */
const loaded = new Map<string, Promise<Blob>>()

/** Returns what `load` returns when a worker first calls this, because that takes longer than opening the result. */
function once(name: string, load: () => Promise<Blob>): Promise<Blob> {
  const files = loaded.get(name) ?? load()
  loaded.set(name, files)
  files.catch(() => loaded.delete(name))
  return files
}

const loadEmpty = () => once('', () => cachedFiles(`migrated-database-${schemaVersion()}`, createMigrated))

const loadContent = ({ name, write }: Content) =>
  once(name, async () => {
    const pglite = await start(await loadEmpty())
    await write(onPGlite(pglite))
    return filesOf(pglite)
  })

/**
 * Returns a separate, migrated database, empty or with the given content: on a PostgreSQL server in DATABASE_TEST_URL
 * if that is set, otherwise in memory.
 */
export async function openTestDatabase(content?: Content): Promise<OpenDatabase & { url: string }> {
  const servers = process.env.DATABASE_TEST_URL?.split(' ') ?? []
  const server = servers[(Number(process.env.VITEST_POOL_ID ?? 1) - 1) % servers.length]
  if (server) return openOnServer(server, schemaVersion(), content)
  const pglite = await start(await (content ? loadContent(content) : loadEmpty()))
  // Kysely closes a PGlite only if it has used it.
  const close = async () => {
    if (!pglite.closed) await pglite.close()
  }
  return { db: onPGlite(pglite), jobs: { pglite }, url: 'memory://', close }
}
