import type { BucketPlace } from '../base/bucket.ts'

/** Where the journal is: a folder or a bucket, which all servers of a database share. */
export type JournalPlace = { kind: 'folder'; folder: string } | ({ kind: 's3' } & BucketPlace)

/**
 * The journal: files of JSON Lines that only grow. Their names begin with the day (UTC) on which they were begun. Each
 * process writes its own files, so that several servers don't interfere.
 */
export interface JournalStorage {
  /** Appends whole lines. They have survived a power failure when this resolves. Can append them twice if it rejects. */
  append(day: string, lines: readonly string[]): Promise<void>
  /** Returns the names of all files, in the order of their days. */
  names(): Promise<string[]>
  /** Returns a file, or null if it doesn't exist. */
  read(name: string): Promise<string | null>
  /** Stores a file of another copy of the journal. */
  add(name: string, text: string): Promise<void>
}

/** The number of characters in a name that are its day. */
const DAY_LENGTH = 10

export const isJournalFile = (name: string): boolean => /^\d{4}-\d\d-\d\d-[\w-]{1,80}\.jsonl$/.test(name)

/** Returns the day of a file. */
export const dayOf = (name: string): string => name.slice(0, DAY_LENGTH)

export const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')
