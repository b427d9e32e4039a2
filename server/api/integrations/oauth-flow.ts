import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'
import type { Admitted, Deps } from '../../deps.ts'
import { failureForLog } from '../../log.ts'
import { VendorError } from '../../vendor-errors.ts'
import { unfit } from '../input.ts'
import type { Api } from '../mount.ts'
import { Refusal } from '../refusal.ts'

/** Minutes until a started connection expires. */
const STATE_MINUTES = 10

/** Another company's service that owners connect on its consent page. */
export interface Provider {
  /** Of its attempts in the database. */
  id: string
  /** For people. */
  name: string
  /** The only path of the API to which it may send the browser back. */
  callbackPath: string
  /** The query parameter of the console's page that receives the result. */
  resultParam: string
  /** The app that is registered there; null if this server has none. */
  app(): { clientSecret: string; consentUrl: string } | null
  /** The parameters of the consent page beside the redirect URL, the state, and the challenge. */
  parameters(): Record<string, string>
  /** Exchanges a code for tokens, and stores the connection. Rejects with a VendorError. */
  connect(organizationId: string, granted: Granted): Promise<void>
}

export interface Granted {
  code: string
  verifier: string
  redirectUri: string
}

/** What the console's page is told (section 7). */
export type OAuthResult = 'connected' | 'cancelled' | 'expired' | 'failed'

/** The verifier (PKCE, RFC 7636) of an attempt; only who knows the app's secret can make it from the state. */
const verifierOf = ({ clientSecret }: { clientSecret: string }, state: string): string =>
  createHmac('sha256', clientSecret).update(`verifier:${state}`).digest('base64url')

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

/**
 * Returns the URL of a provider's consent page for a member. Refuses another redirect URL than the API's own, and another
 * page to return to than the console's.
 */
export async function beginConnecting(
  { deps }: Api,
  provider: Provider,
  member: Admitted,
  query: { redirect_uri: string; return_to?: string | undefined },
): Promise<string> {
  const { db, clock, config } = deps
  const app = provider.app()
  if (!app) throw new Refusal(501, `${provider.name} is not set up on this server`)
  const callback = config.origins.api + provider.callbackPath
  if (query.redirect_uri !== callback) throw new Refusal(400, `redirect_uri must be ${callback}`)
  const returnTo = query.return_to ?? `${config.origins.console}/integrations`
  if (new URL(returnTo).origin !== config.origins.console) {
    throw new Refusal(400, `return_to must be a page of ${config.origins.console}`)
  }
  const now = clock()
  const state = randomBytes(32).toString('base64url')
  await db
    .insertInto('oauth_states')
    .values({
      state,
      organization_id: member.organizationId,
      user_id: member.userId,
      provider: provider.id,
      redirect_uri: callback,
      return_to: returnTo,
      issued_at: member.issuedAt,
      expires_at: new Date(now.getTime() + STATE_MINUTES * MINUTE_MS),
    })
    .execute()
  const parameters = new URLSearchParams({
    ...provider.parameters(),
    redirect_uri: callback,
    state,
    code_challenge: challengeOf(verifierOf(app, state)),
    code_challenge_method: 'S256',
  })
  return `${app.consentUrl}?${parameters}`
}

/**
 * Uses an attempt up. Of two requests with the same state, only one gets it. `isAlive` is false if it has
 * expired.
 */
async function takeAttempt({ db, clock }: Deps, { id }: Provider, state: string) {
  const attempt = await db
    .deleteFrom('oauth_states')
    .where('state', '=', state)
    .where('provider', '=', id)
    .returning(['organization_id', 'user_id', 'return_to', 'issued_at', 'expires_at'])
    .executeTakeFirst()
  return attempt && { ...attempt, isAlive: attempt.expires_at > clock() }
}

/** Receives the browsers that come back from a provider's consent page. */
export function mountCallback(api: Api, provider: Provider): void {
  const { config, log } = api.deps
  api.app.get(provider.callbackPath, async (c) => {
    const { state = '', code = '', error } = c.req.query()
    const attempt = unfit(state) ? undefined : await takeAttempt(api.deps, provider, state)
    const goBack = (result: OAuthResult) =>
      redirect(c, attempt?.return_to ?? `${config.origins.console}/integrations`, provider, result)
    if (!attempt?.isAlive) return goBack('expired')
    if (error !== undefined) return goBack(error === 'access_denied' ? 'cancelled' : 'failed')
    const member = {
      userId: attempt.user_id,
      organizationId: attempt.organization_id,
      issuedAt: attempt.issued_at,
    }
    const app = provider.app()
    if (!app || !(await api.guard.isStillMember(member, 'admin'))) return goBack('failed')
    try {
      const redirectUri = config.origins.api + provider.callbackPath
      await provider.connect(member.organizationId, { code, verifier: verifierOf(app, state), redirectUri })
    } catch (error) {
      if (!(error instanceof VendorError)) throw error
      log.warn(
        { error: failureForLog(error, { inRequest: true }), organizationId: member.organizationId },
        `${provider.name} was not connected`,
      )
      return goBack('failed')
    }
    return goBack('connected')
  })
}

function redirect(c: Context, page: string, { resultParam }: Provider, result: OAuthResult): Response {
  const target = new URL(page)
  target.searchParams.set(resultParam, result)
  c.header('Cache-Control', 'no-store')
  return c.redirect(target.href)
}
