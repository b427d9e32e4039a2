import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { ClientId, DaysQuery, Instant, text } from './fields.ts'
import { LIMITS } from './limits.ts'
import type { Scope } from './scopes.ts'
import { tolerant } from './tolerance.ts'

/** The events that webhook endpoints can receive. */
export const WEBHOOK_EVENTS = [
  'lead.created',
  'lead.updated',
  'lead.deleted',
  'conversation.needs_person',
  'booking.confirmed',
  'booking.changed',
  'booking.cancelled',
] as const
export type WebhookEventType = (typeof WEBHOOK_EVENTS)[number]

/** The scope that an API key needs for an endpoint that receives an event, because it contains what the scope lets read. */
export const scopeOfEvent = (event: string): Scope =>
  event.startsWith('conversation.') ? 'conversations:read' : 'leads:read'

/** The event that an owner sends to test an endpoint. */
export const TEST_EVENT = 'test'

/** Maximum number of endpoints per organization. */
export const MOST_WEBHOOKS = 20

/** The number of hours for which a replaced secret still signs deliveries. */
export const OLD_SECRET_HOURS = 24

/** The number of minutes for which a repeated request gets the same new secret, in case a response was lost. */
export const SECRET_REPEATED_MINUTES = 10

/**
 * The number of days of failed attempts after which an endpoint is disabled. Paused endpoints keep their events for the
 * same time.
 */
export const WEBHOOK_TRIED_DAYS = 3

/** The number of days for which deliveries are stored. */
export const DELIVERIES_KEPT_DAYS = 30

/**
 * A webhook endpoint. `status` is `active`, `paused` by a member, or `disabled` for `disabled_reason`. `failing_since`
 * is the time when the attempts began to fail. Only the responses that issue a `secret` contain it; otherwise, it is
 * null. `secret_hint` is its end, blank if the server can no longer read it. The secret that the last rotation replaced
 * still signs deliveries until `old_secret_until`.
 */
export const Webhook = tolerant(
  v.object({
    id: v.string(),
    url: v.string(),
    events: v.array(v.string()),
    secret: v.nullable(v.string()),
    secret_hint: v.optional(v.string()),
    old_secret_until: v.nullable(Instant),
    status: v.string(),
    disabled_reason: v.nullable(v.string()),
    failing_since: v.nullable(Instant),
    delivered_at: v.nullable(Instant),
    created_at: Instant,
  }),
  {
    defaults: () => ({
      events: [],
      secret: null,
      old_secret_until: null,
      status: 'active',
      disabled_reason: null,
      failing_since: null,
      delivered_at: null,
      created_at: '',
    }),
  },
)
export type Webhook = v.InferOutput<typeof Webhook>

/**
 * The delivery of an event to an endpoint. `status` is `waiting` for the first or next attempt, `held` while the
 * endpoint is paused, `delivered`, or `failed`. `body` is the request body. The other fields describe the last attempt:
 * its duration, and the status and first bytes of the response, or the `error` that prevented a response.
 */
export const WebhookDelivery = tolerant(
  v.object({
    id: v.string(),
    type: v.string(),
    status: v.string(),
    attempts: v.number(),
    body: v.string(),
    created_at: Instant,
    attempted_at: v.nullable(Instant),
    duration_ms: v.nullable(v.number()),
    response_status: v.nullable(v.number()),
    response_body: v.nullable(v.string()),
    error: v.nullable(v.string()),
  }),
  {
    defaults: () => ({
      type: '',
      status: 'waiting',
      attempts: 0,
      body: '',
      created_at: '',
      attempted_at: null,
      duration_ms: null,
      response_status: null,
      response_body: null,
      error: null,
    }),
  },
)
export type WebhookDelivery = v.InferOutput<typeof WebhookDelivery>

/** `cursor` requests older deliveries. It is null if there are no more. */
export const WebhookDeliveries = tolerant(
  v.object({ deliveries: v.array(WebhookDelivery), cursor: v.nullable(v.string()) }),
  { defaults: () => ({ deliveries: [], cursor: null }) },
)
export type WebhookDeliveries = v.InferOutput<typeof WebhookDeliveries>

const url = v.pipe(
  text(LIMITS.url),
  v.trim(),
  v.check((address) => URL.canParse(address), 'Enter an address that begins with https://'),
)
const events = v.pipe(
  v.array(v.picklist(WEBHOOK_EVENTS)),
  v.nonEmpty('Choose at least one event'),
  v.maxLength(50),
)

export const NewWebhook = v.object({ url, events })
export type NewWebhook = v.InferInput<typeof NewWebhook>

/** `is_paused: false` also reactivates a disabled endpoint. */
export const WebhookUpdate = v.object({
  url: v.optional(url),
  events: v.optional(events),
  is_paused: v.optional(v.boolean()),
})
export type WebhookUpdate = v.InferInput<typeof WebhookUpdate>

const WEBHOOKS = '/api/v1/organizations/:orgId/webhooks'
const WEBHOOK = `${WEBHOOKS}/:webhookId` as const
const DELIVERIES = `${WEBHOOK}/deliveries` as const

export const listWebhooks = endpoint({
  method: 'GET',
  path: WEBHOOKS,
  summary: 'List the webhook endpoints, oldest first',
  access: 'admin',
  scope: 'webhooks:read',
  reply: v.array(Webhook),
})

export const createWebhook = endpoint({
  method: 'POST',
  path: WEBHOOKS,
  summary: `Add an endpoint, at most ${MOST_WEBHOOKS}, with a new secret, which only this response contains; a repeated id changes the endpoint`,
  access: 'admin',
  scope: 'webhooks:write',
  creates: true,
  body: v.object({ id: v.optional(ClientId), ...NewWebhook.entries }),
  reply: Webhook,
  errors: [404, 409, 422],
})

export const updateWebhook = endpoint({
  method: 'PUT',
  path: WEBHOOK,
  summary: 'Change, pause, or resume an endpoint',
  access: 'admin',
  scope: 'webhooks:write',
  body: WebhookUpdate,
  reply: Webhook,
  errors: [404],
})

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: WEBHOOK,
  summary: 'Remove an endpoint and its deliveries',
  access: 'admin',
  scope: 'webhooks:write',
  reply: null,
  errors: [404],
})

export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: `${WEBHOOK}/secret`,
  summary: `Replace the secret of an endpoint; both sign for ${OLD_SECRET_HOURS} hours. Only this response contains the new one`,
  access: 'admin',
  scope: 'webhooks:write',
  reply: Webhook,
  errors: [404, 422],
})

export const testWebhook = endpoint({
  method: 'POST',
  path: `${WEBHOOK}/test`,
  summary: 'Send a test event immediately and return the result; also works for a paused endpoint',
  access: 'admin',
  scope: 'webhooks:write',
  reply: WebhookDelivery,
  errors: [404],
})

export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: DELIVERIES,
  summary: `List the deliveries of the last ${DELIVERIES_KEPT_DAYS} days, newest first, 20 at a time; filter by days`,
  access: 'admin',
  query: v.object({ cursor: v.optional(text(LIMITS.line)), ...DaysQuery.entries }),
  reply: WebhookDeliveries,
  errors: [404],
})

export const resendWebhookDelivery = endpoint({
  method: 'POST',
  path: `${DELIVERIES}/:deliveryId/resend`,
  summary: 'Resend a delivery immediately, with the same id and body, and return the result',
  access: 'admin',
  reply: WebhookDelivery,
  errors: [404],
})
