import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupError } from '../errors.ts'
import { newId } from '../ids.ts'

/** Folders that this process holds: a lock with our own number that is not among them is a dead process's. */
const held = new Set<string>()

const lockOf = (folder: string) => join(folder, 'lock')

interface Holder {
  pid: number
  /** When the process began, in the kernel's ticks: tells it from a later one with the same number. */
  started: string | null
}

/** Field 22 of Linux's /proc/<pid>/stat, counted from behind the name, which may hold spaces. */
async function startOf(pid: number): Promise<string | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

function parse(text: string): Holder | null {
  const [pid, started] = text.trim().split(' ')
  return /^[1-9]\d*$/.test(pid ?? '') ? { pid: Number(pid), started: started ?? null } : null
}

async function isAlive(holder: Holder, path: string): Promise<boolean> {
  if (holder.pid === process.pid) return held.has(path)
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    // EPERM: it lives, under another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const started = await startOf(holder.pid)
  return holder.started === null || started === null || started === holder.started
}

const isCode = (error: unknown, code: string) => (error as NodeJS.ErrnoException).code === code

/** Moves a dead process's lock away; puts it back if another process has replaced it meanwhile. */
async function removeStale(path: string, expected: string): Promise<void> {
  const aside = `${path}.${newId('stale')}`
  try {
    await rename(path, aside)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return
    throw error
  }
  if ((await readFile(aside, 'utf8')) !== expected) {
    await link(aside, path).catch((error) => {
      if (!isCode(error, 'EEXIST')) throw error
    })
  }
  await rm(aside, { force: true })
}

/** Throws StartupError naming the folder when the lock with this text is a living process's. */
async function refuseLiving(text: string, path: string, folder: string): Promise<void> {
  const holder = parse(text)
  if (!holder || !(await isAlive(holder, path))) return
  throw new StartupError(
    `The data in ${folder} is in use by process ${holder.pid}: stop that one first, or choose another folder with --database-url.`,
  )
}

/** Refuses a database's folder that a living process holds, as {@link takeLock} does, and takes nothing. */
export async function refuseHeld(folder: string): Promise<void> {
  const path = lockOf(folder)
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text !== null) await refuseLiving(text, path, folder)
}

/**
 * Takes the lock of a database's folder for this process and answers with its release. A lock that a dead process
 * left behind is taken over. Throws StartupError naming the folder when a living process holds it.
 */
export async function takeLock(folder: string): Promise<() => Promise<void>> {
  const path = lockOf(folder)
  const mine = `${path}.${newId('new')}`
  await writeFile(mine, `${process.pid} ${(await startOf(process.pid)) ?? ''}\n`)
  try {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      try {
        await link(mine, path)
        held.add(path)
        return async () => {
          held.delete(path)
          await rm(path, { force: true })
        }
      } catch (error) {
        if (!isCode(error, 'EEXIST')) throw error
      }
      const text = await readFile(path, 'utf8').catch(() => null)
      if (text === null) continue
      await refuseLiving(text, path, folder)
      await removeStale(path, text)
    }
  } finally {
    await rm(mine, { force: true })
  }
  throw new StartupError(`The data in ${folder} is being opened by another process: try again.`)
}
