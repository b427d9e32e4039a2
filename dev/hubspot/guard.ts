import type { MiddlewareHandler } from 'hono'
import { faulty } from '../lib/guard.ts'
import { bearerOf } from '../lib/oauth.ts'
import { accountOf, type Env, type Play } from './context.ts'
import { HubSpotError } from './errors.ts'

const PAGE = `<!DOCTYPE html><html><head><title>Bad gateway</title></head>
<body><h1>502 Bad Gateway</h1><p>The origin returned an invalid or incomplete response.</p></body></html>`

function tooMany(retryAfterMs: number): Response {
  const { body } = new HubSpotError(429, 'RATE_LIMITS', 'You have reached your ten_secondly_rolling limit.')
  const more = { errorType: 'RATE_LIMIT', policyName: 'TEN_SECONDLY_ROLLING' }
  return Response.json(
    { status: 'error', ...body, ...more, correlationId: crypto.randomUUID() },
    { status: 429, headers: { 'Retry-After': String(Math.ceil(retryAfterMs / 1000)) } },
  )
}

/**
 * Applies the requested faults. A fault can be limited to `oauth`, `crm`, `search`, or an account's ID. For `limited`,
 * `ms` is also the requested delay.
 */
export function misbehaving({ faults, tokens, clock }: Play, area: 'oauth' | 'crm'): MiddlewareHandler<Env> {
  return faulty({
    faults,
    to(c) {
      const portalId = tokens.access(bearerOf(c))?.portalId
      const areas = c.req.path.endsWith('/search') ? ['search', area] : [area]
      return [...areas, ...(portalId ? [String(portalId)] : [])]
    },
    ignores: (fault) => fault === 'unindexed' || (area === 'oauth' && fault === 'expired'),
    answer(fault, c, ms) {
      switch (fault) {
        case 'limited':
          return tooMany(ms)
        case 'down':
          return new HubSpotError(503, 'SERVICE_UNAVAILABLE', 'Service unavailable').toResponse()
        case 'html':
          return c.html(PAGE, 502) as Response
        case 'page':
          return c.html('<!DOCTYPE html><title>Sign in</title><h1>Sign in to this network</h1>') as Response
        case 'blocked':
          return c.html('<!DOCTYPE html><title>Blocked</title><h1>Request blocked</h1>', 403) as Response
        case 'expired':
          return expired(clock(), clock()).toResponse()
        case 'revoked':
          return area === 'oauth' ? revokedToken() : unauthenticated().toResponse()
        default:
          return undefined
      }
    },
  })
}

const revokedToken = () =>
  Response.json(
    {
      error: 'invalid_grant',
      error_description: 'refresh token is invalid, expired or revoked',
      status: 'BAD_REFRESH_TOKEN',
      message: 'refresh token is invalid, expired or revoked',
      correlationId: crypto.randomUUID(),
    },
    { status: 400 },
  )

const unauthenticated = () =>
  new HubSpotError(
    401,
    'INVALID_AUTHENTICATION',
    'Authentication credentials not found. This API supports OAuth 2.0 authentication and you can find more details at https://developers.hubspot.com/docs/methods/auth/oauth-overview',
  )

function expired(at: Date, now: Date): HubSpotError {
  const seconds = Math.floor((now.getTime() - at.getTime()) / 1000)
  return new HubSpotError(
    401,
    'EXPIRED_AUTHENTICATION',
    `The OAuth token used to make this call expired ${seconds} second(s) ago.`,
    { context: { 'expire time': [at.toISOString()] } },
  )
}

/** Accepts only requests with a valid access token. */
export function guarded(play: Play): MiddlewareHandler<Env> {
  const { app, tokens, clock } = play
  return async (c, next) => {
    const access = tokens.access(bearerOf(c))
    if (!access) throw unauthenticated()
    if (access.expiresAt <= clock()) throw expired(access.expiresAt, clock())
    c.set('account', accountOf(play, access.portalId))
    c.set('scopes', access.scopes)
    c.set('author', { source: 'INTEGRATION', sourceId: String(app.appId) })
    return next()
  }
}
