import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'

/** Deletes expired data: abandoned connection attempts and old rate limit counters. */
export async function cleanUp(db: Kysely<Database>, now: Date): Promise<{ states: number; limits: number }> {
  const states = await db.deleteFrom('oauth_states').where('expires_at', '<=', now).executeTakeFirst()
  await db.deleteFrom('preview_passes').where('expires_at', '<=', now).execute()
  const limits = await db.deleteFrom('rate_limits').where('expire', '<=', now.getTime()).executeTakeFirst()
  return { states: Number(states.numDeletedRows), limits: Number(limits.numDeletedRows) }
}
