import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as v from 'valibot'
import type { Endpoint, ReplyInput } from '../../src/contract/endpoint.ts'
import { ClientId, Id } from '../../src/contract/fields.ts'
import { LIMITS } from '../../src/contract/limits.ts'
import { PHOTO_UPLOAD_PATH, Photo } from '../../src/contract/photos.ts'
import {
  CHAT_EVENTS_PATH,
  emailTranscript,
  getChat,
  getWidgetConfig,
  reportPresence,
  sendChatMessage,
  sendChatTyping,
  startChat,
  suggestAddresses,
  wantTexts,
} from '../../src/contract/widget.ts'
import { isAllowedSite } from '../../src/domain/settings/allowed-sites.ts'
import { continueFor } from '../base/on-behalf.ts'
import { hashToken } from '../base/secrets.ts'
import { publishTyping } from '../conversations/changed.ts'
import { notePresence } from '../conversations/presence.ts'
import { clientAddress } from '../http/client-address.ts'
import { HttpError } from '../http/http-error.ts'
import { parse, readBody } from '../http/input.ts'
import type { Api } from '../http/mount.ts'
import { type StreamLimits, VISITOR_STREAMS } from '../http/streams.ts'
import type { Deps } from '../kernel/deps.ts'
import { photoLinks } from '../photos/photos.ts'
import { createUploads } from '../photos/upload.ts'
import { UPLOAD_LIMITS, type UploadLimits } from '../photos/upload-limits.ts'
import { createAddressSuggestions } from './address-suggestions.ts'
import { takeMessage } from './chat.ts'
import { createChatStreams } from './live.ts'
import { allowedSites, keepSlug, resolveOrganization, widgetConfig } from './organization.ts'
import { admissionOf, admit } from './preview-pass.ts'
import { readConversation } from './read-conversation.ts'
import { startConversation } from './start-conversation.ts'
import { bearerToken, markTest, unknownConversation, visitorConversation } from './visitor-conversation.ts'
import { budgetOf, callerOf, createMeter, VISITOR_LIMITS, type VisitorLimits } from './visitor-limits.ts'
import { canSend, sendTranscript, startTexts } from './visitor-requests.ts'

const WIDGET_PATHS = '/api/v1/widget/*'

/**
 * Serves the widget's public endpoints (src/contract/widget.ts), which need no sign-in, accept any origin, and are
 * limited in size and rate. Throws HttpErrors, which the API's error handler converts to `{message, details?}`.
 */
export function widgetRoutes(
  { deps, guard }: Pick<Api, 'deps' | 'guard'>,
  limits: VisitorLimits = VISITOR_LIMITS,
  uploadLimits: UploadLimits = UPLOAD_LIMITS,
  streamLimits: StreamLimits = VISITOR_STREAMS,
): Hono {
  const app = new Hono()
  const meter = createMeter(deps, limits)
  const { spend } = meter
  const openStream = createChatStreams(deps, streamLimits)
  const receivePhoto = createUploads(deps, uploadLimits)
  const suggest = createAddressSuggestions(deps)
  const addressOf = (c: Context) => clientAddress(c, deps.config.trustProxy)
  /** Returns the preview pass, which is only valid in the console's preview, not on other websites. */
  const passOf = (c: Context) => (isOwnPage(deps, c.req.header('origin')) ? c.req.query('pass') : undefined)
  const organizationOf = async (c: Context) => {
    const id = await resolveOrganization(deps.db, c.req.param('org'))
    continueFor(id)
    await rejectOtherSites(deps, id, c.req.header('origin'))
    const isTest = (await admit({ deps, guard }, id, passOf(c))) === 'test'
    return { id, isTest }
  }
  const visitorOf = async (c: Context) => {
    const visitor = namedVisitor(c)
    const conversation = await visitorConversation(deps.db, visitor.id, visitor.token).executeTakeFirst()
    if (!conversation) throw unknownConversation()
    continueFor(conversation.organization_id)
    const admission = await admit({ deps, guard }, conversation.organization_id, passOf(c))
    if (admission === 'test' && !conversation.is_test) {
      await markTest(deps.db, visitor.id)
      conversation.is_test = true
    }
    return { ...visitor, organizationId: conversation.organization_id, conversation }
  }

  // Before the limit for other bodies, because uploads have a separate limit.
  app.put(PHOTO_UPLOAD_PATH, async (c) => {
    const address = addressOf(c)
    await spend('messagesPerAddress', address)
    const { id, token, organizationId } = await visitorOf(c)
    await spend('messagesPerConversation', hashToken(token))
    await spend('photosPerAddress', address)
    const clientId = parse(ClientId, c.req.param('clientId'))
    const photo = await receivePhoto(c, { id, organizationId, address }, clientId)
    return c.json(v.parse(Photo, photoLinks(deps.config.origins.widget, photo)))
  })

  app.use(
    WIDGET_PATHS,
    bodyLimit({
      maxSize: LIMITS.visitorBody,
      onError: () => {
        throw new HttpError(413, 'This message is too long')
      },
    }),
  )

  app.get(getWidgetConfig.path, async (c) => {
    await spend('readsPerAddress', addressOf(c))
    const { id, isTest } = await organizationOf(c)
    const origin = c.req.header('origin')
    if (origin !== undefined && !isOwnPage(deps, origin)) await keepSlug(deps, c.req.param('org'), id, origin)
    return reply(c, getWidgetConfig, {
      ...(await widgetConfig(deps.db, { organizationId: id, isTest }, deps.clock())),
      ...canSend(deps),
    })
  })

  app.post(startChat.path, async (c) => {
    const address = addressOf(c)
    await spend('conversationsAtOncePerAddress', address)
    await spend('conversationsPerAddress', address)
    const origin = await readBody(c.req, startChat)
    const { id: organizationId, isTest } = await organizationOf(c)
    // A chat in an outdated preview would count as a visitor's.
    if (passOf(c) !== undefined && !isTest) throw new HttpError(402, 'This preview has expired. Refresh it')
    if (origin.by_text && !isTest) throw new HttpError(403, 'Only members can try texts, with a preview pass')
    await spend('conversationsPerBusiness', callerOf(address, organizationId))
    return reply(c, startChat, await startConversation(deps, organizationId, origin, isTest))
  })

  app.get(getChat.path, async (c) => {
    await spend('readsPerAddress', addressOf(c))
    const { conversation } = await visitorOf(c)
    return reply(c, getChat, await readConversation(deps, conversation))
  })

  app.get(CHAT_EVENTS_PATH, async (c) => {
    const address = addressOf(c)
    await spend('readsPerAddress', address)
    const visitor = { ...(await visitorOf(c)), address }
    const pass = passOf(c)
    return openStream(
      c,
      visitor,
      async () => (await admissionOf({ deps, guard }, visitor.organizationId, pass)) !== null,
    )
  })

  app.post(sendChatTyping.path, async (c) => {
    await spend('messagesPerAddress', addressOf(c))
    const { id, token, organizationId } = await visitorOf(c)
    await spend('messagesPerConversation', `typing:${hashToken(token)}`)
    await publishTyping(deps.db, deps.events, { id, organization_id: organizationId }, 'visitor', null)
    return c.body(null, 204)
  })

  app.post(reportPresence.path, async (c) => {
    await spend('readsPerAddress', addressOf(c))
    const { conversation, token } = await visitorOf(c)
    const report = await readBody(c.req, reportPresence)
    await spend('messagesPerConversation', `presence:${hashToken(token)}`)
    await notePresence(deps, conversation, report)
    return c.body(null, 204)
  })

  app.post(sendChatMessage.path, async (c) => {
    const address = addressOf(c)
    await spend('messagesPerAddress', address)
    const { conversation, organizationId, token } = await visitorOf(c)
    const message = await readBody(c.req, sendChatMessage)
    await spend('messagesPerConversation', hashToken(token))
    const budget = budgetOf(meter, address, organizationId)
    return reply(c, sendChatMessage, await takeMessage(deps, conversation, token, message, budget))
  })

  app.post(suggestAddresses.path, async (c) => {
    await spend('suggestionsPerAddress', addressOf(c))
    const { conversation, token } = await visitorOf(c)
    const { text } = await readBody(c.req, suggestAddresses)
    await spend('suggestionsPerConversation', hashToken(token))
    const suggestions = await suggest(conversation, token, text, c.req.raw.signal)
    return reply(c, suggestAddresses, { suggestions })
  })

  const asking = async (c: Context) => {
    await spend('requestsPerAddress', addressOf(c))
    const { id, token } = await visitorOf(c)
    await spend('requestsPerConversation', hashToken(token))
    return { id, token }
  }

  app.post(emailTranscript.path, async (c) => {
    const { email } = await readBody(c.req, emailTranscript)
    await sendTranscript(deps, await asking(c), email)
    return c.body(null, 204)
  })

  app.post(wantTexts.path, async (c) => {
    const { phone } = await readBody(c.req, wantTexts)
    await startTexts(deps, await asking(c), phone)
    return c.body(null, 204)
  })

  return app
}

/** Returns whether a call comes from a page of the widget host or the console, or doesn't come from a page. */
function isOwnPage({ config: { origins } }: Deps, origin: string | undefined): boolean {
  return origin === undefined || origin === origins.widget || origin === origins.console
}

/**
 * Blocks the widget on websites that the organization doesn't list. Always allows the widget host's own pages, framed
 * or not, and calls without an origin, which don't come from a page.
 */
async function rejectOtherSites(
  deps: Deps,
  organizationId: string,
  origin: string | undefined,
): Promise<void> {
  if (origin === undefined || isOwnPage(deps, origin)) return
  if (isAllowedSite(await allowedSites(deps.db, organizationId), origin)) return
  throw new HttpError(403, 'This chat is not available on this website')
}

/** Returns a conversation's ID and its visitor's token. */
function namedVisitor(c: Context): { id: string; token: string } {
  const token = bearerToken(c.req.header('authorization'))
  if (!token)
    throw new HttpError(401, "The visitor's token is missing", { headers: { 'WWW-Authenticate': 'Bearer' } })
  return { id: parse(Id, c.req.param('conversationId')), token }
}

/** Parses the response with the contract's schema, so that only the listed fields leave the server. */
function reply<E extends Endpoint>(c: Context, { reply: schema }: E, value: ReplyInput<E>): Response {
  return c.json(schema === null ? null : v.parse(schema, value))
}
