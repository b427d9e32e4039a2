import { sql } from 'kysely'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import type { Deps } from '../kernel/deps.ts'
import { filesOf } from './storage.ts'

/** The number of photos whose files are removed in one batch. */
const BATCH = 50
/** The maximum number of batches during an erasure. The daily job removes the rest. */
const MOST_BATCHES = 10
/** The time after which an upload that started before an erasure can no longer store its files. */
const UPLOADS_OVER = '1 hour'

type Parts = Pick<Deps, 'db' | 'photos' | 'log'>

/** Removes the files of photos that have just been erased. The daily job handles failures. */
export async function removeErased({ db, photos, log }: Parts): Promise<void> {
  try {
    for (let batches = 0; batches < MOST_BATCHES; batches += 1) {
      const { files, failure } = await removeBatch({ db, photos }, '', true)
      if (failure) throw failure
      if (files.length < BATCH) return
    }
  } catch (error) {
    log.error({ err: error }, 'files of erased photos could not be removed yet')
  }
}

/**
 * Removes photos that were uploaded more than a day before `trusted` but never sent in a message, and the files of all
 * erased photos. Returns the counts. If removals fail, throws the first error after trying all other files.
 */
export async function cleanPhotos(
  parts: Omit<Parts, 'log'>,
  trusted: Date,
): Promise<{ unsent: number; removed: number }> {
  const { db } = parts
  const unsent = await db
    .deleteFrom('photos')
    .where('message_id', 'is', null)
    .where('created_at', '<=', new Date(trusted.getTime() - DAY_MS))
    .executeTakeFirst()
  let removed = 0
  let failed: Error | null = null
  for (let batch = await removeBatch(parts, ''); batch.files.length > 0; ) {
    removed += batch.files.length
    failed ??= batch.failure
    batch = await removeBatch(parts, batch.files.at(-1) ?? '')
  }
  await db
    .deleteFrom('photo_removals')
    .where('emptied_at', 'is not', null)
    .where('removed_at', '<', sql<Date>`now() - ${UPLOADS_OVER}::interval`)
    .execute()
  if (failed) throw failed
  return { unsent: Number(unsent.numDeletedRows), removed }
}

/**
 * Removes the files of the next batch of erased photos after the name `after`. With `onlyFirst`, skips photos whose
 * files have already been removed once. Returns the names of the photos and the first error. Failed photos are retried
 * later.
 */
async function removeBatch(
  { db, photos }: Omit<Parts, 'log'>,
  after: string,
  onlyFirst = false,
): Promise<{ files: string[]; failure: Error | null }> {
  const rows = await db
    .selectFrom('photo_removals')
    .select('file')
    .where('file', '>', after)
    .$if(onlyFirst, (query) => query.where('emptied_at', 'is', null))
    .orderBy('file')
    .limit(BATCH)
    .execute()
  const files = rows.map(({ file }) => file)
  if (files.length === 0) return { files, failure: null }
  let failure: Error | null = null
  const emptied = await Promise.all(
    files.map(async (file) => {
      const removed = await Promise.allSettled(
        Object.values(filesOf(file)).map((name) => photos.remove(name)),
      )
      const failed = removed.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined
      failure ??= failed?.reason ?? null
      return failed ? [] : [file]
    }),
  )
  await db
    .updateTable('photo_removals')
    .set({ emptied_at: sql<Date>`now()` })
    .where('file', '=', sql<string>`any(${emptied.flat()})`)
    .execute()
  return { files, failure }
}
