import { randomBytes } from 'node:crypto'
import { HUBSPOT_CALLBACK_PATH } from '../../../src/contract/integrations.ts'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'
import type { Deps, Member } from '../../deps.ts'

export const HUBSPOT = 'hubspot'

/** Minutes from asking to connect until the consent page no longer works. */
const STATE_MINUTES = 10

/** The address that the provider sends the browser back to; no other is accepted. */
export function callbackUrl({ config }: Deps): string {
  return config.origins.api + HUBSPOT_CALLBACK_PATH
}

/**
 * Remembers who began to connect, for which organization and from which page, under a name that cannot be
 * guessed.
 */
export async function beginConnecting(
  { db, clock }: Deps,
  member: Member,
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
      expires_at: new Date(now.getTime() + STATE_MINUTES * MINUTE_MS),
    })
    .execute()
  return state
}

/** The attempt that a state names, while it is alive; it stays as it is. */
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

/** Uses an attempt up: of two who bring the same state only one gets it. `isAlive` is false when too late. */
export async function takeAttempt({ db, clock }: Deps, state: string) {
  const attempt = await db
    .deleteFrom('oauth_states')
    .where('state', '=', state)
    .where('provider', '=', HUBSPOT)
    .returning(['organization_id', 'user_id', 'return_to', 'expires_at'])
    .executeTakeFirst()
  return attempt && { ...attempt, isAlive: attempt.expires_at > clock() }
}
