import { constants, existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import type { Logger } from 'pino'
import { StartupError } from '../base/errors.ts'
import { newId } from '../base/ids.ts'
import { whyTooSmall } from './disk.ts'
import { COPIES, DATA, tidy } from './embedded.ts'
import { isHeld, LOCK_FILE, takeLock, tryLock } from './lock.ts'
import { PRIVATE_FOLDER } from './rights.ts'

/**
 * Copies of an embedded database for backups. Only one process can open the database, so other processes request a copy
 * with a file in the folder, which only the user who runs the server can write: `<copy>.request` becomes `<copy>`,
 * or `<copy>.failed` with the reason.
 */
const REQUEST = '.request'
const FAILED = '.failed'
const UNFINISHED = '.part'
const LOOK_EVERY_MS = 500
/** How long to wait for the server to start a copy. */
const PATIENCE_MS = 30_000

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(files.map(({ parentPath, name }) => stat(join(parentPath, name))))
  return sizes.reduce((sum, { size }) => sum + size, 0)
}

/**
 * Copies the files of a database, which must not change in the meantime. PostgreSQL recovers a copy as after a crash.
 */
async function copyFiles(folder: string, to: string): Promise<void> {
  const from = join(folder, DATA)
  const why = await whyTooSmall(folder, await sizeOf(from))
  if (why !== null) throw new StartupError(why)
  const unfinished = `${to}${UNFINISHED}`
  try {
    await rm(unfinished, { recursive: true, force: true })
    await cp(from, unfinished, { recursive: true, mode: constants.COPYFILE_FICLONE })
    await rename(unfinished, to)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
}

/** Copies the open database of a folder whenever a backup requests it. Returns a function that stops this. */
export function serveCopies(folder: string, pglite: PGlite, log: Logger): () => Promise<void> {
  const copies = join(folder, COPIES)
  const end = new AbortController()
  const serve = async (request: string) => {
    const to = join(copies, request.slice(0, -REQUEST.length))
    await rm(join(copies, request))
    try {
      // No query runs during the copy.
      await pglite.runExclusive(() => copyFiles(folder, to))
      log.info('copied the database for a backup')
    } catch (error) {
      log.error({ err: error }, 'the database could not be copied for a backup')
      await writeFile(`${to}${FAILED}`, (error as Error).message)
    }
  }
  const watch = async () => {
    while (!end.signal.aborted) {
      const names = await readdir(copies).catch(() => [])
      for (const name of names.filter((each) => each.endsWith(REQUEST))) {
        await serve(name).catch((error) => log.error({ err: error }, 'a backup could not be served'))
      }
      await delay(LOOK_EVERY_MS, undefined, { signal: end.signal, ref: false }).catch(() => {})
    }
  }
  const watching = watch()
  return () => {
    end.abort()
    return watching
  }
}

/**
 * Removes copies, unless a backup uses them. Returns a function that unlocks the copies; null if a backup holds the
 * lock.
 */
async function takeCopies(folder: string): Promise<(() => void) | null> {
  const copies = join(folder, COPIES)
  await mkdir(copies, { recursive: true, mode: PRIVATE_FOLDER })
  const release = tryLock(copies)
  if (release === null) return null
  const names = await readdir(copies)
  for (const name of names.filter((each) => each !== LOCK_FILE)) {
    await rm(join(copies, name), { recursive: true, force: true, maxRetries: 5 })
  }
  return release
}

/** Removes a copy that a killed backup left behind. */
export async function removeOldCopies(folder: string): Promise<void> {
  if (existsSync(join(folder, COPIES))) (await takeCopies(folder))?.()
}

/** Requests a copy from the process that has the database open. Returns false if there is no such process. */
async function askForCopy(folder: string, copy: string): Promise<boolean> {
  const request = `${copy}${REQUEST}`
  await writeFile(request, '')
  const giveUpAt = performance.now() + PATIENCE_MS
  while (!existsSync(copy)) {
    if (existsSync(`${copy}${FAILED}`)) {
      throw new StartupError(
        `The server could not copy its database: ${await readFile(`${copy}${FAILED}`, 'utf8')}`,
      )
    }
    if (!isHeld(folder)) return existsSync(copy)
    if (existsSync(request) && performance.now() > giveUpAt) {
      throw new StartupError(
        `The process that uses ${folder} does not respond: is it an earlier version? Stop it, then run this again.`,
      )
    }
    await delay(LOOK_EVERY_MS / 2)
  }
  return true
}

/**
 * Copies a folder's database, whether or not a server uses it. Returns the copy's path, and a function that removes
 * the copy.
 */
export async function copyDatabase(folder: string): Promise<{ copy: string; remove: () => Promise<void> }> {
  if (!existsSync(folder)) throw new StartupError(`There is no database in ${folder}.`)
  const release = await takeCopies(folder)
  if (release === null) throw new StartupError(`Another backup of ${folder} is being made.`)
  const copy = join(folder, COPIES, newId('copy'))
  const remove = async () => {
    await rm(copy, { recursive: true, force: true })
    await rm(`${copy}${REQUEST}`, { force: true })
    await rm(`${copy}${FAILED}`, { force: true })
    release()
  }
  try {
    if (isHeld(folder) && (await askForCopy(folder, copy))) return { copy, remove }
    const unlock = takeLock(folder)
    try {
      await tidy(folder)
      if (!existsSync(join(folder, DATA))) throw new StartupError(`There is no database in ${folder}.`)
      await copyFiles(folder, copy)
    } finally {
      unlock()
    }
    return { copy, remove }
  } catch (error) {
    await remove()
    throw error
  }
}
