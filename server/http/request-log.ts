import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { failureForLog } from '../base/log.ts'
import type { Deps } from '../kernel/deps.ts'

/**
 * Logs one line per request without personal data: the route's pattern instead of the URL, no query, no body. Counts
 * requests by the same pattern. For an error, logs only the name, code, and location, because the message can quote
 * request or stored data.
 */
export function requestLog({ log, metrics }: Pick<Deps, 'log' | 'metrics'>): MiddlewareHandler {
  return async (c, next) => {
    const start = performance.now()
    await next()
    const { status } = c.res
    const { method } = c.req
    const ms = performance.now() - start
    const route = routePath(c, -1)
    metrics?.requests.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, ms / 1_000)
    const line = { method, route, status, ms: Math.round(ms) }
    if (status >= 500)
      log.error({ ...line, error: failureForLog(c.error, { inRequest: true }) }, 'request failed')
    else log.info(line, 'request')
  }
}
