import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/schema.ts'
import { eraseJobs } from './erase-jobs.ts'

/**
 * Deletes conversations like {@link deleteConversations}, and their jobs. Returns the number of conversations deleted.
 * Must be called in a transaction.
 */
export async function eraseConversations(db: Kysely<Database>, ids: string[]): Promise<number> {
  const erased = await deleteConversations(db, ids)
  if (erased > 0) await eraseJobs(db)
  return erased
}

/**
 * Deletes conversations with their messages and their visitors' rate limit counters, whose keys contain token hashes,
 * what their visitors' numbers were asked about texts, with the texts that wait for an answer, and their missed calls.
 * Returns the number of conversations deleted. Must be called in a transaction and followed by `eraseJobs`.
 */
export async function deleteConversations(db: Kysely<Database>, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0
  const erased = await db
    .deleteFrom('conversations')
    .where('id', '=', sql<string>`any(${ids})`)
    .returning(['visitor_token_hash', 'text_phone'])
    .execute()
  const limits = erased.flatMap(({ visitor_token_hash: hash }) =>
    hash === null
      ? []
      : [
          ...[hash, `typing:${hash}`, `presence:${hash}`].map((key) => `messagesPerConversation:${key}`),
          `requestsPerConversation:${hash}`,
        ],
  )
  await db.deleteFrom('rate_limits').where('key', '=', sql<string>`any(${limits})`).execute()
  const phones = erased.flatMap(({ text_phone: phone }) => phone ?? [])
  await db.deleteFrom('text_routes').where('phone', '=', sql<string>`any(${phones})`).execute()
  await db
    .updateTable('alert_talks')
    .set({ waiting: '[]' })
    .where('phone', '=', sql<string>`any(${phones})`)
    .execute()
  await db.deleteFrom('missed_calls').where('phone', '=', sql<string>`any(${phones})`).execute()
  return erased.length
}
