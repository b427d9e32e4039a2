import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../ids.ts'

const PROBE_BYTES = 256 * 1024
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

const fullDisk = (folder: string) => `The disk that holds ${folder} is full: free some space and start again.`

/** Why nothing can be stored in a folder, as one sentence; null when a trial write succeeds. */
export async function whyUnwritable(folder: string): Promise<string | null> {
  const probe = join(folder, `lock.${newId('probe')}`)
  try {
    await writeFile(probe, new Uint8Array(PROBE_BYTES), { mode: 0o600 })
    return null
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error'
    return FULL.has(code)
      ? fullDisk(folder)
      : `The folder ${folder} cannot be written (${code}): give this user the right to write there, or choose another folder with --database-url.`
  } finally {
    await rm(probe, { force: true }).catch(() => {})
  }
}

/** Why a file of so many bytes cannot be stored in a folder, as one sentence; null when there is room for it. */
export async function whyTooSmall(folder: string, bytes: number): Promise<string | null> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize < bytes ? fullDisk(folder) : null
}
