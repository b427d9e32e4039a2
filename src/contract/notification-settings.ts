import * as v from 'valibot'
import { readTime } from './clock-time.ts'
import { endpoint } from './endpoint.ts'
import { ClientId, Email, Instant, integerIn, text } from './fields.ts'
import { LIMITS } from './limits.ts'
import { tolerant } from './tolerance.ts'

/**
 * The alerts that the business can receive, in the order of the settings. `booking` covers booked, moved, and canceled
 * calls.
 */
export const ALERTS = ['needs_person', 'new_lead', 'booking', 'daily_summary'] as const
export type Alert = (typeof ALERTS)[number]

/** The channels that reach a person. Push reaches devices instead. */
export const PERSON_CHANNELS = ['email', 'sms'] as const
export type PersonChannel = (typeof PERSON_CHANNELS)[number]
export const CHANNELS = [...PERSON_CHANNELS, 'push'] as const
export type Channel = (typeof CHANNELS)[number]

/** The alerts that a device can receive by push. */
export const PUSH_ALERTS = ['needs_person', 'new_lead', 'booking'] as const
export type PushAlert = (typeof PUSH_ALERTS)[number]

/** The id of the person whose email address is the profile's escalation email. */
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

/** A phone number in E.164 format. */
const Phone = v.pipe(v.string(), v.regex(/^\+[1-9]\d{6,14}$/, 'Enter a phone number with its country code'))

/** The channels by which a person receives each alert. Alerts that are not listed are not sent to the person. */
const Choices = v.object({
  needs_person: v.optional(v.array(v.picklist(PERSON_CHANNELS)), []),
  new_lead: v.optional(v.array(v.picklist(PERSON_CHANNELS)), []),
  booking: v.optional(v.array(v.picklist(PERSON_CHANNELS)), []),
  daily_summary: v.optional(v.array(v.picklist(PERSON_CHANNELS)), []),
})
export type Choices = v.InferOutput<typeof Choices>

/** Someone who receives alerts. `phone` is E.164. */
const personFields = v.object({
  id: ClientId,
  name: text(LIMITS.name),
  /** Null for the escalation person, who uses the email address in the profile. */
  email: v.nullable(Email),
  phone: v.nullable(Phone),
  /** Whether the person agreed to receive text messages. The server records when the consent was given, and by whom. */
  sms_consent: v.boolean(),
  choices: Choices,
})
export const Person = tolerant(personFields, {
  defaults: () => ({ name: '', email: null, phone: null, sms_consent: false, choices: everyAlertBy() }),
})
export type Person = v.InferOutput<typeof personFields>

const QuietHours = v.pipe(
  v.object({ from: ClockTime, to: ClockTime }),
  v.check(({ from, to }) => from !== to, 'Quiet hours must begin and end at different times'),
)

const settingsFields = v.object({
  /** The people in the order in which they are notified. The escalation person is always included. */
  people: v.array(Person),
  /** The hours during which alerts are held until the end, in the business's time zone. Null if there are none. */
  quiet_hours: v.nullable(QuietHours),
  /** Whether "needs a person" is also sent during quiet hours. */
  urgent_in_quiet_hours: v.boolean(),
  /**
   * The number of minutes after which the next person is notified of a lead or a visitor that no one has opened. If
   * null, everyone is notified at the same time.
   */
  escalate_minutes: v.nullable(integerIn(NOTIFICATION_LIMITS.escalateMinutes)),
  /** The time when the daily summary is sent, in the business's time zone. */
  summary_time: ClockTime,
  /** Whether visitors receive a confirmation of their estimate call and of changes to it. */
  visitor_confirmation: v.boolean(),
  /** The number of hours before an estimate call when the visitor is reminded. Null for no reminder. */
  visitor_reminder_hours: v.nullable(integerIn(NOTIFICATION_LIMITS.reminderHours)),
})
/** Who gets notified, by which channel, and when. */
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

/** Sends all alerts to the escalation email. */
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

/** Fields in the request replace the stored ones. */
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

/** The number of digits of a recipient's code. */
export const CODE_DIGITS = 8

/**
 * An address or number in the settings whose owner has not confirmed it, and is not a member with that verified address.
 * The state of the last code that was sent there is that of its notification.
 */
export const UnconfirmedRecipient = tolerant(
  v.object({
    channel: v.string(),
    /** An email address in lowercase, or an E.164 number. */
    address: v.string(),
    /** Until when it receives alerts without a confirmation. Null if it receives none. */
    alerts_until: v.nullable(Instant),
    /** Why no code can be sent there, as a sentence; null if one can. */
    problem: v.nullable(v.string()),
    /** Null if no code was requested yet. */
    code_status: v.nullable(v.string()),
    code_reason: v.nullable(v.string()),
    code_due_at: v.nullable(Instant),
    code_sent_at: v.nullable(Instant),
  }),
  {
    defaults: () => ({
      address: '',
      alerts_until: null,
      problem: null,
      code_status: null,
      code_reason: null,
      code_due_at: null,
      code_sent_at: null,
    }),
  },
)
export type UnconfirmedRecipient = v.InferOutput<typeof UnconfirmedRecipient>

/** Whether a channel works on this server. If it does not, `reason` is a sentence that explains what to set up. */
export const ChannelState = tolerant(
  v.object({
    channel: v.picklist(CHANNELS),
    is_ready: v.boolean(),
    reason: v.nullable(v.string()),
    /** The sender that recipients see. Null for push. */
    sender: v.nullable(v.string()),
  }),
  { defaults: () => ({ is_ready: false, reason: null, sender: null }) },
)
export type ChannelState = v.InferOutput<typeof ChannelState>

/** A browser that receives push messages for its user. */
export const Device = tolerant(
  v.object({
    id: v.string(),
    /** For example, "Chrome on Android". */
    name: v.string(),
    alerts: v.array(v.string()),
    /** The URL of the push service, which lets a browser identify its own device. */
    endpoint: v.string(),
    created_at: Instant,
    last_sent_at: v.nullable(Instant),
  }),
  { defaults: () => ({ name: '', alerts: [], created_at: '', last_sent_at: null }) },
)
export type Device = v.InferOutput<typeof Device>

/** The base path of all endpoints for notifications. */
export const NOTIFICATIONS = '/api/v1/organizations/:orgId/notifications'

export const NotificationSetup = tolerant(
  v.object({
    settings: NotificationSettings,
    /**
     * The destination of the escalation person's email: the first admin's account until the profile has an address
     * that receives alerts. Null if there is no recipient.
     */
    escalation_email: v.nullable(v.string()),
    channels: v.array(ChannelState),
    /** The devices of the user who sends the request. */
    devices: v.array(Device),
    /** The key for `pushManager.subscribe` in base64url. Null if push is not set up. */
    vapid_public_key: v.nullable(v.string()),
    /** Addresses that unsubscribed, and phone numbers that opted out. They receive nothing, and only they can undo it. */
    unsubscribed: v.array(v.string()),
    /** Addresses and numbers in the settings that are not confirmed. */
    unconfirmed: v.array(UnconfirmedRecipient),
  }),
  {
    defaults: () => ({
      escalation_email: null,
      channels: [],
      devices: [],
      vapid_public_key: null,
      unsubscribed: [],
      unconfirmed: [],
    }),
  },
)
export type NotificationSetup = v.InferOutput<typeof NotificationSetup>

export const getNotificationSetup = endpoint({
  method: 'GET',
  path: `${NOTIFICATIONS}/settings`,
  summary: 'Get the notification settings, the state of the channels, and the devices of the user',
  access: 'member',
  reply: NotificationSetup,
})

export const putNotificationSettings = endpoint({
  method: 'PUT',
  path: `${NOTIFICATIONS}/settings`,
  summary: 'Change the notification settings',
  access: 'member',
  body: NotificationSettingsUpdate,
  reply: NotificationSettings,
  errors: [404],
})

export const resubscribe = endpoint({
  method: 'POST',
  path: `${NOTIFICATIONS}/resubscribe`,
  summary:
    'Send a link to an address that has unsubscribed, with which only its reader can undo that; numbers must send START themselves',
  access: 'member',
  body: v.object({ email: Email }),
  reply: null,
  errors: [404, 409, 422],
})

/** An address or number of the settings, in any combination of uppercase and lowercase. */
const recipient = v.pipe(text(LIMITS.email), v.trim(), v.toLowerCase(), v.minLength(1))

export const sendRecipientCode = endpoint({
  method: 'POST',
  path: `${NOTIFICATIONS}/recipients/code`,
  summary: 'Send a new code to an address or number of the settings that is not confirmed',
  access: 'member',
  body: v.object({ address: recipient }),
  reply: null,
  errors: [404, 409],
})

export const confirmRecipient = endpoint({
  method: 'POST',
  path: `${NOTIFICATIONS}/recipients/confirmation`,
  summary: 'Confirm an address or number of the settings with the code that was sent there',
  access: 'member',
  body: v.object({
    address: recipient,
    code: v.pipe(
      text(LIMITS.line),
      v.transform((code) => code.replace(/[\s-]/g, '')),
      v.regex(/^\d{8}$/, `A code has ${CODE_DIGITS} digits`),
    ),
  }),
  reply: null,
  errors: [404, 409],
})

const deviceAlerts = v.pipe(v.array(v.picklist(PUSH_ALERTS)), v.maxLength(PUSH_ALERTS.length))
const key = v.pipe(v.string(), v.regex(/^[\w-]{16,200}={0,2}$/, 'Expected a key in base64url'))

export const addDevice = endpoint({
  method: 'POST',
  path: `${NOTIFICATIONS}/devices`,
  summary: 'Subscribe this browser to push messages; a repeated endpoint changes the device',
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
  summary: "Change which alerts one of the user's devices receives",
  access: 'member',
  body: v.object({ alerts: deviceAlerts }),
  reply: Device,
  errors: [404],
})

export const removeDevice = endpoint({
  method: 'DELETE',
  path: `${NOTIFICATIONS}/devices/:deviceId`,
  summary: "Unsubscribe one of the user's devices from push messages",
  access: 'member',
  reply: null,
  errors: [404],
})
