import { setImmediate } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, type LogEvent, PGliteAdapter, PGliteDialect } from 'kysely'
import { StartupError } from '../base/errors.ts'
import { createSlots } from '../base/slots.ts'
import { removeOldCopies } from './copies.ts'
import { openEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { openPostgres, type PoolState, unusable } from './postgres.ts'
import type { QueuePlace } from './queue.ts'
import { adaptRestored } from './restored.ts'
import type { Database } from './schema.ts'
import { MOST_WAITING, shared } from './shares.ts'

export interface OpenDatabase {
  db: Kysely<Database>
  jobs: QueuePlace
  /** The state of the connection pool to a PostgreSQL server. */
  pool?: PoolState
  /** Waits for pending work, then releases files, locks, and connections. */
  close(): Promise<void>
}

export const isPostgres = (url: string) => /^postgres(ql)?:/i.test(url)

/** Called after each query. */
export type OnQuery = (event: LogEvent) => void

/** Says that {@link shared} gives the only connection to one query or transaction at a time. */
class SharedAdapter extends PGliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

/**
 * Hands out the connection to owners in turn. Lets the event loop run before each query or transaction: PGlite runs
 * queries on the main thread, so a queue of them would otherwise block new connections until it is empty.
 */
class SharedDialect extends PGliteDialect {
  override createAdapter() {
    return new SharedAdapter()
  }
  override createDriver() {
    const driver = super.createDriver()
    const acquire = driver.acquireConnection.bind(driver)
    driver.acquireConnection = async (options) => {
      await setImmediate()
      return acquire(options)
    }
    return shared(driver, createSlots({ atOnce: 1, waiting: MOST_WAITING }))
  }
}

export function onPGlite(pglite: PGlite, onQuery?: OnQuery): Kysely<Database> {
  return new Kysely<Database>({ dialect: new SharedDialect({ pglite }), ...(onQuery && { log: onQuery }) })
}

async function migrated(db: Kysely<Database>): Promise<Kysely<Database>> {
  await migrate(db)
  await adaptRestored(db)
  return db
}

/**
 * Opens the database of a URL (`postgres://…`, `memory://`, or the folder of an embedded one) and migrates
 * its schema. Throws StartupError if it is in use by another process, damaged, or unreachable.
 */
export async function openDatabase(url: string, onQuery?: OnQuery): Promise<OpenDatabase> {
  if (isPostgres(url)) {
    const { db, pool } = await openPostgres(url, { onQuery })
    try {
      await migrated(db)
    } catch (error) {
      await db.destroy()
      throw error instanceof StartupError ? error : unusable(url, error)
    }
    return { db, jobs: { url }, pool, close: () => db.destroy() }
  }
  if (url === 'memory://') {
    const pglite = await PGlite.create()
    const db = await migrated(onPGlite(pglite, onQuery))
    return { db, jobs: { pglite }, close: () => db.destroy() }
  }
  const { prepared, release } = await openEmbedded(url, async (pglite) => ({
    db: await migrated(onPGlite(pglite, onQuery)),
    jobs: { pglite },
  }))
  const { db, jobs } = prepared
  await removeOldCopies(url)
  return {
    db,
    jobs,
    close: async () => {
      await db.destroy()
      release()
    },
  }
}
