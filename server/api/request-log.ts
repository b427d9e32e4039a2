import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { Deps } from '../deps.ts'
import { failureForLog } from '../log.ts'

/**
 * Logs one line per request without personal data: the route's pattern instead of the URL, no query, no body.
 * Of an error, it logs only name, code, and location, because the message may quote request or stored data.
 */
export function requestLog({ log }: Deps): MiddlewareHandler {
  return async (c, next) => {
    const start = performance.now()
    await next()
    const status = c.res.status
    const line = {
      method: c.req.method,
      route: routePath(c, -1),
      status,
      ms: Math.round(performance.now() - start),
    }
    if (status >= 500)
      log.error({ ...line, error: failureForLog(c.error, { inRequest: true }) }, 'request failed')
    else log.info(line, 'request')
  }
}
