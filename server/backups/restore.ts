import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { StartupError } from '../base/errors.ts'
import { replaceEmbedded } from '../db/embedded.ts'
import { rejectHeld } from '../db/lock.ts'
import { appliedMigrations, laterMigration } from '../db/migrate.ts'
import { isPostgres, onPGlite } from '../db/open.ts'
import { openPostgres } from '../db/postgres.ts'
import { QUEUE_SCHEMA } from '../db/queue-schema.ts'
import type { Database } from '../db/schema.ts'
import { openJournal } from '../journal/open.ts'
import type { JournalStorage } from '../journal/storage.ts'
import type { Config } from '../kernel/config.ts'
import { openPhotos } from '../photos/open.ts'
import type { PhotoStorage } from '../photos/storage.ts'
import { checkArchive, FORMAT, type Header } from './archive.ts'
import { nameOfData } from './back-up.ts'
import { type CreateTables, type Loaded, load } from './load.ts'
import {
  type JournalReport,
  keepFile,
  NOTHING,
  type OldJournal,
  oldJournal,
  restoreJournal,
} from './restore-journal.ts'

/** How long to wait for the connections of a process that has just ended. */
const PATIENCE_MS = 5_000

interface Job {
  archive: string
  header: Header
  photos: PhotoStorage
  journal: JournalStorage | null
  /** Throws an error if the data must not be replaced. */
  reject: () => void
  createLocalIdentity: CreateTables | null
}

/** Returns the photo files of a database, or an empty array if it has no photos table. */
async function photoFiles(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass('photos') is not null as found`.execute(
    db,
  )
  if (!rows[0]?.found) return []
  return (await db.selectFrom('photos').select('file').execute()).map(({ file }) => file)
}

/** Marks the files of replaced photos for the daily job that removes the files of erased photos. */
async function removeLater(tx: Kysely<Database>, files: readonly string[]): Promise<void> {
  await sql`insert into photo_removals (file, removed_at)
    select old.file, now() from jsonb_array_elements_text(${JSON.stringify(files)}::jsonb) as old (file)
    where not exists (select from photos where photos.file = old.file)
    on conflict do nothing`.execute(tx)
}

/** What is needed of the data that is replaced. */
interface Old {
  photoFiles: string[]
  journal: OldJournal
}

/** Reads what is needed of a database, which can be empty. */
const readOld = async (db: Kysely<Database>): Promise<Old> => ({
  photoFiles: await photoFiles(db),
  journal: await oldJournal(db),
})

type Restored = Loaded & { journal: JournalReport }

async function fill(tx: Transaction<Database>, job: Job, old: Old): Promise<Restored> {
  const { archive, header, photos, journal, createLocalIdentity } = job
  const archived = new Map<string, string>()
  const keep = (name: string, text: string) => keepFile(archived, name, text)
  const counts = await load(tx, archive, header, photos, keep, createLocalIdentity)
  const times = { madeAt: new Date(header.made_at), now: new Date() }
  const report = await restoreJournal(tx, journal, archived, old.journal, times)
  const hasPhotos = header.migrations.includes('0013-photos')
  if (old.photoFiles.length > 0 && hasPhotos) await removeLater(tx, old.photoFiles)
  return { ...counts, journal: report }
}

async function restoreEmbedded(folder: string, job: Job): Promise<Restored> {
  let restored: Restored | null = null
  await replaceEmbedded(folder, job.reject, async (pglite, replaced) => {
    const nothing = { photoFiles: [], journal: NOTHING }
    // It can be damaged.
    const old = replaced ? await readOld(onPGlite(replaced)).catch(() => nothing) : nothing
    restored = await onPGlite(pglite)
      .transaction()
      .execute((tx) => fill(tx, job, old))
  })
  if (restored === null) throw new Error('Nothing was restored')
  return restored
}

/** Throws StartupError if a server, another backup, or another restore is connected to the database. */
async function rejectUsed(db: Kysely<Database>, name: string): Promise<void> {
  const giveUpAt = performance.now() + PATIENCE_MS
  for (;;) {
    const { rows } = await sql`select from pg_stat_activity where datname = current_database()
      and application_name like 'fieldhand%' and pid <> pg_backend_pid()`.execute(db)
    if (rows.length === 0) return
    if (performance.now() > giveUpAt) {
      throw new StartupError(
        `A server or a pooler is connected to PostgreSQL at ${name}: stop all of them first. Nothing was changed.`,
      )
    }
    await delay(250)
  }
}

/** Drops everything in the schemas of a database that only Fieldhand uses. */
async function empty(tx: Kysely<Database>): Promise<void> {
  await sql`drop schema if exists ${sql.id(QUEUE_SCHEMA)} cascade`.execute(tx)
  const { rows } = await sql<{ statement: string }>`
    select 'drop table if exists ' || c.oid::regclass || ' cascade' as statement from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
    union all
    select 'drop routine if exists ' || p.oid::regprocedure || ' cascade' from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`.execute(tx)
  for (const { statement } of rows) await sql.raw(statement).execute(tx)
}

/**
 * Throws StartupError if the database contains tables of another application. If it contains Fieldhand's data, calls
 * `reject`.
 */
async function rejectFilled(tx: Kysely<Database>, name: string, reject: () => void): Promise<void> {
  if ((await appliedMigrations(tx)) !== null) return reject()
  const { rows } = await sql`select from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not exists (select from pg_depend where objid = c.oid and deptype = 'e')`.execute(tx)
  if (rows.length === 0) return
  throw new StartupError(
    `The database at ${name} holds tables that are not Fieldhand's: choose an empty database. Nothing was changed.`,
  )
}

async function restorePostgres(url: string, name: string, job: Job): Promise<Restored> {
  const { db } = await openPostgres(url)
  try {
    await rejectUsed(db, name)
    return await db.transaction().execute(async (tx) => {
      await rejectFilled(tx, name, job.reject)
      const old = await readOld(tx)
      await empty(tx)
      return fill(tx, job, old)
    })
  } finally {
    await db.destroy()
  }
}

/**
 * Restores an archive into a configured database that no server is using. The old data stays intact until the new
 * data is complete, even if the process is killed. What the journal says about the time since the backup is part of the
 * new data. `createLocalIdentity` creates the tables of the local identity; without it, their rows are skipped. Throws
 * StartupError, for example if there is data and `mayReplace` is false.
 */
export async function restore(
  { databaseUrl, photos, journal }: Pick<Config, 'databaseUrl' | 'photos' | 'journal'>,
  archive: string,
  mayReplace: boolean,
  createLocalIdentity: CreateTables | null = null,
): Promise<Restored & { madeAt: Date }> {
  const name = nameOfData(databaseUrl)
  if (!isPostgres(databaseUrl)) rejectHeld(databaseUrl)
  const header = await checkArchive(archive)
  const later = header.format > FORMAT ? `format ${header.format}` : laterMigration(header.migrations)
  if (later !== undefined) {
    throw new StartupError(
      `A later version of Fieldhand made ${archive} (${later}): restore it with that version. Nothing was changed.`,
    )
  }
  const reject = () => {
    if (mayReplace) return
    throw new StartupError(
      `There is data in ${name} already. Add --replace to replace all of it. Nothing was changed.`,
    )
  }
  const job = {
    ...{ archive, header, reject, createLocalIdentity },
    photos: openPhotos(photos),
    journal: journal ? openJournal(journal) : null,
  }
  const restored = isPostgres(databaseUrl)
    ? await restorePostgres(databaseUrl, name, job)
    : await restoreEmbedded(databaseUrl, job)
  return { ...restored, madeAt: new Date(header.made_at) }
}
