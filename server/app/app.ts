import { Hono } from 'hono'
import { contextStorage } from 'hono/context-storage'
import { HTTPException } from 'hono/http-exception'
import { requestId } from 'hono/request-id'
import { onBehalfOf } from '../base/on-behalf.ts'
import { clientAddress } from '../http/client-address.ts'
import { failureOf } from '../http/failure.ts'
import { sendError } from '../http/json.ts'
import { requestLog } from '../http/request-log.ts'
import type { Deps } from '../kernel/deps.ts'
import { createWidgetHost } from '../widget/app.ts'
import { createApi } from './api.ts'
import { liveness, readiness } from './health.ts'
import type { App, StandIns } from './stand-ins.ts'

/** Creates an application with the handlers that all ports share; `fill` adds its routes. */
function createPort(deps: Deps, fill: (port: Hono) => void): Hono {
  const port = new Hono()
  port.onError((error, c) => {
    if (error instanceof HTTPException) return c.json({ message: error.message }, error.status)
    const { status, message, headers } = failureOf(error)
    return c.json({ message }, status, headers)
  })
  port.notFound((c) => sendError(c, 404, { message: 'Not found' }))
  port.use(requestId({ limitLength: 64 }), contextStorage())
  port.get('/healthz', liveness)
  port.get('/readyz', readiness(deps))
  port.use((c, next) => onBehalfOf(clientAddress(c, deps.config.trustProxy), next))
  fill(port)
  return port
}

/** Creates the server's three applications. Has no side effects: nothing listens or writes yet. */
export function createApp(deps: Deps, standIns: StandIns = {}): App {
  return {
    console: createPort(deps, (port) => {
      port.use(requestLog(deps))
      standIns.routes?.console?.(port)
    }),
    api: createPort(deps, (port) => {
      standIns.routes?.api?.(port)
      port.route('/', createApi(deps, standIns))
    }),
    widget: createPort(deps, (port) => {
      port.use(requestLog(deps))
      standIns.routes?.widget?.(port)
      port.route('/', createWidgetHost(deps))
    }),
  }
}
