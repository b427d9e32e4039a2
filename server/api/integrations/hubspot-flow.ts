import { createHash, createHmac, randomBytes } from 'node:crypto'
import { HUBSPOT_CALLBACK_PATH } from '../../../src/contract/integrations.ts'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'
import type { Admitted, Deps } from '../../deps.ts'
import type { HubspotConfig } from '../../hubspot/config.ts'
import { HUBSPOT } from '../../hubspot/connection.ts'

/** Minutes until a started connection expires. */
const STATE_MINUTES = 10

/** The only URL to which the provider may send the browser back. */
export function callbackUrl({ config }: Deps): string {
  return config.origins.api + HUBSPOT_CALLBACK_PATH
}

/** The verifier (PKCE, RFC 7636) of an attempt; only who knows the app's secret can make it from the state. */
export function verifierOf({ clientSecret }: HubspotConfig, state: string): string {
  return createHmac('sha256', clientSecret).update(`verifier:${state}`).digest('base64url')
}

export const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url')

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
