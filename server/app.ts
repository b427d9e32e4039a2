import { type Context, Hono } from 'hono'
import { contextStorage } from 'hono/context-storage'
import { HTTPException } from 'hono/http-exception'
import { requestId } from 'hono/request-id'
import { sql } from 'kysely'
import { createApi } from './api/app.ts'
import { requestLog } from './api/request-log.ts'
import { createChat } from './chat/app.ts'
import { resetRoute } from './db/seed/reset-route.ts'
import type { App, Deps } from './deps.ts'
import { createIdentity } from './identity/app.ts'
import { createMaps } from './maps/app.ts'
import { createSite } from './site/app.ts'
import { createWidgetHost } from './widget/app.ts'

/** Whether the companion works: 200 `{status: 'ok'}`, or 503 when its database does not answer. */
function health({ db, log }: Deps) {
  return async (c: Context) => {
    c.header('Cache-Control', 'no-store')
    try {
      await sql`select 1`.execute(db)
      return c.json({ status: 'ok' })
    } catch (error) {
      log.error({ err: error }, 'The database does not answer')
      return c.json({ status: 'unavailable' }, 503)
    }
  }
}

/** What every port has in common; `fill` adds what the port is for. */
function createPort(deps: Deps, fill: (port: Hono) => void): Hono {
  const port = new Hono()
  port.onError((error, c) => {
    if (error instanceof HTTPException) return c.json({ message: error.message }, error.status)
    return c.json({ message: 'Something went wrong on our side. Please try again' }, 500)
  })
  port.notFound((c) => c.json({ message: 'There is nothing at this address' }, 404))
  port.use(requestId({ limitLength: 64 }), contextStorage())
  port.get('/healthz', health(deps))
  if (deps.config.testMode) {
    port.use('/__test/*', requestLog(deps))
    port.route('/', resetRoute(deps))
  }
  fill(port)
  return port
}

/** The three applications of the companion. No side effects: nothing listens, nothing is written. */
export function createApp(deps: Deps): App {
  return {
    console: createPort(deps, (port) => {
      port.use(requestLog(deps))
      port.route('/__clerk', createIdentity(deps))
      port.route('/', createSite(deps))
    }),
    api: createPort(deps, (port) => {
      port.route('/maps', createMaps(deps))
      port.route('/support-chat', createChat(deps))
      port.route('/', createApi(deps))
    }),
    widget: createPort(deps, (port) => {
      port.use(requestLog(deps))
      port.route('/', createWidgetHost(deps))
    }),
  }
}
