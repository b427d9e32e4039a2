import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { compress } from 'hono/compress'
import { cors } from 'hono/cors'
import { HTTPException } from 'hono/http-exception'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { LIMITS } from '../../src/contract/limits.ts'
import { PHOTO_UPLOAD_PATH } from '../../src/contract/photos.ts'
import { mountCalcomWebhook } from '../calcom/webhook.ts'
import { clerkWebhook } from '../clerk/webhook.ts'
import type { Deps, StandIns } from '../deps.ts'
import { failureOf } from '../failure.ts'
import { mountHubspotWebhook } from '../hubspot/webhook.ts'
import { mountPublicNotifications } from '../notifications/routes.ts'
import { UPLOAD_LIMITS } from '../photos/upload-limits.ts'
import { MEMBER_STREAMS, VISITOR_STREAMS } from '../streams.ts'
import { mountPreviewPasses } from '../widget/preview-pass.ts'
import { widgetRoutes } from '../widget/routes.ts'
import { VISITOR_LIMITS } from '../widget/visitor-limits.ts'
import { mountApiKeys } from './api-keys/api-keys.ts'
import { createGuard } from './auth.ts'
import { mountInbox } from './conversations/conversations.ts'
import { mountSavedReplies } from './conversations/saved-replies.ts'
import { mountEvents } from './events.ts'
import { mountFormerAdmins } from './former-admins.ts'
import { HttpError } from './http-error.ts'
import { mountCalcom } from './integrations/calcom.ts'
import { mountCalendarConnections } from './integrations/calendar-connections.ts'
import { mountCalendars } from './integrations/calendars.ts'
import { mountGoogle } from './integrations/google.ts'
import { mountHubspot } from './integrations/hubspot.ts'
import { mountIntegrations } from './integrations/integrations.ts'
import { mountIntegrationRequests } from './integrations/requests.ts'
import { sendError, sendJson } from './json.ts'
import { mountLeadImports } from './lead-imports/lead-imports.ts'
import { mountActivity } from './leads/activity.ts'
import { mountAutomaticLosses } from './leads/automatic-losses.ts'
import { mountContactLimits } from './leads/contact-limits.ts'
import { mountConversations } from './leads/conversations.ts'
import { mountInsights } from './leads/insights.ts'
import { mountLeads } from './leads/leads.ts'
import { mountStats } from './leads/stats.ts'
import { mountTasks } from './leads/tasks.ts'
import type { Api } from './mount.ts'
import { mountDevices } from './notifications/devices.ts'
import { mountNotificationLog } from './notifications/log.ts'
import { mountRecipients } from './notifications/recipients.ts'
import { mountNotificationSettings } from './notifications/settings.ts'
import { mountTests } from './notifications/test.ts'
import { OPENAPI_PATH, openApiDocument } from './openapi.ts'
import { mountOrganizations } from './organizations.ts'
import { mountPrivacy } from './privacy.ts'
import { requestLog } from './request-log.ts'
import { mountAgentCheck } from './settings/agent-check.ts'
import { mountAskedQuestions } from './settings/asked-questions.ts'
import { mountHolidays } from './settings/holidays.ts'
import { mountKnowledge } from './settings/knowledge.ts'
import { mountOnboarding } from './settings/onboarding.ts'
import { mountProfile } from './settings/profile.ts'
import { mountWebsites } from './settings/websites.ts'
import { mountWebhooks } from './webhooks/webhooks.ts'
import { createWriteLimit } from './write-limit.ts'

/** Seconds that a browser may cache a preflight response; Chromium allows no more. */
const PREFLIGHT_SECONDS = 7200

/** The headers that protect responses other than documents. The other security headers would only add weight. */
const SECURITY_HEADERS = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Strict-Transport-Security', 'max-age=15552000; includeSubDomains'],
] as const

const PUBLIC_PREFIX = '/api/v1/widget/'
const PHOTO_UPLOAD = new RegExp(`^${PHOTO_UPLOAD_PATH.replace(/:\w+/g, '[^/]+')}$`)

/** Creates the product API (section 7). Responses are JSON; errors are `{message, details?}`. */
export function createApi(deps: Deps, standIns: StandIns = {}): Hono {
  const app = new Hono()
  const api: Api = {
    app,
    deps,
    guard: createGuard(deps, standIns.identity),
    countWrite: createWriteLimit(deps),
  }

  app.onError((error, c) => {
    if (error instanceof HttpError) {
      const { message, details } = error
      return sendError(c, error.status, { message, details }, error.headers)
    }
    if (error instanceof HTTPException) return sendError(c, error.status, { message: error.message })
    const { status, message, headers } = failureOf(error)
    return sendError(c, status, { message }, headers)
  })
  app.notFound((c) => sendError(c, 404, { message: 'Not found' }))

  app.use(requestLog(deps))
  app.use(async (c, next) => {
    await next()
    for (const [name, value] of SECURITY_HEADERS) c.res.headers.set(name, value)
  })
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
      allowHeaders: ['Authorization', 'Content-Type', 'If-None-Match', 'Last-Event-ID', 'X-Organization-ID'],
      exposeHeaders: ['ETag', 'Retry-After'],
      maxAge: PREFLIGHT_SECONDS,
    }),
  )
  app.use(compress())
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (c, methods) =>
        sendError(c, 405, { message: 'Method not allowed' }, { Allow: methods.join(', ') }),
    }),
  )
  const limitBody = bodyLimit({
    maxSize: LIMITS.body,
    onError: () => {
      throw new HttpError(413, 'The request is too large')
    },
  })
  // Photos have their own limit, and are not buffered as a whole before it is checked.
  app.use((c, next) => (PHOTO_UPLOAD.test(c.req.path) ? next() : limitBody(c, next)))

  mountOrganizations(api)
  mountPrivacy(api)
  mountProfile(api)
  mountHolidays(api)
  mountOnboarding(api)
  mountStats(api)
  mountLeads(api)
  mountLeadImports(api)
  mountAutomaticLosses(api)
  mountConversations(api)
  mountInbox(api)
  mountSavedReplies(api)
  mountActivity(api)
  mountContactLimits(api)
  mountTasks(api)
  mountInsights(api)
  mountKnowledge(api)
  mountAskedQuestions(api)
  mountAgentCheck(api)
  mountWebsites(api)
  mountCalendars(api)
  mountCalendarConnections(api)
  mountCalcom(api)
  mountCalcomWebhook(api)
  mountIntegrationRequests(api)
  mountIntegrations(api)
  mountHubspot(api)
  mountGoogle(api)
  mountHubspotWebhook(api)
  mountNotificationSettings(api)
  mountRecipients(api)
  mountDevices(api)
  mountNotificationLog(api)
  mountTests(api)
  mountWebhooks(api)
  mountApiKeys(api)
  mountFormerAdmins(api)
  mountPublicNotifications(api)
  mountEvents(api, { ...MEMBER_STREAMS, ...standIns.streamLimits })
  mountPreviewPasses(api)
  let document: string | undefined
  app.get(OPENAPI_PATH, (c) => {
    document ??= JSON.stringify(openApiDocument(deps.config.origins.api))
    return sendJson(c, document)
  })
  const uploadLimits = { ...UPLOAD_LIMITS, ...standIns.uploadLimits }
  const streamLimits = { ...VISITOR_STREAMS, ...standIns.streamLimits }
  const visitorLimits = { ...VISITOR_LIMITS, ...standIns.visitorLimits }
  app.route('/', widgetRoutes(api, visitorLimits, uploadLimits, streamLimits))
  app.route('/', clerkWebhook(deps))
  return app
}
