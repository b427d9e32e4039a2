import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Kysely } from 'kysely'
import { StartupError } from '../base/errors.ts'
import { copyDatabase } from '../db/copies.ts'
import { openFiles } from '../db/files.ts'
import { appliedMigrations } from '../db/migrate.ts'
import { isPostgres, onPGlite } from '../db/open.ts'
import { openPostgres, placeOf } from '../db/postgres.ts'
import { PRIVATE_FOLDER } from '../db/rights.ts'
import type { Database } from '../db/schema.ts'
import { openJournal } from '../journal/open.ts'
import type { Config } from '../kernel/config.ts'
import { openPhotos } from '../photos/open.ts'
import { writeArchive } from './archive.ts'
import { type Counts, dump } from './dump.ts'

type Place = Pick<Config, 'databaseUrl' | 'photos' | 'journal'>

export interface Made extends Counts {
  bytes: number
}

/** Returns the location of a database's data, without the password. Throws StartupError for an in-memory database. */
export function nameOfData(databaseUrl: string): string {
  if (databaseUrl === 'memory://')
    throw new StartupError('A database in memory cannot be backed up or restored.')
  return isPostgres(databaseUrl) ? placeOf(databaseUrl) : databaseUrl
}

/** Calls `use` with the database, without migrating it: the Postgres database itself, or a copy of the embedded one. */
async function withDatabase<T>(url: string, use: (db: Kysely<Database>) => Promise<T>): Promise<T> {
  if (isPostgres(url)) {
    const { db } = await openPostgres(url)
    return use(db).finally(() => db.destroy())
  }
  const { copy, remove } = await copyDatabase(url)
  try {
    const db = onPGlite(await openFiles(copy))
    return await use(db).finally(() => db.destroy())
  } finally {
    await remove()
  }
}

/**
 * Writes an archive of the whole installation as of a single moment, whether or not servers are using it. Throws
 * StartupError if there is no installation or if the file already exists.
 */
export async function backUp({ databaseUrl, photos, journal }: Place, file: string): Promise<Made> {
  const name = nameOfData(databaseUrl)
  if (existsSync(file)) throw new StartupError(`${file} exists already: choose another name.`)
  await mkdir(dirname(file), { recursive: true, mode: PRIVATE_FOLDER })
  return withDatabase(databaseUrl, async (db) => {
    if ((await appliedMigrations(db)) === null) throw new StartupError(`There is no database at ${name}.`)
    const counts = { rows: 0, photos: 0 }
    const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
    const files = {
      photos: photos.kind === 'folder' ? openPhotos(photos) : null,
      journal: journal ? openJournal(journal) : null,
    }
    const { bytes } = await snapshot.execute((tx) => writeArchive(file, dump(tx, files, counts)))
    return { ...counts, bytes }
  })
}
