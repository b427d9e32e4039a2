import type { MiddlewareHandler } from 'hono'
import { accountOf, type Env, type Play } from './context.ts'
import { GoogleError, unauthenticated } from './errors.ts'
import { revokedToken } from './oauth.ts'

const PAGE = `<!DOCTYPE html><html lang=en><title>Error 502 (Server Error)!!1</title>
<p><b>502.</b> <ins>That’s an error.</ins><p>The server encountered a temporary error.</html>`

const bearer = (header = '') => /^bearer (.+)$/i.exec(header)?.[1] ?? ''

/**
 * Applies the requested faults. A fault can be limited to `oauth`, `calendar`, or an account's email address. For
 * `limited`, `ms` is also the requested delay. `taken` and `lost` apply only to inserted events: either someone else
 * books the time just before, or the event is stored and the response is lost.
 */
export function faulty({ faults, tokens }: Play, area: 'oauth' | 'calendar'): MiddlewareHandler<Env> {
  return async (c, next) => {
    const email = tokens.access(bearer(c.req.header('authorization')))?.email
    const fault = faults.current(area, ...(email === undefined ? [] : [email]))
    if (fault === null || fault === 'taken' || fault === 'lost') return next()
    if (area === 'oauth' && fault === 'expired') return next()
    const { ms } = faults
    faults.spend()
    switch (fault) {
      case 'slow':
        await new Promise((wake) => setTimeout(wake, ms))
        return next()
      case 'limited':
        throw new GoogleError(429, 'rateLimitExceeded', 'Rate Limit Exceeded', {
          domain: 'usageLimits',
          retryAfterSeconds: Math.ceil(ms / 1000),
        })
      case 'quota':
        throw new GoogleError(403, 'rateLimitExceeded', 'Rate Limit Exceeded', { domain: 'usageLimits' })
      case 'down':
        throw new GoogleError(503, 'backendError', 'Backend Error')
      case 'html':
        return c.html(PAGE, 502)
      case 'expired':
        throw unauthenticated()
      case 'revoked':
        throw area === 'oauth' ? revokedToken() : unauthenticated()
    }
  }
}

/** Accepts only requests with a valid access token. */
export function guarded(play: Play): MiddlewareHandler<Env> {
  return async (c, next) => {
    const access = play.tokens.access(bearer(c.req.header('authorization')))
    if (!access) throw unauthenticated()
    c.set('account', accountOf(play, access.email))
    c.set('scopes', access.scopes)
    return next()
  }
}
