import * as v from 'valibot'
import { readTime } from './clock-time.ts'
import { endpoint } from './endpoint.ts'
import { ClientId, Email, Id, Instant, text } from './fields.ts'
import { LIMITS } from './limits.ts'
import { tolerant } from './tolerance.ts'

/** What the business is told, in the order of the settings. `booking` covers booked, moved, and canceled calls. */
export const ALERTS = ['needs_person', 'new_lead', 'booking', 'daily_summary'] as const
export type Alert = (typeof ALERTS)[number]

/** The ways to reach a person. Push goes to devices instead. */
export const PERSON_CHANNELS = ['email', 'sms'] as const
export type PersonChannel = (typeof PERSON_CHANNELS)[number]
export const CHANNELS = [...PERSON_CHANNELS, 'push'] as const
export type Channel = (typeof CHANNELS)[number]

/** What a device can be told by push. */
export const PUSH_ALERTS = ['needs_person', 'new_lead', 'booking'] as const
export type PushAlert = (typeof PUSH_ALERTS)[number]

/** The person whose email is the profile's escalation email. */
export const ESCALATION_PERSON = 'escalation'

export const NOTIFICATION_LIMITS = {
  people: 20,
  devices: 50,
  escalateMinutes: { min: 1, max: 1_440, default: 10 },
  reminderHours: { min: 1, max: 72, default: 24 },
} as const

const ClockTime = tolerant(
  v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Expected a time as HH:mm')),
  { repair: (written) => readTime(String(written)) },
)

/** E.164. */
const Phone = v.pipe(v.string(), v.regex(/^\+[1-9]\d{6,14}$/, 'Enter a phone number with its country code'))

/** Which channels tell a person of each alert. An absent alert is not sent to the person. */
const Choices = v.object({
  needs_person: v.optional(v.array(v.picklist(PERSON_CHANNELS)), []),
  new_lead: v.optional(v.array(v.picklist(PERSON_CHANNELS)), []),
  booking: v.optional(v.array(v.picklist(PERSON_CHANNELS)), []),
  daily_summary: v.optional(v.array(v.picklist(PERSON_CHANNELS)), []),
})
export type Choices = v.InferOutput<typeof Choices>

const NO_CHOICES: Choices = { needs_person: [], new_lead: [], booking: [], daily_summary: [] }

/** Someone who hears of alerts. `phone` is E.164. */
const personFields = v.object({
  id: ClientId,
  name: text(LIMITS.name),
  /** Null for the escalation person, whose email is the profile's. */
  email: v.nullable(Email),
  phone: v.nullable(Phone),
  /** Whether the person agreed to text messages. The server keeps when, and who said so. */
  sms_consent: v.boolean(),
  choices: Choices,
})
export const Person = tolerant(personFields, {
  defaults: () => ({ name: '', email: null, phone: null, sms_consent: false, choices: NO_CHOICES }),
})
export type Person = v.InferOutput<typeof personFields>

const QuietHours = v.pipe(
  v.object({ from: ClockTime, to: ClockTime }),
  v.check(({ from, to }) => from !== to, 'Quiet hours must begin and end at different times'),
)

const settingsFields = v.object({
  /** In the order in which they are tried. The escalation person is always one of them. */
  people: v.array(Person),
  /** When alerts wait until the end, in the business's time zone; null for never. */
  quiet_hours: v.nullable(QuietHours),
  /** Whether "needs a person" is sent during quiet hours too. */
  urgent_in_quiet_hours: v.boolean(),
  /**
   * Minutes after which the next person is told of a lead or a visitor that nobody has opened; null tells everyone at
   * once.
   */
  escalate_minutes: v.nullable(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(NOTIFICATION_LIMITS.escalateMinutes.min),
      v.maxValue(NOTIFICATION_LIMITS.escalateMinutes.max),
    ),
  ),
  /** When the daily summary is sent, in the business's time zone. */
  summary_time: ClockTime,
  /** Whether visitors get a confirmation of their estimate call and its changes. */
  visitor_confirmation: v.boolean(),
  /** Hours before an estimate call at which its visitor is reminded; null for no reminder. */
  visitor_reminder_hours: v.nullable(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(NOTIFICATION_LIMITS.reminderHours.min),
      v.maxValue(NOTIFICATION_LIMITS.reminderHours.max),
    ),
  ),
})
/** Who hears of what, by which channel, and when. */
export const NotificationSettings = tolerant(settingsFields, {
  defaults: () => DEFAULT_NOTIFICATION_SETTINGS,
})
export type NotificationSettings = v.InferOutput<typeof settingsFields>

const everyAlertBy = (...channels: PersonChannel[]): Choices => ({
  needs_person: channels,
  new_lead: channels,
  booking: channels,
  daily_summary: channels,
})

/** The escalation email hears of everything. */
export const DEFAULT_NOTIFICATION_SETTINGS: NotificationSettings = {
  people: [
    {
      id: ESCALATION_PERSON,
      name: '',
      email: null,
      phone: null,
      sms_consent: false,
      choices: everyAlertBy('email'),
    },
  ],
  quiet_hours: null,
  urgent_in_quiet_hours: true,
  escalate_minutes: null,
  summary_time: '18:00',
  visitor_confirmation: true,
  visitor_reminder_hours: NOTIFICATION_LIMITS.reminderHours.default,
}

/** Sent fields replace the stored ones. */
export const NotificationSettingsUpdate = v.partial(
  v.object({
    ...settingsFields.entries,
    people: v.pipe(
      v.array(personFields),
      v.maxLength(NOTIFICATION_LIMITS.people, `There is room for ${NOTIFICATION_LIMITS.people} people`),
      v.check(
        (people) => new Set(people.map(({ id }) => id)).size === people.length,
        'Each person has an id',
      ),
      v.check(
        (people) => people.some(({ id }) => id === ESCALATION_PERSON),
        'The escalation contact cannot be removed',
      ),
      v.check(
        (people) => people.every(canBeTexted),
        'Text messages need a phone number and the consent of the person',
      ),
    ),
  }),
)
export type NotificationSettingsUpdate = v.InferOutput<typeof NotificationSettingsUpdate>

function canBeTexted({ phone, sms_consent, choices }: Person): boolean {
  const isTexted = Object.values(choices).some((channels) => channels.includes('sms'))
  return !isTexted || (phone !== null && sms_consent)
}

/** Whether a channel works on this server; if not, `reason` is a sentence that says what to set up. */
export const ChannelState = tolerant(
  v.object({
    channel: v.picklist(CHANNELS),
    is_ready: v.boolean(),
    reason: v.nullable(v.string()),
    /** The sender that recipients see; null for push. */
    sender: v.nullable(v.string()),
  }),
  { defaults: () => ({ is_ready: false, reason: null, sender: null }) },
)
export type ChannelState = v.InferOutput<typeof ChannelState>

/** A browser that receives push messages for its user. */
export const Device = tolerant(
  v.object({
    id: v.string(),
    /** Such as "Chrome on Android". */
    name: v.string(),
    alerts: v.array(v.string()),
    /** The URL of the push service, so that a browser knows its own device. */
    endpoint: v.string(),
    created_at: Instant,
    last_sent_at: v.nullable(Instant),
  }),
  { defaults: () => ({ name: '', alerts: [], created_at: '', last_sent_at: null }) },
)
export type Device = v.InferOutput<typeof Device>

const NOTIFICATIONS = '/api/v1/organizations/:orgId/notifications'

export const NotificationSetup = tolerant(
  v.object({
    settings: NotificationSettings,
    channels: v.array(ChannelState),
    /** The devices of the user who asks. */
    devices: v.array(Device),
    /** The key for `pushManager.subscribe`, base64url; null if push is not set up. */
    vapid_public_key: v.nullable(v.string()),
    /** Addresses that unsubscribed, and numbers that sent STOP. Nothing is sent to them. */
    unsubscribed: v.array(v.string()),
  }),
  { defaults: () => ({ channels: [], devices: [], vapid_public_key: null, unsubscribed: [] }) },
)
export type NotificationSetup = v.InferOutput<typeof NotificationSetup>

export const getNotificationSetup = endpoint({
  method: 'GET',
  path: `${NOTIFICATIONS}/settings`,
  summary: 'Who hears of what, the state of the channels, and the devices of the user',
  access: 'member',
  reply: NotificationSetup,
})

export const putNotificationSettings = endpoint({
  method: 'PUT',
  path: `${NOTIFICATIONS}/settings`,
  summary: 'Change who hears of what',
  access: 'member',
  body: NotificationSettingsUpdate,
  reply: NotificationSettings,
  errors: [404],
})

export const resubscribe = endpoint({
  method: 'POST',
  path: `${NOTIFICATIONS}/resubscribe`,
  summary: 'Send to an address again that has unsubscribed; numbers must send START themselves',
  access: 'member',
  body: v.object({ email: Email }),
  reply: null,
  errors: [404],
})

const deviceAlerts = v.pipe(v.array(v.picklist(PUSH_ALERTS)), v.maxLength(PUSH_ALERTS.length))
const key = v.pipe(v.string(), v.regex(/^[\w-]{16,200}={0,2}$/, 'Expected a key in base64url'))

export const addDevice = endpoint({
  method: 'POST',
  path: `${NOTIFICATIONS}/devices`,
  summary: 'Send push messages to this browser; repeating the endpoint changes the device',
  access: 'member',
  body: v.object({
    endpoint: v.pipe(text(LIMITS.url), v.url('Expected the URL of a push service')),
    p256dh: key,
    auth: key,
    name: text(LIMITS.name),
    alerts: deviceAlerts,
  }),
  reply: Device,
  errors: [404, 409],
})

export const changeDevice = endpoint({
  method: 'PUT',
  path: `${NOTIFICATIONS}/devices/:deviceId`,
  summary: "Change what one of the user's devices is told",
  access: 'member',
  body: v.object({ alerts: deviceAlerts }),
  reply: Device,
  errors: [404],
})

export const removeDevice = endpoint({
  method: 'DELETE',
  path: `${NOTIFICATIONS}/devices/:deviceId`,
  summary: "Stop push messages to one of the user's devices",
  access: 'member',
  reply: null,
  errors: [404],
})

/** `queued` until the provider has it; `canceled` if its reason is gone, such as the reminder of a canceled call. */
export const NOTIFICATION_STATUSES = ['queued', 'sent', 'delivered', 'opened', 'failed', 'canceled'] as const
export type NotificationStatus = (typeof NOTIFICATION_STATUSES)[number]

/** What a notification is about. Those from `confirmation` on go to visitors. */
export const NOTIFICATION_KINDS = [
  'new_lead',
  'lead_digest',
  'needs_person',
  'booking_made',
  'booking_moved',
  'booking_canceled',
  'daily_summary',
  'test',
  'confirmation',
  'confirmation_moved',
  'confirmation_canceled',
  'reminder',
  'transcript',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** A message to one recipient. Later versions can add kinds, channels, and statuses. */
export const Notification = tolerant(
  v.object({
    id: v.string(),
    kind: v.string(),
    channel: v.string(),
    /** `owner` or `visitor`. */
    audience: v.string(),
    /** The name of the recipient or device; empty if there is none. */
    recipient_name: v.string(),
    /** An email address or phone number; null for push. */
    recipient: v.nullable(v.string()),
    lead_id: v.nullable(v.string()),
    lead_name: v.nullable(v.string()),
    conversation_id: v.nullable(v.string()),
    status: v.string(),
    /** Why it failed, was canceled, or waits; null without a reason. */
    reason: v.nullable(v.string()),
    attempts: v.number(),
    created_at: Instant,
    /** When it is sent if that is later; null for now. */
    due_at: v.nullable(Instant),
    sent_at: v.nullable(Instant),
    delivered_at: v.nullable(Instant),
    opened_at: v.nullable(Instant),
    failed_at: v.nullable(Instant),
  }),
  {
    defaults: () => ({
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
    }),
  },
)
export type Notification = v.InferOutput<typeof Notification>

export const NotificationPage = tolerant(
  v.object({ notifications: v.array(Notification), next_cursor: v.nullable(v.string()) }),
  { defaults: () => ({ next_cursor: null }) },
)
export type NotificationPage = v.InferOutput<typeof NotificationPage>

export const listNotifications = endpoint({
  method: 'GET',
  path: NOTIFICATIONS,
  summary: 'What was sent, newest first, of one lead or status if given, 50 at a time',
  access: 'member',
  query: v.object({
    lead_id: v.optional(Id),
    status: v.optional(v.picklist(NOTIFICATION_STATUSES)),
    cursor: v.optional(Id),
  }),
  reply: NotificationPage,
})

/** The message as it was sent; `html` is null for other channels, and some weeks later. */
export const SentMessage = tolerant(
  v.object({ subject: v.nullable(v.string()), text: v.nullable(v.string()), html: v.nullable(v.string()) }),
  { defaults: () => ({ subject: null, text: null, html: null }) },
)
export type SentMessage = v.InferOutput<typeof SentMessage>

export const getSentMessage = endpoint({
  method: 'GET',
  path: `${NOTIFICATIONS}/:notificationId/message`,
  summary: 'The message as it was sent; nulls if it has not been sent',
  access: 'member',
  reply: SentMessage,
  errors: [404],
})

export const retryNotification = endpoint({
  method: 'POST',
  path: `${NOTIFICATIONS}/:notificationId/retry`,
  summary: 'Send a failed notification again',
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
  errors: [404, 409],
})

/** What the service worker receives, as JSON. */
export const PushMessage = v.object({
  /** Reports that it was delivered and opened. */
  token: v.string(),
  title: v.string(),
  body: v.string(),
  /** Opens this path of the console. */
  path: v.string(),
  /** Opens this path to call the lead; null without a number. */
  call_path: v.nullable(v.string()),
  /** A later message with the same tag replaces this one. */
  tag: v.string(),
})
export type PushMessage = v.InferOutput<typeof PushMessage>

/** Called by service workers, which have no session; the token is the permission. */
export const reportNotification = endpoint({
  method: 'POST',
  path: '/api/v1/notifications/reports',
  summary: 'Report that a push message was delivered or opened',
  access: 'public',
  body: v.object({ token: v.pipe(v.string(), v.maxLength(100)), state: v.picklist(['delivered', 'opened']) }),
  reply: null,
})
