import type { Generated, JSONColumnType } from 'kysely'
import type {
  Channel,
  NotificationSettingsUpdate,
  PersonChannel,
} from '../../src/contract/notification-settings.ts'
import type { NotificationKind, NotificationStatus } from '../../src/contract/notifications.ts'
import type { NullableTimestamp, Timestamp } from './timestamp.ts'

export interface NotificationSettingsTable {
  organization_id: string
  /** The fields that were set; the contract's defaults apply to the others. */
  fields: JSONColumnType<NotificationSettingsUpdate>
  updated_at: Timestamp
}

/** A browser that receives push messages for a user. */
export interface PushDevicesTable {
  id: string
  organization_id: string
  user_id: string
  /** The session that subscribed, if the token contains one. */
  session_id: string | null
  name: string
  endpoint: string
  p256dh: string
  auth: string
  alerts: JSONColumnType<string[]>
  created_at: Timestamp
  last_sent_at: NullableTimestamp
  /** How many attempts in a row got no answer in time, and when the first of them failed. */
  timeouts: Generated<number>
  timed_out_since: Generated<Date | null>
}

/** A message to one recipient by one channel. */
export interface NotificationsTable {
  id: string
  /** The order of creation. */
  position: Generated<number>
  organization_id: string
  /** The occasion, such as `new_lead:lead_1`; unique per channel and recipient. */
  event: string
  kind: NotificationKind
  channel: Channel
  audience: 'owner' | 'visitor'
  person_id: string | null
  device_id: string | null
  /** An email address or E.164 number; null for push. */
  recipient: string | null
  recipient_name: string
  lead_id: string | null
  conversation_id: string | null
  /** Details of the occasion that can change before the notification is sent. */
  data: JSONColumnType<Record<string, unknown>>
  /** A random token for links and reports. */
  token: string
  status: NotificationStatus
  reason: string | null
  attempts: Generated<number>
  provider_id: string | null
  subject: string | null
  text: string | null
  html: string | null
  created_at: Timestamp
  /** The earliest time at which it may be sent; null means immediately. */
  due_at: NullableTimestamp
  /** When its job was queued. */
  released_at: NullableTimestamp
  sent_at: NullableTimestamp
  delivered_at: NullableTimestamp
  opened_at: NullableTimestamp
  failed_at: NullableTimestamp
  /** The digest that lists this notification, which was over a limit and is not sent itself. */
  digest_id: Generated<string | null>
}

/** An address or number that a member entered for alerts, and whether the person there has confirmed it. */
export interface AlertRecipientsTable {
  organization_id: string
  channel: PersonChannel
  /** An email address in lowercase, or an E.164 number. */
  address: string
  added_at: Timestamp
  confirmed_at: NullableTimestamp
  /** Until when it gets alerts without a confirmation. */
  alerts_until: NullableTimestamp
  /** When to send a code. Null if it was requested, or must not be sent. */
  code_due_at: NullableTimestamp
  /** The salt and hash of the last code that was sent. */
  hash: string | null
  code_expires_at: NullableTimestamp
  /** The number of codes that were entered since then. */
  attempts: Generated<number>
}

/** A request for a code. It survives the erasure of the organization's data, for a few days. */
export interface CodeRequestsTable {
  id: Generated<string>
  address_hash: string
  organization_hash: string
  at: Timestamp
}

/** What a trigger keeps of an erased mail, so that its unsubscribe link still works. */
export interface ErasedMailsTable {
  token_hash: string
  /** Its ID. It might be deleted. */
  organization: string
  audience: NotificationsTable['audience']
  /** The hash of the organization and the address, and of the address alone, as in `opt_out_hashes`. */
  own_hash: string
  all_hash: string
  /** When the mail was planned. */
  at: Timestamp
}

/** A message that was sent to an address or number. It survives the erasure of what it was about, for a few days. */
export interface SentMessagesTable {
  id: Generated<string>
  recipient_hash: string
  organization_hash: string
  channel: Channel
  /** `answer`: to a text that the server answered itself, or a member's answer to an alert. */
  audience: NotificationsTable['audience'] | 'answer'
  kind: NotificationKind
  /** The parts of a text from this server's number, which carriers charge; 0 for all other messages. */
  parts: Generated<number>
  at: Timestamp
}

export interface EmailOptOutsTable {
  /** Null for an opt-out from all mail of this server. */
  organization_id: string | null
  /** In lowercase. */
  email: string
  at: Timestamp
}

/** The source of a consent to text messages that a visitor gave; otherwise, it is a member's ID. */
export const VISITOR = 'visitor'

export interface SmsConsentsTable {
  organization_id: string
  phone: string
  /** Who gave the consent: a member's id, or `visitor`. */
  source: string
  at: Timestamp
  /** The lead whose visitor agreed. */
  lead_id: string | null
}

export interface SmsOptOutsTable {
  /** Null for an opt-out from all texts of this server's number, which organizations share. */
  organization_id: string | null
  phone: string
  at: Timestamp
  /** Whether the number was asked if it wants texts, and has not answered. */
  is_asked: Generated<boolean>
}

/** Numbers that can't receive texts. */
export interface LandlinesTable {
  phone: string
  at: Timestamp
}

/** Keys that the server generated for its own use. */
export interface ServerKeysTable {
  name: string
  value: JSONColumnType<Record<string, string>>
  created_at: Timestamp
}
