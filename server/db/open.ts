import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect } from 'kysely'
import { StartupError } from '../errors.ts'
import { openEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { openPostgres, unusable } from './postgres.ts'
import type { Database } from './schema.ts'

export interface OpenDatabase {
  db: Kysely<Database>
  /** Waits for pending work, then releases files, locks, and connections. */
  close(): Promise<void>
}

export const isPostgres = (url: string) => /^postgres(ql)?:/i.test(url)

/** A Kysely on a PGlite that is open already. */
export function onPGlite(pglite: PGlite): Kysely<Database> {
  return new Kysely<Database>({ dialect: new PGliteDialect({ pglite }) })
}

async function migrated(db: Kysely<Database>): Promise<Kysely<Database>> {
  await migrate(db)
  return db
}

/**
 * Opens the database that the URL names (`postgres://…`, `memory://`, else an embedded one's folder) and
 * brings its schema up to date. Throws StartupError when it cannot be had: in use by another process,
 * damaged, not reachable.
 */
export async function openDatabase(url: string): Promise<OpenDatabase> {
  if (isPostgres(url)) {
    const db = await openPostgres(url)
    try {
      await migrate(db)
    } catch (error) {
      await db.destroy()
      throw error instanceof StartupError ? error : unusable(url, error)
    }
    return { db, close: () => db.destroy() }
  }
  if (url === 'memory://') {
    const db = await migrated(onPGlite(await PGlite.create()))
    return { db, close: () => db.destroy() }
  }
  const { prepared: db, release } = await openEmbedded(url, (pglite) => migrated(onPGlite(pglite)))
  return {
    db,
    close: async () => {
      await db.destroy()
      release()
    },
  }
}
