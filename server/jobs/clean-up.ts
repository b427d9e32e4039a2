import type { Kysely } from 'kysely'
import { HOUR_MS } from '../../src/domain/durations.ts'
import type { Database } from '../db/schema.ts'

/** Sign-ins and sign-ups that were begun and not finished within this time are forgotten. */
const ATTEMPT_HOURS = 24

/** Removes what has run out: states of connections never completed, attempts to sign in or up, used up limits. */
export async function cleanUp(
  db: Kysely<Database>,
  now: Date,
): Promise<{ states: number; attempts: number; limits: number }> {
  const states = await db.deleteFrom('oauth_states').where('expires_at', '<=', now).executeTakeFirst()
  const attempts = await db
    .deleteFrom('identity_attempts')
    .where('created_at', '<=', new Date(now.getTime() - ATTEMPT_HOURS * HOUR_MS))
    .executeTakeFirst()
  const limits = await db.deleteFrom('rate_limits').where('expire', '<=', now.getTime()).executeTakeFirst()
  return {
    states: Number(states.numDeletedRows),
    attempts: Number(attempts.numDeletedRows),
    limits: Number(limits.numDeletedRows),
  }
}
