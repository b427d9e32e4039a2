import { chmod, lstat, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupError } from '../base/errors.ts'

export const PRIVATE_FOLDER = 0o700
export const PRIVATE_FILE = 0o600
/** The permissions of everyone except the owner. */
export const OTHERS = 0o077
/** Windows stores permissions in access control lists, which Node cannot read or write. */
const HAS_RIGHTS = process.platform !== 'win32'

const isOpen = (mode: number) => HAS_RIGHTS && (mode & OTHERS) !== 0

/** Removes other users' permissions from the folder of a new database. */
export async function makePrivate(folder: string): Promise<void> {
  if (!isOpen((await stat(folder)).mode)) return
  await chmod(folder, PRIVATE_FOLDER).catch(() => {})
  if (!isOpen((await stat(folder)).mode)) return
  throw new StartupError(
    `Other users of this machine can open the folder ${folder}, and its permissions cannot be changed: choose another folder with --database-url.`,
  )
}

/** Throws StartupError if other users of this machine can open a database's folder. */
export async function requirePrivate(folder: string): Promise<void> {
  const { mode } = await stat(folder)
  if (!isOpen(mode)) return
  throw new StartupError(
    `Other users of this machine can open the database in ${folder} (permissions ${(mode & 0o777).toString(8)}): run chmod -R go= "${folder}" and try again.`,
  )
}

/**
 * Removes other users' permissions from everything in a private folder. Ignores what disappears in the meantime, such as
 * the trial file (disk.ts) of another process that is starting.
 */
export async function tightenFiles(folder: string): Promise<void> {
  if (!HAS_RIGHTS) return
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    try {
      const { mode } = await lstat(path)
      if (isOpen(mode)) await chmod(path, mode & 0o700)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
}
