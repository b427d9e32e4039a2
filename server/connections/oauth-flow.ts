import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { type Approval, CONNECT_PARAM, type ConnectResult } from '../../src/contract/consent.ts'
import { MINUTE_MS } from '../../src/domain/time/durations.ts'
import { failureForLog } from '../base/log.ts'
import { VendorError } from '../base/vendor-errors.ts'
import { HttpError } from '../http/http-error.ts'
import { unfit } from '../http/input.ts'
import type { Api } from '../http/mount.ts'
import { notConfigured } from '../http/not-configured.ts'
import type { Admitted, Deps, Member } from '../kernel/deps.ts'

/** Minutes until a started connection expires. */
const STATE_MINUTES = 10

/** Another company's service that owners connect through its consent page. */
export interface Provider {
  /** The id of its attempts in the database. */
  id: 'hubspot' | 'google'
  /** The display name. */
  name: string
  /** The only path of the API to which it can redirect the browser. */
  callbackPath: string
  /** Its name in the URL fragment of the console's page, and the query parameter for the result. */
  resultParam: string
  /** Returns the app that is registered there; null if this server has none. */
  app(): { clientSecret: string; consentUrl: string } | null
  /** Returns the parameters of the consent page other than the redirect URL, the state, and the challenge. */
  parameters(): Record<string, string>
  /** Exchanges a code for tokens, and stores the connection. Rejects with a VendorError. */
  connect(organizationId: string, granted: Granted): Promise<void>
}

export interface Granted {
  code: string
  verifier: string
  redirectUri: string
}

/** The result for the console's page if there is nothing to finish (section 7). */
type OAuthResult = 'cancelled' | 'expired' | 'failed'

/** Returns the verifier (PKCE, RFC 7636) of an attempt. Deriving it from the state requires the app's secret. */
const verifierOf = ({ clientSecret }: { clientSecret: string }, state: string): string =>
  createHmac('sha256', clientSecret).update(`verifier:${state}`).digest('base64url')

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

/**
 * Returns the URL of a provider's consent page for a member. Rejects redirect URLs other than the API's own, and return
 * pages other than the console's.
 */
export async function beginConnecting(
  { deps }: Api,
  provider: Provider,
  member: Admitted,
  query: { redirect_uri: string; return_to?: string | undefined },
): Promise<string> {
  const { db, clock, config } = deps
  const app = provider.app()
  if (!app) throw notConfigured(provider.id)
  const callback = config.origins.api + provider.callbackPath
  if (query.redirect_uri !== callback) throw new HttpError(400, `redirect_uri must be ${callback}`)
  const returnTo = query.return_to ?? `${config.origins.console}/integrations`
  if (new URL(returnTo).origin !== config.origins.console) {
    throw new HttpError(400, `return_to must be a page of ${config.origins.console}`)
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
      return_to: returnTo,
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

/** Returns an attempt without consuming it. `isAlive` is false if it has expired. */
async function findAttempt({ db, clock }: Deps, { id }: Provider, state: string) {
  const attempt = await db
    .selectFrom('oauth_states')
    .where('state', '=', state)
    .where('provider', '=', id)
    .select(['return_to', 'expires_at'])
    .executeTakeFirst()
  return attempt && { ...attempt, isAlive: attempt.expires_at > clock() }
}

/** Consumes an attempt. Of two requests with the same state, only one gets it. */
async function takeAttempt({ db, clock }: Deps, { id }: Provider, state: string) {
  const attempt = await db
    .deleteFrom('oauth_states')
    .where('state', '=', state)
    .where('provider', '=', id)
    .returning(['organization_id', 'user_id', 'expires_at'])
    .executeTakeFirst()
  return attempt && { ...attempt, isAlive: attempt.expires_at > clock() }
}

/**
 * Receives browsers that return from a provider's consent page. The browser can be anyone's, so this connects nothing.
 * It passes the approval to the console, whose session identifies the user who finishes the attempt.
 */
export function mountCallback(api: Api, provider: Provider): void {
  const { deps } = api
  api.app.get(provider.callbackPath, async (c) => {
    const { state = '', code = '', error } = c.req.query()
    const attempt = unfit(state) ? undefined : await findAttempt(deps, provider, state)
    const page = new URL(attempt?.return_to ?? `${deps.config.origins.console}/integrations`)
    const goBack = (result: OAuthResult) => {
      page.searchParams.set(provider.resultParam, result)
      return redirect(c, page)
    }
    if (!attempt?.isAlive) return goBack('expired')
    if (error !== undefined || code === '') {
      await takeAttempt(deps, provider, state)
      return goBack(error === 'access_denied' ? 'cancelled' : 'failed')
    }
    page.hash = String(new URLSearchParams({ [CONNECT_PARAM]: provider.resultParam, code, state }))
    return redirect(c, page)
  })
}

function redirect(c: Context, page: URL): Response {
  c.header('Cache-Control', 'no-store')
  return c.redirect(page.href)
}

/** Finishes an attempt for the member who began it, and consumes it. */
export async function finishConnecting(
  { deps }: Api,
  provider: Provider,
  member: Member,
  { code, state }: Approval,
): Promise<ConnectResult> {
  const attempt = await takeAttempt(deps, provider, state)
  if (!attempt?.isAlive || attempt.user_id !== member.userId) return 'expired'
  const { organizationId } = member
  if (attempt.organization_id !== organizationId) return 'other_organization'
  const app = provider.app()
  if (!app) return 'failed'
  try {
    const redirectUri = deps.config.origins.api + provider.callbackPath
    await provider.connect(organizationId, { code, verifier: verifierOf(app, state), redirectUri })
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    const failure = failureForLog(error, { inRequest: true })
    deps.log.warn({ error: failure, organizationId }, `${provider.name} was not connected`)
    return 'failed'
  }
  return 'connected'
}
