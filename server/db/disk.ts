import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../base/ids.ts'

const PROBE_BYTES = 256 * 1024
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

const fullDisk = (folder: string) => `The disk that holds ${folder} is full: free some space and start again.`

/** Returns why a folder is not writable, as one sentence; null if a trial write succeeds. */
export async function whyUnwritable(folder: string): Promise<string | null> {
  const probe = join(folder, `lock.${newId('probe')}`)
  try {
    await writeFile(probe, new Uint8Array(PROBE_BYTES), { mode: 0o600 })
    return null
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error'
    return FULL.has(code)
      ? fullDisk(folder)
      : `The folder ${folder} cannot be written (${code}): give this user write permission, or choose another folder with --database-url.`
  } finally {
    await rm(probe, { force: true }).catch(() => {})
  }
}

/** Returns why a file of the given size does not fit into a folder, as one sentence; null if there is room. */
export async function whyTooSmall(folder: string, bytes: number): Promise<string | null> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize < bytes ? fullDisk(folder) : null
}
