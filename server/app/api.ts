import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { compress } from 'hono/compress'
import { cors } from 'hono/cors'
import { HTTPException } from 'hono/http-exception'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { LIMITS } from '../../src/contract/limits.ts'
import { PHOTO_UPLOAD_PATH } from '../../src/contract/photos.ts'
import { OPENAPI_PATH, openApiDocument } from '../api/openapi.ts'
import { mountApiKeys } from '../api-keys/routes.ts'
import { mountBookings } from '../bookings/routes.ts'
import { mountCalcom } from '../calcom/routes.ts'
import { mountCalcomWebhook } from '../calcom/webhook.ts'
import { mountCalendarConnections } from '../calendars/connection-routes.ts'
import { mountCalendars } from '../calendars/routes.ts'
import { mountAgentCheck } from '../check/routes.ts'
import { clerkWebhook } from '../clerk/webhook.ts'
import { mountAskedQuestions } from '../conversations/asked-question-routes.ts'
import { mountConversations } from '../conversations/lead-routes.ts'
import { mountInbox } from '../conversations/routes.ts'
import { mountGoogle } from '../google/routes.ts'
import { createGuard } from '../http/auth.ts'
import { failureOf } from '../http/failure.ts'
import { HttpError } from '../http/http-error.ts'
import { sendError, sendJson } from '../http/json.ts'
import type { Api } from '../http/mount.ts'
import { requestLog } from '../http/request-log.ts'
import { MEMBER_STREAMS, VISITOR_STREAMS } from '../http/streams.ts'
import { createWriteLimit } from '../http/write-limit.ts'
import { mountHubspot } from '../hubspot/routes.ts'
import { mountHubspotWebhook } from '../hubspot/webhook.ts'
import { mountIntegrationRequests } from '../integrations/request-routes.ts'
import { mountIntegrations } from '../integrations/routes.ts'
import type { Deps } from '../kernel/deps.ts'
import { mountLeadImports } from '../lead-imports/routes.ts'
import { mountActivity } from '../leads/activity-routes.ts'
import { mountAutomaticLosses } from '../leads/automatic-loss-routes.ts'
import { mountInsights } from '../leads/insight-routes.ts'
import { mountLeads } from '../leads/routes.ts'
import { mountStats } from '../leads/stats-routes.ts'
import { mountTasks } from '../leads/task-routes.ts'
import { mountEvents } from '../live/routes.ts'
import { adminEmails } from '../notifications/admin-emails.ts'
import { mountContactLimits } from '../notifications/contact-limit-routes.ts'
import { mountDevices } from '../notifications/device-routes.ts'
import { mountNotificationLog } from '../notifications/log-routes.ts'
import { mountPublicNotifications } from '../notifications/public-routes.ts'
import { addEscalationEmail } from '../notifications/recipients/add-escalation-email.ts'
import { mountRecipients } from '../notifications/recipients/routes.ts'
import { mountNotificationSettings } from '../notifications/setting-routes.ts'
import { mountTests } from '../notifications/test-routes.ts'
import { replyWay } from '../notifications/visitor-plan.ts'
import { mountFormerAdmins } from '../organizations/former-admin-routes.ts'
import { mountOrganizations } from '../organizations/routes.ts'
import { UPLOAD_LIMITS } from '../photos/upload-limits.ts'
import { mountPrivacy } from '../privacy/routes.ts'
import { mountHolidays } from '../profiles/holiday-routes.ts'
import { mountKnowledge } from '../profiles/knowledge-routes.ts'
import { mountOnboarding } from '../profiles/onboarding-routes.ts'
import { mountPauses } from '../profiles/pause-routes.ts'
import { mountProfile } from '../profiles/profile-routes.ts'
import { mountSavedReplies } from '../saved-replies/routes.ts'
import { mountMissedCalls } from '../texting/voice.ts'
import { callAnswerer, mountVoice } from '../voice/routes.ts'
import { mountWebhooks } from '../webhooks/routes.ts'
import { mountWebsites } from '../website/routes.ts'
import { mountPreviewPasses } from '../widget/preview-pass.ts'
import { widgetRoutes } from '../widget/routes.ts'
import { VISITOR_LIMITS } from '../widget/visitor-limits.ts'
import type { StandIns } from './stand-ins.ts'

/** Seconds that a browser may cache a preflight response; Chromium allows no more. */
const PREFLIGHT_SECONDS = 7200

/** The header that lets browsers use only HTTPS for the API's host, if its URL begins with `https://`. */
const HSTS = ['Strict-Transport-Security', 'max-age=31536000'] as const

const PUBLIC_PREFIX = '/api/v1/widget/'
const PHOTO_UPLOAD = new RegExp(`^${PHOTO_UPLOAD_PATH.replace(/:\w+/g, '[^/]+')}$`)

/** Creates the product API (section 7). Responses are JSON; errors are `{message, details?}`, with a `code` for API keys. */
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
      const { code, message, details } = error
      return sendError(c, error.status, { code, message, details }, error.headers)
    }
    if (error instanceof HTTPException) return sendError(c, error.status, { message: error.message })
    const { status, message, headers } = failureOf(error)
    return sendError(c, status, { message }, headers)
  })
  app.notFound((c) => sendError(c, 404, { message: 'Not found' }))

  app.use(requestLog(deps))
  app.use(async (c, next) => {
    await next()
    // The other security headers would only add weight to responses other than documents.
    c.res.headers.set('X-Content-Type-Options', 'nosniff')
    if (deps.config.origins.api.startsWith('https:')) c.res.headers.set(...HSTS)
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
  mountProfile(api, (...saved) => addEscalationEmail(deps, ...saved))
  mountHolidays(api)
  mountPauses(api)
  mountOnboarding(
    api,
    async (organizationId) => (await adminEmails(deps.db, deps, organizationId))[0] ?? null,
  )
  mountStats(api)
  mountEvents(api, { ...MEMBER_STREAMS, ...standIns.streamLimits })
  mountLeads(api)
  mountLeadImports(api)
  mountAutomaticLosses(api)
  mountConversations(api)
  mountInbox(api, replyWay)
  mountSavedReplies(api)
  mountActivity(api)
  mountBookings(api)
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
  const answerCall = callAnswerer(deps)
  mountMissedCalls(api, answerCall)
  mountVoice(api, answerCall, standIns.voiceTimes)
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
