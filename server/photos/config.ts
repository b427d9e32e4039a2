import { join } from 'node:path'
import { type Read, readFiles } from '../base/environment.ts'
import { PHOTOS } from '../db/embedded.ts'
import type { PhotoPlace } from './storage.ts'

declare module '../kernel/config.ts' {
  interface Config {
    /** Where visitors' photos are stored. */
    photos: PhotoPlace
  }
}

/**
 * Reads where photos are stored: in a bucket of an S3-compatible service, in a folder, or by default in the folder
 * `photos` next to the embedded database. The photos of an in-memory database are lost when the process ends.
 */
export function readPhotos(
  read: Read,
  { databaseUrl, dataFolder }: { databaseUrl: string; dataFolder: string },
): PhotoPlace {
  const given = readFiles(read, 'PHOTOS')
  if (given) return given
  if (databaseUrl === 'memory://') return { kind: 'temporary' }
  return { kind: 'folder', folder: join(dataFolder, PHOTOS) }
}
