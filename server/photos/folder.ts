import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../db/rights.ts'
import type { PhotoStorage } from './storage.ts'

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Stores photos as files in a folder that only its owner can read. Stored files survive a power failure. */
export function folderStorage(folder: string): PhotoStorage {
  return {
    async put(name, bytes) {
      await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
      const file = await open(join(folder, name), 'w', PRIVATE_FILE)
      try {
        await file.writeFile(bytes)
        await file.datasync()
      } finally {
        await file.close()
      }
    },
    async get(name) {
      try {
        return new Uint8Array(await readFile(join(folder, name)))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    remove: (name) => rm(join(folder, name), { force: true }),
  }
}

/** Stores photos in a temporary folder, which is created with the first file and removed when the process ends. */
export function temporaryStorage(): PhotoStorage {
  let storage: PhotoStorage | null = null
  const opened = () => {
    if (storage) return storage
    const folder = mkdtempSync(join(tmpdir(), 'fieldhand-photos-'))
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    storage = folderStorage(folder)
    return storage
  }
  return {
    put: (name, bytes) => opened().put(name, bytes),
    get: async (name) => (await storage?.get(name)) ?? null,
    remove: async (name) => storage?.remove(name),
  }
}
