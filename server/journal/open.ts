import { bucketJournal } from './bucket.ts'
import { folderJournal } from './folder.ts'
import type { JournalPlace, JournalStorage } from './storage.ts'

/** Opens the journal. Nothing is created before the first entry. */
export const openJournal = (place: JournalPlace): JournalStorage =>
  place.kind === 's3' ? bucketJournal(place) : folderJournal(place.folder)
