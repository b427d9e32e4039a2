import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { StartupError } from '../base/errors.ts'
import { SECRETS_FILE } from '../base/secrets.ts'
import { whyTooSmall, whyUnwritable } from './disk.ts'
import { createFiles, LOG_FILE_BYTES, openFiles } from './files.ts'
import { takeLock } from './lock.ts'
import { makePrivate, PRIVATE_FOLDER, requirePrivate, tightenFiles } from './rights.ts'

const MAJOR_VERSION = '18'
export const DATA = 'data'
/** A database that is still being created or restored. */
const UNFINISHED = 'data.new'
/** A completely restored database that has not yet replaced the one in `data`. */
const RESTORED = 'data.restored'
/** A backup that earlier versions created at each start. */
const OLD_COPY = 'data.before-start'
/** Copies for backups (copies.ts). */
export const COPIES = 'backup'
/** Visitors' photos (server/photos/folder.ts). */
export const PHOTOS = 'photos'
/** The journal (server/journal/folder.ts). */
export const JOURNAL = 'journal'

const ALL_NAMES = [DATA, UNFINISHED, RESTORED, OLD_COPY, COPIES, PHOTOS, JOURNAL, SECRETS_FILE]

/** Creates a new database completely or not at all, even if the process is killed. */
async function create(folder: string): Promise<void> {
  const unfinished = join(folder, UNFINISHED)
  await rm(unfinished, { recursive: true, force: true })
  await createFiles(unfinished)
  await rename(unfinished, join(folder, DATA))
}

const damaged = (folder: string, reason: string) =>
  new StartupError(
    `The database in ${folder} cannot be opened: ${reason}. Your data was not changed. Restore it from a backup (npm run restore), or move the folder away to start with an empty one.`,
  )

/** Returns the names in a database's folder. Rejects a folder that contains anything else, without writing to it. */
async function namesIn(folder: string): Promise<string[]> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw damaged(folder, `it cannot be read (${error.code})`)
  })
  if (found === null) return []
  if (!found.isDirectory()) throw damaged(folder, 'it is a file, not a folder')
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.') && name !== 'lost+found')
  const known = (name: string) => ALL_NAMES.includes(name) || /^lock(\.|$)/.test(name)
  const foreign = names.find((name) => !known(name))
  if (foreign !== undefined) throw damaged(folder, `"${foreign}" is not part of a Fieldhand database`)
  return names
}

/** Returns whether the folder contains a database. Throws StartupError if this version cannot open it. */
async function inspect(folder: string): Promise<'absent' | 'present'> {
  const names = await namesIn(folder)
  if (names.includes(RESTORED)) return 'present'
  if (!names.includes(DATA)) return names.includes(OLD_COPY) ? 'present' : 'absent'
  const version = await readFile(join(folder, DATA, 'PG_VERSION'), 'utf8').catch(() => null)
  if (version === null) throw damaged(folder, 'the file data/PG_VERSION is missing')
  if (version.trim() !== MAJOR_VERSION) {
    const reason = /^\d{1,3}\s*$/.test(version)
      ? `PostgreSQL ${version.trim()} wrote it, and this is ${MAJOR_VERSION}`
      : 'the file data/PG_VERSION is damaged'
    throw damaged(folder, reason)
  }
  return 'present'
}

/** Completes or removes what a killed process left behind. Call it only under the folder's lock. */
export async function tidy(folder: string): Promise<void> {
  const [data, restored, oldCopy] = [DATA, RESTORED, OLD_COPY].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  await rm(join(folder, UNFINISHED), { recursive: true, force: true })
  if (existsSync(restored)) {
    await rm(data, { recursive: true, force: true })
    await rename(restored, data)
  }
  if (!existsSync(data) && existsSync(oldCopy)) await rename(oldCopy, data)
}

/** Creates the folder if needed, checks its permissions, and locks it. Returns the function that unlocks it. */
async function enter(folder: string, isNew: boolean): Promise<() => void> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER }).catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(`The folder ${folder} cannot be created (${error.code}).`)
  })
  await (isNew ? makePrivate(folder) : requirePrivate(folder))
  const why = await whyUnwritable(folder)
  if (why !== null) throw new StartupError(why)
  return takeLock(folder)
}

/**
 * Opens the embedded database of a folder, creates it if needed, and passes it to `prepare` (migrations). PostgreSQL's
 * own recovery runs at each start, so the process can be killed at any time. Only one process can open a folder. Throws
 * StartupError.
 */
export async function openEmbedded<T>(
  folder: string,
  prepare: (pglite: PGlite) => Promise<T>,
): Promise<{ prepared: T; release: () => void }> {
  const release = await enter(folder, (await inspect(folder)) === 'absent')
  try {
    await tidy(folder)
    if ((await inspect(folder)) === 'absent') await create(folder)
    await tightenFiles(folder)
    const prepared = await openPrepared(folder, prepare)
    await rm(join(folder, OLD_COPY), { recursive: true, force: true })
    return { prepared, release }
  } catch (error) {
    release()
    throw await explained(folder, error)
  }
}

/**
 * Creates a database, passes it to `fill`, and then replaces the folder's database with it. The old database stays
 * complete until then, even if the process is killed. `fill` also receives the old database, if there is one that can
 * be opened. Throws StartupError and, if there is a database, the error of `reject`.
 */
export async function replaceEmbedded(
  folder: string,
  reject: () => void,
  fill: (pglite: PGlite, old: PGlite | null) => Promise<void>,
): Promise<void> {
  const release = await enter(folder, (await namesIn(folder)).length === 0)
  try {
    await tidy(folder)
    const data = join(folder, DATA)
    const isThere = existsSync(data)
    if (isThere) reject()
    const old = isThere ? await openFiles(data).catch(() => null) : null
    try {
      await createFiles(join(folder, UNFINISHED), (pglite) => fill(pglite, old))
    } finally {
      await old?.close()
    }
    await rename(join(folder, UNFINISHED), join(folder, RESTORED))
    await tidy(folder)
  } catch (error) {
    if (error instanceof StartupError) throw error
    const why = await whyTooSmall(folder, LOG_FILE_BYTES)
    throw why === null ? error : new StartupError(why)
  } finally {
    await rm(join(folder, UNFINISHED), { recursive: true, force: true })
    release()
  }
}

/** Converts an error from opening a database to one sentence. */
async function explained(folder: string, error: unknown): Promise<StartupError> {
  if (error instanceof StartupError) return error
  const why = await whyTooSmall(folder, LOG_FILE_BYTES)
  return why === null ? damaged(folder, reasonOf(error)) : new StartupError(why)
}

async function openPrepared<T>(folder: string, prepare: (pglite: PGlite) => Promise<T>): Promise<T> {
  const pglite = await openFiles(join(folder, DATA))
  try {
    return await prepare(pglite)
  } catch (error) {
    await pglite.close().catch(() => {})
    throw error
  }
}

/** Returns the first line of an error without its final period. Emscripten's own messages are not for users. */
function reasonOf(error: unknown): string {
  const line = error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''
  return /^(Aborted|unreachable|memory access|PGlite failed|Program terminated|table index|null function|Cannot)/i.test(
    line,
  ) || line === ''
    ? 'its files are damaged'
    : line.replace(/\.$/, '')
}
