export type Bytes = Uint8Array<ArrayBuffer>

/** Where the files of photos are. All companions of one database use the same one. */
export interface PhotoStorage {
  /** Stores a file completely; replaces one of the same name. */
  put(name: string, bytes: Bytes): Promise<void>
  /** Returns a file, or null if there is none. */
  get(name: string): Promise<Bytes | null>
  /** Removes a file, if there is one. */
  remove(name: string): Promise<void>
}

/** The storage: a folder of its own, one that is removed with the process (`temporary`), or a bucket. */
export type PhotoPlace =
  | { kind: 'folder'; folder: string }
  | { kind: 'temporary' }
  | { kind: 's3'; url: string; region: string; keyId: string; secret: string }

/** A photo's files: the picture, and its thumbnail. */
export const filesOf = (file: string) => ({ large: `${file}.jpg`, small: `${file}-small.jpg` })
