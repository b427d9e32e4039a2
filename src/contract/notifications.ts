import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { ClientId, DaysQuery, Id, Instant } from './fields.ts'
import { NOTIFICATIONS, PERSON_CHANNELS } from './notification-settings.ts'
import { tolerant } from './tolerance.ts'

/**
 * `queued` until the provider has the message; `canceled` if the message is no longer needed, such as a reminder of a
 * canceled call.
 */
export const NOTIFICATION_STATUSES = ['queued', 'sent', 'delivered', 'opened', 'failed', 'canceled'] as const
export type NotificationStatus = (typeof NOTIFICATION_STATUSES)[number]

/**
 * The subject of a notification. The kinds from `confirmation` on go to visitors. `resubscribe` is the link with which a
 * recipient who has unsubscribed can undo that.
 */
export const NOTIFICATION_KINDS = [
  'new_lead',
  'lead_digest',
  'needs_person',
  'booking_made',
  'booking_moved',
  'booking_canceled',
  'daily_summary',
  'webhook_disabled',
  'connection_ended',
  'held_digest',
  'recipient_code',
  'test',
  'resubscribe',
  'confirmation',
  'confirmation_moved',
  'confirmation_canceled',
  'reminder',
  'transcript',
  'reply',
  'text',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** A notification about which the server has said nothing. */
export const UNKNOWN_NOTIFICATION = {
  kind: '',
  channel: '',
  status: '',
  audience: 'owner',
  recipient_name: '',
  recipient: null,
  lead_id: null,
  lead_name: null,
  conversation_id: null,
  reason: null,
  attempts: 0,
  created_at: '',
  due_at: null,
  sent_at: null,
  delivered_at: null,
  opened_at: null,
  failed_at: null,
}

/** A message to one recipient. Later versions can add kinds, channels, and statuses. */
export const Notification = tolerant(
  v.object({
    id: v.string(),
    kind: v.string(),
    channel: v.string(),
    /** `owner` or `visitor`. */
    audience: v.string(),
    /** The name of the recipient or device, or empty if there is none. */
    recipient_name: v.string(),
    /** An email address or phone number. Null for push. */
    recipient: v.nullable(v.string()),
    lead_id: v.nullable(v.string()),
    lead_name: v.nullable(v.string()),
    conversation_id: v.nullable(v.string()),
    status: v.string(),
    /** Why it failed, was canceled, or is waiting. Null if there is no reason. */
    reason: v.nullable(v.string()),
    attempts: v.number(),
    created_at: Instant,
    /** The scheduled time if the message is not sent immediately; otherwise null. */
    due_at: v.nullable(Instant),
    sent_at: v.nullable(Instant),
    delivered_at: v.nullable(Instant),
    opened_at: v.nullable(Instant),
    failed_at: v.nullable(Instant),
  }),
  {
    defaults: () => UNKNOWN_NOTIFICATION,
  },
)
export type Notification = v.InferOutput<typeof Notification>

export const NotificationPage = tolerant(
  v.object({ notifications: v.array(Notification), next_cursor: v.nullable(v.string()) }),
  { defaults: () => ({ notifications: [], next_cursor: null }) },
)
export type NotificationPage = v.InferOutput<typeof NotificationPage>

export const listNotifications = endpoint({
  method: 'GET',
  path: NOTIFICATIONS,
  summary: 'List sent notifications, newest first, 50 at a time; filter by lead, status, or days',
  access: 'member',
  query: v.object({
    lead_id: v.optional(Id),
    status: v.optional(v.picklist(NOTIFICATION_STATUSES)),
    ...DaysQuery.entries,
    cursor: v.optional(Id),
  }),
  reply: NotificationPage,
})

/** The message as it was sent, without the links that permit to act for its recipient. `html` is null for channels other than email, and is removed some weeks later. */
export const SentMessage = tolerant(
  v.object({ subject: v.nullable(v.string()), text: v.nullable(v.string()), html: v.nullable(v.string()) }),
  { defaults: () => ({ subject: null, text: null, html: null }) },
)
export type SentMessage = v.InferOutput<typeof SentMessage>

export const getSentMessage = endpoint({
  method: 'GET',
  path: `${NOTIFICATIONS}/:notificationId/message`,
  summary: 'Get a message as it was sent; null fields if it has not been sent',
  access: 'member',
  reply: SentMessage,
  errors: [404],
})

export const retryNotification = endpoint({
  method: 'POST',
  path: `${NOTIFICATIONS}/:notificationId/retry`,
  summary: 'Resend a failed notification',
  access: 'member',
  reply: Notification,
  errors: [404, 409],
})

export const openNotification = endpoint({
  method: 'POST',
  path: `${NOTIFICATIONS}/:notificationId/opened`,
  summary: 'Report that a member has followed the link of a notification',
  access: 'member',
  reply: null,
  errors: [404],
})

export const sendTest = endpoint({
  method: 'POST',
  path: `${NOTIFICATIONS}/test`,
  summary: 'Send a test to a person of the saved settings, or to one of the devices of the user',
  access: 'member',
  body: v.variant('channel', [
    v.object({ channel: v.picklist(PERSON_CHANNELS), person_id: ClientId }),
    v.object({ channel: v.literal('push'), device_id: Id }),
  ]),
  reply: Notification,
  errors: [404, 409, 422],
})

/** The payload that the service worker receives, as JSON. */
export const PushMessage = v.object({
  /** The token to report that the message was delivered or opened. */
  token: v.string(),
  title: v.string(),
  body: v.string(),
  /** The path in the console that the message opens. */
  path: v.string(),
  /** The path that opens the lead to call it. Null if there is no phone number. */
  call_path: v.nullable(v.string()),
  /** The tag of the message. A later message with the same tag replaces this one. */
  tag: v.string(),
})
export type PushMessage = v.InferOutput<typeof PushMessage>

/** Called by service workers, which have no session. The token grants permission. */
export const reportNotification = endpoint({
  method: 'POST',
  path: '/api/v1/notifications/reports',
  summary: 'Report that a push message was delivered or opened',
  access: 'public',
  body: v.object({ token: v.pipe(v.string(), v.maxLength(100)), state: v.picklist(['delivered', 'opened']) }),
  reply: null,
})
