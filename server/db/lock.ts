import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartupError } from '../base/errors.ts'

export const LOCK_FILE = 'lock.sqlite'
/** SQLite's result code when another connection holds the lock. */
const SQLITE_BUSY = 5

/** Prevents the garbage collection of the connections of held locks, which would release the locks. */
const held = new Set<DatabaseSync>()

/** Like `takeLock`, but returns null if another process holds the lock. */
export function tryLock(folder: string): (() => void) | null {
  const lock = new DatabaseSync(join(folder, LOCK_FILE))
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: unknown }).errcode !== SQLITE_BUSY) throw error
    return null
  }
  held.add(lock)
  return () => {
    held.delete(lock)
    lock.close()
  }
}

/**
 * Locks a database's folder for this process and returns the function that unlocks it. The operating system
 * holds the lock, through an exclusive SQLite transaction on an empty file, and releases it when the process
 * ends in any way: a crash leaves nothing to clean up, and a suspended process keeps its lock. Do not open
 * the file elsewhere in this process, because closing it would release the lock. Throws StartupError if
 * another process holds the lock.
 */
export function takeLock(folder: string): () => void {
  const release = tryLock(folder)
  if (release) return release
  throw inUse(folder)
}

/** Returns whether another process holds the lock of a folder. Does not take the lock. */
export function isHeld(folder: string): boolean {
  if (!existsSync(join(folder, LOCK_FILE))) return false
  const release = tryLock(folder)
  release?.()
  return release === null
}

/** Throws StartupError if a process holds the lock of a database's folder. Does not take the lock. */
export function rejectHeld(folder: string): void {
  if (isHeld(folder)) throw inUse(folder)
}

const inUse = (folder: string) =>
  new StartupError(
    `The data in ${folder} is in use by another process: stop that one first, or choose another folder with --database-url.`,
  )
