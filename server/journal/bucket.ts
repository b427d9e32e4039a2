import { type BucketPlace, openBucket } from '../base/bucket.ts'
import { randomText } from '../base/ids.ts'
import { isJournalFile, type JournalStorage, textOf } from './storage.ts'

const PREFIX = 'journal/'
const TYPE = 'application/jsonl'
const ID_LENGTH = 12
const NUMBER_LENGTH = 8

/**
 * Keeps the journal in a bucket of an S3-compatible service: one object for the entries that are appended together,
 * because objects can't grow. No object is ever replaced.
 */
export function bucketJournal(place: BucketPlace): JournalStorage {
  const bucket = openBucket(place, 'journal’s bucket')
  const writer = randomText(ID_LENGTH)
  let count = 0
  const put = (name: string, text: string) => bucket.put(PREFIX + name, text, TYPE)
  return {
    append(day, lines) {
      count += 1
      return put(`${day}-${writer}-${String(count).padStart(NUMBER_LENGTH, '0')}.jsonl`, textOf(lines))
    },
    async names() {
      const keys = await bucket.list(PREFIX)
      return keys.map((key) => key.slice(PREFIX.length)).filter(isJournalFile)
    },
    async read(name) {
      const bytes = await bucket.get(PREFIX + name)
      return bytes && Buffer.from(bytes).toString()
    },
    add: put,
  }
}
