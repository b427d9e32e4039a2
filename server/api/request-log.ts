import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { Deps } from '../deps.ts'
import { failureForLog } from '../log.ts'

/**
 * One line a request, without what could name a person: the route's pattern instead of the address, no query,
 * no body, and of a failure its name, code and where it happened; its message may quote what was sent or stored.
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
