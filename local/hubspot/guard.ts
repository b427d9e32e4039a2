import type { MiddlewareHandler } from 'hono'
import { accountOf, type Env, type Play } from './context.ts'
import { HubSpotError } from './errors.ts'

const PAGE = `<!DOCTYPE html><html><head><title>Bad gateway</title></head>
<body><h1>502 Bad Gateway</h1><p>The origin returned an invalid or incomplete response.</p></body></html>`

function tooMany(policyName: 'TEN_SECONDLY_ROLLING' | 'SECONDLY', retryAfterMs: number): Response {
  const message = `You have reached your ${policyName.toLowerCase()} limit.`
  const { body } = new HubSpotError(429, 'RATE_LIMITS', message)
  return Response.json(
    { status: 'error', ...body, errorType: 'RATE_LIMIT', correlationId: crypto.randomUUID(), policyName },
    { status: 429, headers: { 'Retry-After': String(Math.ceil(retryAfterMs / 1000)) } },
  )
}

/**
 * Applies the requested faults. A fault can be limited to `oauth`, `crm`, `search`, or an account's ID. For `limited`,
 * `ms` is also the requested delay.
 */
export function faulty({ faults, tokens, clock }: Play): MiddlewareHandler<Env> {
  return async (c, next) => {
    const { path } = c.req
    const portalId = tokens.access(bearer(c.req.header('authorization')))?.portalId
    const isOAuth = /\/oauth\/[^/]+\/token|\/oauth\/v1\/(access|refresh)-tokens/.test(path)
    const areas = isOAuth ? ['oauth'] : path.endsWith('/search') ? ['search', 'crm'] : ['crm']
    const fault = faults.current(...areas, ...(portalId ? [String(portalId)] : []))
    if (fault === null || fault === 'unindexed' || (isOAuth && fault === 'expired')) return next()
    const { ms } = faults
    faults.spend()
    switch (fault) {
      case 'slow':
        await new Promise((wake) => setTimeout(wake, ms))
        return next()
      case 'limited':
        return tooMany('TEN_SECONDLY_ROLLING', ms)
      case 'down':
        return new HubSpotError(503, 'SERVICE_UNAVAILABLE', 'Service unavailable').toResponse()
      case 'html':
        return c.html(PAGE, 502)
      case 'expired':
        return expired(clock(), clock()).toResponse()
      case 'revoked':
        return isOAuth
          ? Response.json(
              {
                error: 'invalid_grant',
                error_description: 'refresh token is invalid, expired or revoked',
                status: 'BAD_REFRESH_TOKEN',
                message: 'refresh token is invalid, expired or revoked',
                correlationId: crypto.randomUUID(),
              },
              { status: 400 },
            )
          : unauthenticated().toResponse()
    }
  }
}

const bearer = (header = '') => /^bearer (.+)$/i.exec(header)?.[1] ?? ''

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

/**
 * Accepts requests with a valid access token, within the rate limits. Searches have separate limits, without headers.
 */
export function guarded(play: Play): MiddlewareHandler<Env> {
  const { app, tokens, limiter, searchLimiter, clock } = play
  return async (c, next) => {
    const access = tokens.access(bearer(c.req.header('authorization')))
    if (!access) throw unauthenticated()
    if (access.expiresAt <= clock()) throw expired(access.expiresAt, clock())
    const key = `${app.appId}/${access.portalId}`
    const isSearch = c.req.path.endsWith('/search')
    const spent = (isSearch ? searchLimiter : limiter).spend(key)
    if (!spent.isAllowed) {
      return tooMany(isSearch ? 'SECONDLY' : 'TEN_SECONDLY_ROLLING', spent.retryAfterMs)
    }
    c.set('account', accountOf(play, access.portalId))
    c.set('scopes', access.scopes)
    c.set('author', { source: 'INTEGRATION', sourceId: String(app.appId) })
    if (!isSearch) {
      c.header('X-HubSpot-RateLimit-Interval-Milliseconds', String(limiter.windowMs))
      c.header('X-HubSpot-RateLimit-Max', String(limiter.requests))
      c.header('X-HubSpot-RateLimit-Remaining', String(spent.remaining))
    }
    return next()
  }
}
