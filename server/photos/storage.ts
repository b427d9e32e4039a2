import type { BucketPlace, Bytes } from '../base/bucket.ts'

export type { Bytes } from '../base/bucket.ts'

/** The storage for photo files. All servers of a database use the same storage. */
export interface PhotoStorage {
  /** Stores a file completely. Replaces a file with the same name. */
  put(name: string, bytes: Bytes): Promise<void>
  /** Returns a file, or null if it doesn't exist. */
  get(name: string): Promise<Bytes | null>
  remove(name: string): Promise<void>
}

declare module '../kernel/deps.ts' {
  interface Deps {
    photos: PhotoStorage
  }
}

/**
 * The storage location: a dedicated folder, a folder that is removed when the process ends (`temporary`), or a bucket.
 */
export type PhotoPlace =
  | { kind: 'folder'; folder: string }
  | { kind: 'temporary' }
  | ({ kind: 's3' } & BucketPlace)

/** Returns the names of a photo's files: the picture and its thumbnail. */
export const filesOf = (file: string) => ({ large: `${file}.jpg`, small: `${file}-small.jpg` })
