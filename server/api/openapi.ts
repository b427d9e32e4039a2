import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { ActivityEvent } from '../../src/contract/activity.ts'
import { API_KEY_PREFIX, ApiKey, REQUESTS_PER_KEY } from '../../src/contract/api-keys.ts'
import { AskedQuestion } from '../../src/contract/asked-questions.ts'
import { InboxConversation, InboxMessage } from '../../src/contract/conversations.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { LEAD_EVENTS_PATH, LeadEvent } from '../../src/contract/events.ts'
import { ErrorBody } from '../../src/contract/fields.ts'
import { GOOGLE_CALLBACK_PATH } from '../../src/contract/google-calendar.ts'
import { Insights } from '../../src/contract/insights.ts'
import {
  GOOGLE_RESULT_PARAM,
  HUBSPOT_CALLBACK_PATH,
  HUBSPOT_RESULT_PARAM,
  IntegrationStatus,
} from '../../src/contract/integrations.ts'
import { Faq, QualificationQuestion } from '../../src/contract/knowledge.ts'
import { Conversation, Lead, LeadChanges, LeadStats } from '../../src/contract/leads.ts'
import { Device, NotificationSettings, NotificationSetup } from '../../src/contract/notification-settings.ts'
import { Notification } from '../../src/contract/notifications.ts'
import { OnboardingProgress } from '../../src/contract/onboarding.ts'
import { Organization, SetupStatus } from '../../src/contract/organizations.ts'
import { PHOTO_UPLOAD_PATH, Photo } from '../../src/contract/photos.ts'
import { Profile } from '../../src/contract/profile.ts'
import { Task } from '../../src/contract/tasks.ts'
import { AgentTrace } from '../../src/contract/trace.ts'
import { Webhook, WebhookDelivery } from '../../src/contract/webhooks.ts'
import { WebsiteCheck } from '../../src/contract/website-check.ts'
import { WebsiteReading } from '../../src/contract/website-reading.ts'
import { CHAT_EVENTS_PATH, ChatEvent, WidgetConfig } from '../../src/contract/widget.ts'
import { CALCOM_WEBHOOK_PATH } from '../calcom/webhook.ts'
import { CLERK_WEBHOOK_PATH } from '../clerk/webhook.ts'
import { HUBSPOT_WEBHOOK_PATH } from '../hubspot/webhook.ts'
import {
  ACCEPT_PATH,
  CALL_PATH,
  DIALED_PATH,
  RELAY_ENDED_PATH,
  RELAY_PATH,
  SMS_INBOUND_PATH,
  SMS_STATUS_PATH,
  TELNYX_PATH,
  WHISPER_PATH,
} from '../notifications/channels/paths.ts'
import { RESUBSCRIBE_PATH, UNSUBSCRIBE_PATH } from '../notifications/links.ts'
import { ENDPOINT_NAMES, ENDPOINTS } from './endpoints.ts'
import { ERROR_RESPONSES, errors, HEADERS, KEY_HEADERS } from './errors.ts'
import { BODIES, type Definitions, exampleOf } from './examples.ts'

export const OPENAPI_PATH = '/api/v1/openapi.json'

/** Schemas that the document defines once and references. */
const NAMED: Record<string, v.GenericSchema> = {
  ActivityEvent,
  AgentTrace,
  ApiKey,
  AskedQuestion,
  ChatEvent,
  Conversation,
  Device,
  Error: ErrorBody,
  Faq,
  InboxConversation,
  InboxMessage,
  Insights,
  IntegrationStatus,
  Lead,
  LeadChanges,
  LeadEvent,
  LeadStats,
  Notification,
  NotificationSettings,
  NotificationSetup,
  OnboardingProgress,
  Organization,
  Photo,
  Profile,
  QualificationQuestion,
  SetupStatus,
  Task,
  Webhook,
  WebhookDelivery,
  WebsiteCheck,
  WebsiteReading,
  WidgetConfig,
}

/** The named schemas, by name. */
const DEFINITIONS: Definitions = Object.fromEntries(
  Object.keys(NAMED).map((name) => [name, definition(name)]),
)

const ORGANIZATION_HEADER = {
  name: 'X-Organization-ID',
  in: 'header',
  description: 'The organization; must match the one in the path, if any',
}

const DESCRIPTION = `The API of the console, the chat widget, and programs with an API key. A key can make the calls
whose security names \`apiKey\`, each with its scope. To repeat a call that adds something, send the same \`id\`; the
header Idempotency-Key is refused. A key's query parameters that a call doesn't have are refused, too.`

interface Operation {
  operationId: string
  tags: string[]
  summary: string
  security?: Record<string, string[]>[]
  parameters?: object[]
  requestBody?: object
  responses: Record<string, object>
}

type Untagged = Omit<Operation, 'tags'>

interface OpenApi {
  openapi: '3.1.1'
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Record<'schemas' | 'responses' | 'headers' | 'securitySchemes', Record<string, object>>
}

/** Returns the OpenAPI 3.1 document of the whole API, generated from the contract. `origin` is the API's own origin. */
export function openApiDocument(origin: string): OpenApi {
  const paths: OpenApi['paths'] = {}
  const add = (method: string, path: string, operation: Untagged) => {
    const template = path.replace(/:(\w+)/g, '{$1}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: { tags: [tagOf(path)], ...operation } }
  }
  for (const target of ENDPOINTS) add(target.method, target.path, operationOf(target))
  for (const [path, operation] of Object.entries(UNLISTED)) add('GET', path, operation)
  add('POST', CLERK_WEBHOOK_PATH, WEBHOOK)
  add('POST', HUBSPOT_WEBHOOK_PATH, {
    ...WEBHOOK,
    operationId: 'receiveHubSpotWebhook',
    summary: "HubSpot's signed webhooks about contacts",
  })
  add('POST', CALCOM_WEBHOOK_PATH, {
    ...WEBHOOK,
    operationId: 'receiveCalcomWebhook',
    parameters: pathParameters(CALCOM_WEBHOOK_PATH),
    summary: "Cal.com's signed webhooks about bookings; each connection has its own address",
  })
  add('PUT', PHOTO_UPLOAD_PATH, UPLOAD)
  add(
    'POST',
    SMS_INBOUND_PATH,
    textWebhook('receiveText', 'text messages to the server', 200, 'The answer, as TwiML'),
  )
  add(
    'POST',
    CALL_PATH,
    textWebhook('receiveCall', 'calls to the server’s number', 200, 'What the caller hears, as TwiML'),
  )
  add(
    'POST',
    RELAY_ENDED_PATH,
    textWebhook('receiveRelayEnd', 'the end of the relay of a call', 200, 'What comes next, as TwiML'),
  )
  add(
    'POST',
    DIALED_PATH,
    textWebhook('receiveDialed', 'the end of a call to a person', 200, 'What comes next, as TwiML'),
  )
  add(
    'POST',
    WHISPER_PATH,
    textWebhook('receiveWhisper', 'a person who picks up', 200, 'What the person hears, as TwiML'),
  )
  add(
    'POST',
    ACCEPT_PATH,
    textWebhook('receiveAccept', 'the key that a person presses', 200, 'What comes next, as TwiML'),
  )
  add('GET', `${RELAY_PATH}/:ticket`, {
    operationId: 'relayCall',
    summary:
      "Twilio's signed socket of an answered call, or the console's of a test call; the ticket counts once",
    security: [],
    parameters: pathParameters(`${RELAY_PATH}/:ticket`),
    responses: { 101: { description: 'A WebSocket' }, ...errors([403, 404]) },
  })
  add(
    'POST',
    SMS_STATUS_PATH,
    textWebhook('receiveTextStatus', 'what became of a text message', 204, 'Stored or ignored'),
  )
  add('POST', TELNYX_PATH, {
    ...WEBHOOK,
    operationId: 'receiveTelnyxEvent',
    summary: "Telnyx's signed webhooks about texts to the server, and what became of those from it",
  })
  const addPage = (operationId: string, method: string, path: string, summary: string) =>
    add(method, path, pageOf(operationId, path, summary))
  addPage(
    'showUnsubscribePage',
    'GET',
    UNSUBSCRIBE_PATH,
    'The page behind the link in a mail to unsubscribe; changes nothing',
  )
  addPage(
    'unsubscribeByLink',
    'POST',
    UNSUBSCRIBE_PATH,
    'Unsubscribe the recipient of a mail (RFC 8058), or do what a button says',
  )
  addPage(
    'showResubscribePage',
    'GET',
    RESUBSCRIBE_PATH,
    'The page behind the link in a mail to get emails again; changes nothing',
  )
  addPage(
    'resubscribeByLink',
    'POST',
    RESUBSCRIBE_PATH,
    'End the opt-outs of the recipient of the mail with the link',
  )
  return {
    openapi: '3.1.1',
    info: {
      title: 'Fieldhand API',
      version: '1',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin }],
    tags: tagsIn(paths).map((name) => ({ name })),
    paths,
    components: {
      schemas: DEFINITIONS,
      responses: ERROR_RESPONSES,
      headers: HEADERS,
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: `${API_KEY_PREFIX}…`,
          description: `An API key of the organization with the scope that the operation names; it can make ${REQUESTS_PER_KEY} requests a minute`,
        },
        visitor: { type: 'http', scheme: 'bearer', description: "The visitor's token of one conversation" },
      },
    },
  }
}

/** Returns the resource that a path is about, by which documentation groups operations. */
function tagOf(path: string): string {
  const [first = '', , second] = path.replace('/api/v1/', '').split('/')
  const name = first === 'organizations' && second && !second.startsWith(':') ? second : first
  return name.replace('.json', '')
}

/** Returns the tags of all operations, each once, sorted. */
function tagsIn(paths: OpenApi['paths']): string[] {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  return [...new Set(operations.flatMap(({ tags }) => tags))].sort()
}

function securityOf({ access, path, scope }: Endpoint): Record<string, string[]>[] {
  if (access === 'public') return path.includes(':conversationId') ? [{ visitor: [] }] : []
  return [{ session: [] }, ...(scope ? [{ apiKey: [scope] }] : [])]
}

function operationOf(target: Endpoint): Untagged {
  const isMember = target.access !== 'public'
  const isForKeys = target.scope !== undefined
  const limits = isForKeys && { headers: KEY_HEADERS }
  return {
    operationId: ENDPOINT_NAMES.get(target) ?? '',
    summary: target.summary,
    security: securityOf(target),
    parameters: [
      ...pathParameters(target.path),
      ...(target.query ? queryParameters(target.query) : []),
      ...(isMember ? [organizationHeader(target.path)] : []),
      ...(target.hasEtag ? [{ name: 'If-None-Match', in: 'header', schema: { type: 'string' } }] : []),
    ],
    ...(target.body && {
      requestBody: { required: true, ...jsonContent(target.body, 'input', BODIES.get(target)) },
    }),
    responses: {
      ...(target.reply === null
        ? { 204: { description: 'Done', ...limits } }
        : {
            200: {
              description: target.summary,
              ...limits,
              ...replyContent(target.reply, target.alternative),
            },
          }),
      ...(target.creates &&
        target.reply && {
          201: {
            description: 'What API keys get instead of 200, also for a repeated `id`',
            ...limits,
            ...replyContent(target.reply, target.alternative),
          },
        }),
      ...(target.hasEtag && {
        304: { description: 'Unchanged since the response with this ETag', ...limits },
      }),
      ...errors(
        [
          ...[400, ...(isMember ? [401, 403] : []), 413, ...(target.body ? [415] : [])],
          ...[429, 500, 503, ...(target.errors ?? [])],
        ],
        isForKeys,
      ),
    },
  }
}

/** Endpoints of the document that are not in the contract. */
const UNLISTED: Record<string, Untagged> = {
  [LEAD_EVENTS_PATH]: {
    operationId: 'streamLeads',
    summary: 'Live stream of new leads: server-sent events, each one JSON object',
    security: [{ session: [] }],
    parameters: [...pathParameters(LEAD_EVENTS_PATH), organizationHeader(LEAD_EVENTS_PATH)],
    responses: {
      200: {
        description: 'Open until the client leaves',
        content: { 'text/event-stream': { schema: { $ref: '#/components/schemas/LeadEvent' } } },
      },
      ...errors([400, 401, 403, 429]),
    },
  },
  [CHAT_EVENTS_PATH]: {
    operationId: 'streamChat',
    summary: "The visitor's live conversation: server-sent events, resumable with Last-Event-ID",
    security: [{ visitor: [] }],
    parameters: [
      ...pathParameters(CHAT_EVENTS_PATH),
      { name: 'Last-Event-ID', in: 'header', required: false, schema: { type: 'string' } },
    ],
    responses: {
      200: {
        description: 'Open until the client leaves or the conversation is erased',
        content: { 'text/event-stream': { schema: { $ref: '#/components/schemas/ChatEvent' } } },
      },
      ...errors([400, 401, 402, 404, 429]),
    },
  },
  [HUBSPOT_CALLBACK_PATH]: redirectTarget('HubSpot', HUBSPOT_RESULT_PARAM),
  [GOOGLE_CALLBACK_PATH]: redirectTarget('Google', GOOGLE_RESULT_PARAM),
  [OPENAPI_PATH]: {
    operationId: 'getOpenApi',
    summary: 'This document',
    security: [],
    responses: { 200: { description: 'OpenAPI 3.1', content: { 'application/json': { schema: {} } } } },
  },
}

/** Describes the endpoint to which a provider's consent page redirects the browser. */
function redirectTarget(provider: string, resultParam: string): Untagged {
  return {
    operationId: `return${provider}Approval`,
    summary: `${provider}'s redirect target`,
    security: [],
    parameters: ['state', 'code', 'error'].map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
    responses: {
      302: {
        description: `Redirects to the page where the owner started: with the approval in its fragment, for the call that connects, or with \`${resultParam}\` in its query`,
      },
    },
  }
}

const WEBHOOK: Untagged = {
  operationId: 'receiveClerkWebhook',
  summary: "Clerk's signed webhooks about subscriptions, organizations, and memberships",
  security: [],
  requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
  responses: {
    204: { description: 'Applied, already known, or ignored' },
    ...errors([400, 401, 404, 413]),
  },
}

const textWebhook = (operationId: string, about: string, status: number, description: string): Untagged => ({
  operationId,
  summary: `Twilio's signed webhook about ${about}`,
  security: [],
  requestBody: {
    required: true,
    content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } },
  },
  responses: { [status]: { description }, ...errors([400, 403, 404, 413]) },
})

const pageOf = (operationId: string, path: string, summary: string): Untagged => ({
  operationId,
  summary,
  security: [],
  parameters: pathParameters(path),
  responses: {
    200: { description: 'A page', content: { 'text/html': {} } },
    404: { description: 'A page: the link is not valid', content: { 'text/html': {} } },
    ...errors([429]),
  },
})

const UPLOAD: Untagged = {
  operationId: 'uploadPhoto',
  summary: 'Upload a photo for a message; a repeated id stores none',
  security: [{ visitor: [] }],
  parameters: pathParameters(PHOTO_UPLOAD_PATH),
  requestBody: {
    required: true,
    content: Object.fromEntries(['image/jpeg', 'image/png', 'image/webp'].map((type) => [type, {}])),
  },
  responses: {
    200: {
      description: 'The stored photo',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Photo' } } },
    },
    ...errors([400, 401, 402, 403, 404, 408, 409, 413, 429, 503]),
  },
}

function pathParameters(path: string): object[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    ...parameterSchema(name ?? '', { type: 'string' }),
  }))
}

function organizationHeader(path: string): object {
  const { name } = ORGANIZATION_HEADER
  return {
    ...ORGANIZATION_HEADER,
    required: !path.includes(':orgId'),
    ...parameterSchema(name, { type: 'string' }),
  }
}

function parameterSchema(name: string, schema: JsonSchema): object {
  return { schema, example: exampleOf(schema, DEFINITIONS, name) }
}

function queryParameters(query: v.GenericSchema): object[] {
  const { properties = {}, required = [] } = convert(query, 'input')
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...parameterSchema(name, schema as JsonSchema),
  }))
}

function jsonContent(schema: v.GenericSchema, typeMode: 'input' | 'output', given?: unknown) {
  const converted = convert(schema, typeMode)
  const example = given ?? exampleOf(converted, DEFINITIONS)
  return { content: { 'application/json': { schema: converted, example } } }
}

function replyContent(reply: v.GenericSchema, alternative: v.GenericSchema | undefined) {
  return jsonContent(alternative ? v.union([reply, alternative]) : reply, 'output')
}

/** Converts a schema. Omits rules that JSON Schema cannot express (a time zone's name, an existing date). */
function convert(
  schema: v.GenericSchema,
  typeMode: 'input' | 'output',
  definitions: Record<string, v.GenericSchema> = NAMED,
): JsonSchema {
  const {
    $schema: _,
    $defs: __,
    ...converted
  } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode,
    errorMode: 'ignore',
    definitions,
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  })
  return converted
}

/** Returns a named schema inline; its parts stay references. */
function definition(name: string): JsonSchema {
  const { [name]: schema, ...others } = NAMED
  if (!schema) throw new Error(`No schema is named ${name}`)
  return convert(schema, 'output', others)
}
