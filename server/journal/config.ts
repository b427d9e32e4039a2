import { join } from 'node:path'
import { type Read, readFiles } from '../base/environment.ts'
import { JOURNAL } from '../db/embedded.ts'
import type { JournalPlace } from './storage.ts'

declare module '../kernel/config.ts' {
  interface Config {
    /** The journal of what is erased and revoked, which a restore applies; null keeps none. */
    journal?: JournalPlace | null
  }
}

/**
 * Reads where the journal is kept: in a bucket of an S3-compatible service, in a folder, or by default in the folder
 * `journal` next to the embedded database. With a PostgreSQL server, all servers need the same one, so it must be
 * given.
 */
export function readJournal(read: Read, databaseUrl: string): JournalPlace | null {
  const given = readFiles(read, 'JOURNAL')
  if (given || databaseUrl.includes('://')) return given
  return { kind: 'folder', folder: join(databaseUrl, JOURNAL) }
}
