import { randomBytes } from 'node:crypto'
import { HUBSPOT_CALLBACK_PATH } from '../../../src/contract/integrations.ts'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'
import type { Admitted, Deps } from '../../deps.ts'

export const HUBSPOT = 'hubspot'

/** Minutes until a started connection expires. */
const STATE_MINUTES = 10

/** The only URL to which the provider may send the browser back. */
export function callbackUrl({ config }: Deps): string {
  return config.origins.api + HUBSPOT_CALLBACK_PATH
}

/** Stores who started to connect, for which organization and from which page, under a random state. */
export async function beginConnecting(
  { db, clock }: Deps,
  member: Admitted,
  redirectUri: string,
  returnTo: string,
) {
  const now = clock()
  const state = randomBytes(32).toString('base64url')
  await db
    .insertInto('oauth_states')
    .values({
      state,
      organization_id: member.organizationId,
      user_id: member.userId,
      provider: HUBSPOT,
      redirect_uri: redirectUri,
      return_to: returnTo,
      issued_at: member.issuedAt,
      expires_at: new Date(now.getTime() + STATE_MINUTES * MINUTE_MS),
    })
    .execute()
  return state
}

/** Returns the attempt of a state without using it up, or undefined if it has expired. */
export async function findAttempt({ db, clock }: Deps, state: string) {
  return db
    .selectFrom('oauth_states')
    .innerJoin('organizations', 'organizations.id', 'oauth_states.organization_id')
    .select(['redirect_uri', 'organizations.name as organization'])
    .where('state', '=', state)
    .where('provider', '=', HUBSPOT)
    .where('expires_at', '>', clock())
    .executeTakeFirst()
}

/**
 * Uses an attempt up. Of two requests with the same state, only one gets it. `isAlive` is false if it has
 * expired.
 */
export async function takeAttempt({ db, clock }: Deps, state: string) {
  const attempt = await db
    .deleteFrom('oauth_states')
    .where('state', '=', state)
    .where('provider', '=', HUBSPOT)
    .returning(['organization_id', 'user_id', 'return_to', 'issued_at', 'expires_at'])
    .executeTakeFirst()
  return attempt && { ...attempt, isAlive: attempt.expires_at > clock() }
}
