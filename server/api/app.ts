import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { compress } from 'hono/compress'
import { cors } from 'hono/cors'
import { HTTPException } from 'hono/http-exception'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { secureHeaders } from 'hono/secure-headers'
import { LIMITS } from '../../src/contract/limits.ts'
import type { Deps } from '../deps.ts'
import { widgetRoutes } from '../widget/routes.ts'
import { createGuard } from './auth.ts'
import { mountConversations } from './conversations.ts'
import { mountEvents } from './events.ts'
import { mountIntegrations } from './integrations.ts'
import { sendJson, sendRefusal } from './json.ts'
import { mountKnowledge } from './knowledge.ts'
import { mountLeads } from './leads.ts'
import type { Api } from './mount.ts'
import { mountOnboarding } from './onboarding.ts'
import { OPENAPI_PATH, openApiDocument } from './openapi.ts'
import { mountOrganizations } from './organizations.ts'
import { mountProfile } from './profile.ts'
import { Refusal } from './refusal.ts'
import { requestLog } from './request-log.ts'
import { mountStats } from './stats.ts'
import { createWriteLimit } from './write-limit.ts'

/** Seconds that a browser may remember a preflight's answer; Chromium allows no more. */
const PREFLIGHT_SECONDS = 7200

const PUBLIC_PREFIX = '/api/v1/widget/'

/** The product API (section 7). Answers JSON, refusals as `{message, details?}`. */
export function createApi(deps: Deps): Hono {
  const app = new Hono()
  const api: Api = { app, deps, guard: createGuard(deps), countWrite: createWriteLimit(deps) }

  app.onError((error, c) => {
    if (error instanceof Refusal) {
      const { message, details } = error
      return sendRefusal(c, error.status, { message, details }, error.headers)
    }
    if (error instanceof HTTPException) return sendRefusal(c, error.status, { message: error.message })
    return sendRefusal(c, 500, { message: 'Something went wrong on our side. Please try again' })
  })
  app.notFound((c) => sendRefusal(c, 404, { message: 'There is nothing at this address' }))

  app.use(requestLog(deps))
  app.use(secureHeaders({ crossOriginResourcePolicy: 'cross-origin' }))
  app.use('/api/*', async (c, next) => {
    await next()
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'private, no-store')
  })
  app.use(
    '/api/*',
    cors({
      origin: (origin, c) => {
        if (c.req.path.startsWith(PUBLIC_PREFIX)) return '*'
        return origin === deps.config.origins.console ? origin : null
      },
      allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
      allowHeaders: ['Authorization', 'Content-Type', 'X-Organization-ID'],
      exposeHeaders: ['Retry-After'],
      maxAge: PREFLIGHT_SECONDS,
    }),
  )
  app.use(compress())
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (c, methods) =>
        sendRefusal(
          c,
          405,
          { message: 'This address does not answer that method' },
          { Allow: methods.join(', ') },
        ),
    }),
  )
  app.use(
    bodyLimit({
      maxSize: LIMITS.body,
      onError: () => {
        throw new Refusal(413, 'The request is too large')
      },
    }),
  )

  mountOrganizations(api)
  mountProfile(api)
  mountOnboarding(api)
  mountStats(api)
  mountLeads(api)
  mountConversations(api)
  mountKnowledge(api)
  mountIntegrations(api)
  mountEvents(api)
  let document: string | undefined
  app.get(OPENAPI_PATH, (c) => {
    document ??= JSON.stringify(openApiDocument(deps.config.origins.api))
    return sendJson(c, document)
  })
  app.route('/', widgetRoutes(deps))
  return app
}
