import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartupError } from '../errors.ts'

export const LOCK_FILE = 'lock.sqlite'
/** SQLite's result code when another connection holds the lock. */
const SQLITE_BUSY = 5

/**
 * Locks a database's folder for this process and returns the function that unlocks it. The operating system holds
 * the lock, through SQLite's exclusive transaction on an empty file, and drops it when the process ends, however it
 * ends: a crash leaves nothing to clean up, and a suspended process keeps its lock. Do not open the file elsewhere
 * in this process: closing it would drop the lock. Throws StartupError when someone else holds it.
 */
export function takeLock(folder: string): () => void {
  const lock = new DatabaseSync(join(folder, LOCK_FILE))
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: unknown }).errcode !== SQLITE_BUSY) throw error
    throw new StartupError(
      `The data in ${folder} is in use by another process: stop that one first, or choose another folder with --database-url.`,
    )
  }
  return () => lock.close()
}

/** Throws StartupError when someone holds the lock of a database's folder. Takes nothing. */
export function refuseHeld(folder: string): void {
  if (existsSync(join(folder, LOCK_FILE))) takeLock(folder)()
}
