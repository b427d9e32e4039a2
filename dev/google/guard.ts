import type { MiddlewareHandler } from 'hono'
import { faulty } from '../lib/guard.ts'
import { bearerOf } from '../lib/oauth.ts'
import { accountOf, type Env, type Play } from './context.ts'
import { GoogleError, unauthenticated } from './errors.ts'
import { revokedToken } from './oauth.ts'

const PAGE = `<!DOCTYPE html><html lang=en><title>Error 502 (Server Error)!!1</title>
<p><b>502.</b> <ins>That’s an error.</ins><p>The server encountered a temporary error.</html>`

/**
 * Applies the requested faults. A fault can be limited to `oauth`, `calendar`, or an account's email address. For
 * `limited`, `ms` is also the requested delay. `taken` and `lost` apply only to inserted events: either someone else
 * books the time just before, or the event is stored and the response is lost.
 */
export function misbehaving({ faults, tokens }: Play, area: 'oauth' | 'calendar'): MiddlewareHandler<Env> {
  return faulty({
    faults,
    to: (c) => [area, tokens.access(bearerOf(c))?.email ?? []].flat(),
    ignores: (fault) => fault === 'taken' || fault === 'lost' || (area === 'oauth' && fault === 'expired'),
    answer(fault, c, ms) {
      switch (fault) {
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
          return c.html(PAGE, 502) as Response
        case 'expired':
          throw unauthenticated()
        case 'revoked':
          throw area === 'oauth' ? revokedToken() : unauthenticated()
        default:
          return undefined
      }
    },
  })
}

/** Accepts only requests with a valid access token. */
export function guarded(play: Play): MiddlewareHandler<Env> {
  return async (c, next) => {
    const access = play.tokens.access(bearerOf(c))
    if (!access) throw unauthenticated()
    c.set('account', accountOf(play, access.email))
    c.set('scopes', access.scopes)
    return next()
  }
}
