import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { AppointmentKind } from '../../src/contract/appointments.ts'
import type { CallOutcome } from '../../src/contract/calls.ts'
import type {
  ConversationStatus,
  MessageAuthor,
  MessageType,
  Needs,
} from '../../src/contract/conversations.ts'
import type { ExtractedMetadata, Lead } from '../../src/contract/leads.ts'
import type { Pauses } from '../../src/contract/pauses.ts'
import type { ProfileUpdate } from '../../src/contract/profile.ts'
import type { AgentTrace } from '../../src/contract/trace.ts'
import type {
  CalendarConnectionsTable,
  CalendarEventsTable,
  CalendarFeedsTable,
  CalendarSourcesTable,
  PastBookingsTable,
} from './calendar-schema.ts'
import type { HubspotConnectionsTable, HubspotLinksTable, HubspotTransfersTable } from './hubspot-schema.ts'
import type { JournalEntriesTable, JournalSaltTable, OptOutHashesTable } from './journal-schema.ts'
import type { LeadImportRowsTable, LeadImportsTable } from './lead-import-schema.ts'
import type {
  AlertRecipientsTable,
  CodeRequestsTable,
  EmailOptOutsTable,
  ErasedMailsTable,
  LandlinesTable,
  NotificationSettingsTable,
  NotificationsTable,
  PushDevicesTable,
  SentMessagesTable,
  ServerKeysTable,
  SmsConsentsTable,
  SmsOptOutsTable,
} from './notification-schema.ts'
import type { NullableTimestamp, Timestamp } from './timestamp.ts'
import type {
  ApiKeysTable,
  WebhookDeliveriesTable,
  WebhookEndpointsTable,
  WebhookEventsTable,
} from './webhook-schema.ts'

type StoredPauses = Partial<Pauses>

export interface OrganizationsTable {
  id: string
  name: string
  subscription_status: string | null
  plan: string | null
  trial_ends_at: NullableTimestamp
  created_at: Timestamp
  /** When the identity provider last changed the name. */
  named_at: NullableTimestamp
  /** The id of the first lead that came from a test, even if it was removed; null until there is one. */
  first_test_lead: string | null
  /** The last pause of each, which can have ended. */
  pauses: ColumnType<StoredPauses, string | undefined, string>
}

export interface ProfilesTable {
  organization_id: string
  /** The fields that were set; the contract's defaults apply to the others. */
  fields: JSONColumnType<ProfileUpdate>
  updated_at: Timestamp
}

export interface OnboardingStepsTable {
  organization_id: string
  step: number
  completed_at: Timestamp
}

type Times = 'answered_at' | 'automatic_at' | 'booking_start_time' | 'created_at' | 'updated_at'

/** The lead of the contract, with its times in the database's types. */
export interface LeadsTable
  extends Omit<Lead, Times | 'booking_kind' | 'booking_minutes' | 'extracted_metadata' | 'is_test'> {
  organization_id: string
  /** Whether it came from a test; see `ConversationsTable`. */
  is_test: Generated<boolean>
  /** When the system set the status; null if a person did. All changes of one run have the same time. */
  automatic_at: NullableTimestamp
  answered_at: NullableTimestamp
  booking_start_time: NullableTimestamp
  /** What the lead's appointment is, and how long it takes. Set when it is booked. */
  booking_kind: Generated<AppointmentKind>
  booking_minutes: Generated<number>
  created_at: Timestamp
  updated_at: Timestamp
  extracted_metadata: JSONColumnType<ExtractedMetadata> | null
  /** The id of the transaction that last changed the row; a trigger sets it. */
  changed_in: Generated<number>
}

/** Ids of removed leads, so that consoles can remove them too; a trigger inserts them. */
export interface LeadRemovalsTable {
  organization_id: string
  lead_id: string
  removed_in: number
  removed_at: Timestamp
}

/** An event in the history of a lead (src/contract/activity.ts). */
export interface LeadActivityTable {
  organization_id: string
  id: string
  lead_id: string
  /** The order of events with the same time. */
  position: Generated<number>
  type: string
  at: Timestamp
  actor_kind: string
  actor_id: string | null
  data: JSONColumnType<Record<string, unknown>>
}

export interface TasksTable {
  organization_id: string
  id: string
  lead_id: string
  text: string
  due_at: Timestamp
  done_at: NullableTimestamp
  created_at: Timestamp
  updated_at: Timestamp
}

export interface ConversationsTable {
  id: string
  organization_id: string
  /** SHA-256 of the visitor's token, hex; null for conversations that no browser can continue. */
  visitor_token_hash: string | null
  state: JSONColumnType<Record<string, unknown>>
  page_url: string | null
  page: string | null
  utm_source: string | null
  utm_medium: string | null
  utm_campaign: string | null
  /** Where the visitor last wrote or spoke: `website_chat`, `sms`, or `phone`. Replies to the last two go by text. */
  channel: Generated<string>
  /** The visitor's number (E.164), if the visitor has texted or called. */
  text_phone: Generated<string | null>
  status: Generated<ConversationStatus>
  /** Why a person is needed; null in other states. */
  needs: Needs | null
  /** The member who answers; null in other states. */
  taken_by: string | null
  taken_by_name: string | null
  /** When the member took over or last replied. */
  taken_at: NullableTimestamp
  /** The last message between visitor and business; null until the visitor has written. */
  last_message_at: NullableTimestamp
  last_excerpt: string | null
  last_author: MessageAuthor | null
  /** Since when a person is needed; null in other states. A trigger sets it. */
  waiting_since: Generated<Date | null>
  /** The number of the visitor's messages that no member has read. */
  unread: Generated<number>
  /** Whether a member tried the agent with a preview pass. Tests are marked everywhere, and counted nowhere. */
  is_test: Generated<boolean>
  created_at: Timestamp
  updated_at: Timestamp
}

/** Whether a visitor is at the chat, and what the visitor has received and read. */
export interface VisitorPresenceTable {
  conversation_id: string
  organization_id: string
  /** The visible tabs, with the times until which they count, in milliseconds since 1970. */
  tabs: JSONColumnType<Record<string, number>>
  /** The latest of these times; null once all have passed. */
  here_until: NullableTimestamp
  /** When the visitor was last known to be at the chat. */
  seen_at: NullableTimestamp
  received_position: number | null
  read_position: number | null
  /** When `read_position` last changed. */
  read_at: NullableTimestamp
}

export interface MessagesTable {
  id: string
  organization_id: string
  conversation_id: string
  /** Position within the conversation, from 0. */
  position: number
  /** `incoming`, `outgoing`, or `note`, which only members see. */
  message_type: MessageType
  author: MessageAuthor
  /** The member's name; null if the server does not know it. */
  author_name: string | null
  content: string
  /** The client's id for the message, unique per author, which prevents duplicates. */
  client_id: string | null
  /** What the caller didn't hear of a spoken message, because they interrupted it; null if nothing. */
  unheard: Generated<string | null>
  /** Why the agent wrote its messages of this turn, on the first of them; for members only. */
  trace: JSONColumnType<AgentTrace> | null
  created_at: Timestamp
}

/** A text that waits until its sender has said which business it is for, and then for its answer. */
export interface WaitingText {
  /** Twilio's ID of it. */
  sid: string
  text: string
  media: string[]
  /** When it arrived, in ISO 8601 format; then when it became known which business it is for. */
  at: string
  /** The organization that it is for, once that is known. */
  to?: string
  /** Whether it was sent to the organization's own number, whose account has its files. */
  isOwn?: boolean
}

/** What a number was asked about its texts, and which business it has chosen. */
/** A call that the agent answers. */
export interface CallsTable {
  /** The carrier's ID of it. */
  id: string
  organization_id: string
  conversation_id: string
  /** The caller's number in E.164 format; null if it is hidden, or may not be the caller's. */
  phone: string | null
  /** The number that was called, in E.164 format; empty if unknown. */
  number: string
  /** Whether it came to the business's own number, whose account signs what the carrier sends. */
  is_own: boolean
  /** Whether a member tries the agent: no carrier takes part, and nobody else learns of it. */
  is_test: Generated<boolean>
  /** SHA-256 of the token of the next connection, hex; null once it is used. */
  ticket_hash: string | null
  /** The ID of the connection that leads the call. An older one must not go on. */
  connection: string | null
  /** How far the call is (server/voice/call-state.ts). */
  state: JSONColumnType<Record<string, unknown>>
  started_at: Timestamp
  /** When something was last said. */
  active_at: Timestamp
  ended_at: NullableTimestamp
  /** How long it took; null while it goes on. */
  seconds: number | null
  outcome: CallOutcome | null
  summary: string | null
}

/** A business's own number, whose missed calls are forwarded to this server. */
export interface PhoneLinesTable {
  /** In E.164 format. */
  phone: string
  organization_id: string
  connected_at: Timestamp
}

/** A text number that a business has at Twilio itself. */
export interface OwnNumbersTable {
  organization_id: string
  /** In E.164 format. */
  phone: string
  carrier: Generated<'twilio' | 'telnyx'>
  /** The account at Twilio; null at Telnyx. */
  account_sid: string | null
  /** The key with which Telnyx signs the account's webhooks, 32 bytes in base64; null at Twilio. */
  public_key: string | null
  /** The carrier's ID of the number. */
  number_sid: string
  /** The account's auth token at Twilio, or API key at Telnyx, sealed (server/base/secrets.ts). */
  sealed: string
  connected_at: Timestamp
  /** Why the carrier refuses to send from it, or reports no texts here; null while all is well. */
  trouble: string | null
  last_text_at: NullableTimestamp
  last_call_at: NullableTimestamp
}

export interface MissedCallsTable {
  /** Twilio's ID of the call. */
  id: string
  organization_id: string
  /** The caller's number in E.164 format; empty if it is hidden. */
  phone: string
  is_texted: boolean
  at: Timestamp
}

export interface TextRoutesTable {
  /** In E.164 format. */
  phone: string
  /** The chosen organization, and since when. */
  organization_id: string | null
  chosen_at: NullableTimestamp
  /** The organizations in the order of the last question, if it is open. */
  asked: JSONColumnType<string[]>
  waiting: JSONColumnType<WaitingText[]>
  at: Timestamp
}

/** An alert about a conversation that a member can answer by text, from the number that got it. */
export interface TextAlertsTable {
  id: string
  organization_id: string
  conversation_id: string
  /** In E.164 format. */
  phone: string
  /** Two letters by which the number names it. */
  code: string
  /** Whether the visitor waited for a person. */
  is_waiting: boolean
  /** The position of the last message between visitor and business that the alert knows. */
  position: number
  /** The reply that the alert suggests; null if there is none. */
  suggestion: string | null
  opened_at: Timestamp
  /** When a member has handled it by text, and the name of the member. */
  handled_at: NullableTimestamp
  handled_by: string | null
  /** When this number was done with it. */
  closed_at: NullableTimestamp
  /** When this number and the visitor last wrote to each other; null if the number does not write to the visitor. */
  talked_at: NullableTimestamp
}

/** Times that a number can choose from, in ISO 8601 format, for an appointment. */
export interface OfferedSlots {
  starts: string[]
  kind: AppointmentKind
  minutes: number
  /** The position of the last message that their reader knows; missing in those of earlier versions. */
  position?: number
}

/** What a number that gets alerts is doing with its texts. */
export interface AlertTalksTable {
  /** In E.164 format. */
  phone: string
  organization_id: string | null
  /** `reply`, `slots`, or `customer`; null for nothing. */
  mode: 'reply' | 'slots' | 'customer' | null
  alert_id: string | null
  slots: JSONColumnType<OfferedSlots> | null
  /** Texts that may be a customer's. */
  waiting: JSONColumnType<WaitingText[]>
  /** The last texts, by Twilio's ID, that have arrived, and that were acted on. */
  taken: JSONColumnType<string[]>
  done: JSONColumnType<string[]>
  touched_at: Timestamp
}

/** A photo of a message. Its row exists before its files, so that no file is left behind. */
export interface PhotosTable {
  id: string
  organization_id: string
  conversation_id: string
  /** Null until a message contains it. */
  message_id: string | null
  /** The client's id for the upload, unique in the conversation. */
  client_id: string
  /** The name of its files in storage. */
  file: string
  width: number
  height: number
  /** The total size of both files. */
  bytes: number
  created_at: Timestamp
  /** When its files were complete; null until then. */
  stored_at: NullableTimestamp
}

/** Files of erased photos that are yet to be removed; a trigger inserts them. */
export interface PhotoRemovalsTable {
  file: string
  removed_at: Timestamp
  /** When the files were first removed. An upload can complete after that. */
  emptied_at: NullableTimestamp
}

export interface SavedRepliesTable {
  organization_id: string
  id: string
  title: string
  text: string
  created_at: Timestamp
  updated_at: Timestamp
}

export interface AskedQuestionsTable {
  organization_id: string
  id: string
  conversation_id: string
  /** Without people's phone numbers and addresses. */
  question: string
  /** The key that questions with the same meaning share. */
  meaning: string
  asked_at: Timestamp
}

export interface FaqsTable {
  id: string
  organization_id: string
  question: string
  answer: string
  order_index: number
}

export interface QualificationQuestionsTable {
  id: string
  organization_id: string
  question_text: string
  order_index: number
}

export interface IntegrationConnectionsTable {
  organization_id: string
  provider: string
  account: string | null
  connected_at: Timestamp
}

/** An upcoming integration that an organization has requested. */
export interface IntegrationRequestsTable {
  organization_id: string
  integration: string
  requested_by: string
  requested_at: Timestamp
}

export interface OauthStatesTable {
  state: string
  organization_id: string
  user_id: string
  provider: string
  return_to: string | null
  expires_at: Timestamp
}

export interface ServedSlugsTable {
  slug: string
  organization_id: string
  served_at: Timestamp
}

export interface PreviewPassesTable {
  /** SHA-256 of the pass, hex. */
  hash: string
  organization_id: string
  user_id: string
  /** When the token that requested the pass was issued. */
  issued_at: Timestamp
  expires_at: Timestamp
}

/** A plan that an organization has or had, as last reported by the identity provider. */
export interface SubscriptionItemsTable {
  organization_id: string
  id: string
  plan: string | null
  is_paid: boolean
  is_trial: boolean
  status: string
  period_end: NullableTimestamp
  changed_at: Timestamp
}

/** A membership, as last reported by the identity provider. */
export interface MembersTable {
  id: string
  organization_id: string
  user_id: string
  role: string
  name: string | null
  /** The account's email, if it was reported. */
  email: string | null
  changed_at: Timestamp
  removed_at: NullableTimestamp
}

/** A former admin, until the other admins have reviewed what the user created. */
export interface FormerAdminsTable {
  organization_id: string
  user_id: string
  since: Timestamp
}

/** Deleted organizations, so that late events do not recreate them. */
export interface DeletedOrganizationsTable {
  id: string
  deleted_at: Timestamp
}

export interface RateLimitsTable {
  key: string
  points: number
  /** Milliseconds since 1970. */
  expire: number | null
}

export interface JobClockTable {
  id: number
  seen_at: Timestamp
  trusted_at: Timestamp
}

/** All tables of the server. Ids are opaque text, times are `timestamptz`. */
export interface Database {
  organizations: OrganizationsTable
  profiles: ProfilesTable
  onboarding_steps: OnboardingStepsTable
  leads: LeadsTable
  lead_removals: LeadRemovalsTable
  lead_activity: LeadActivityTable
  tasks: TasksTable
  conversations: ConversationsTable
  messages: MessagesTable
  visitor_presence: VisitorPresenceTable
  text_routes: TextRoutesTable
  phone_lines: PhoneLinesTable
  own_numbers: OwnNumbersTable
  missed_calls: MissedCallsTable
  calls: CallsTable
  text_alerts: TextAlertsTable
  alert_talks: AlertTalksTable
  photos: PhotosTable
  photo_removals: PhotoRemovalsTable
  saved_replies: SavedRepliesTable
  asked_questions: AskedQuestionsTable
  faqs: FaqsTable
  qualification_questions: QualificationQuestionsTable
  integration_connections: IntegrationConnectionsTable
  integration_requests: IntegrationRequestsTable
  lead_imports: LeadImportsTable
  lead_import_rows: LeadImportRowsTable
  hubspot_connections: HubspotConnectionsTable
  hubspot_links: HubspotLinksTable
  hubspot_transfers: HubspotTransfersTable
  oauth_states: OauthStatesTable
  calendar_feeds: CalendarFeedsTable
  calendar_sources: CalendarSourcesTable
  calendar_connections: CalendarConnectionsTable
  calendar_events: CalendarEventsTable
  past_bookings: PastBookingsTable
  served_slugs: ServedSlugsTable
  rate_limits: RateLimitsTable
  preview_passes: PreviewPassesTable
  subscription_items: SubscriptionItemsTable
  members: MembersTable
  former_admins: FormerAdminsTable
  journal_entries: JournalEntriesTable
  journal_salt: JournalSaltTable
  opt_out_hashes: OptOutHashesTable
  deleted_organizations: DeletedOrganizationsTable
  job_clock: JobClockTable
  notification_settings: NotificationSettingsTable
  push_devices: PushDevicesTable
  notifications: NotificationsTable
  alert_recipients: AlertRecipientsTable
  code_requests: CodeRequestsTable
  sent_messages: SentMessagesTable
  erased_mails: ErasedMailsTable
  email_opt_outs: EmailOptOutsTable
  sms_consents: SmsConsentsTable
  sms_opt_outs: SmsOptOutsTable
  landlines: LandlinesTable
  server_keys: ServerKeysTable
  webhook_endpoints: WebhookEndpointsTable
  webhook_events: WebhookEventsTable
  webhook_deliveries: WebhookDeliveriesTable
  api_keys: ApiKeysTable
}
