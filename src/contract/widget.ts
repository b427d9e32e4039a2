import * as v from 'valibot'
import { AppointmentKind } from './appointments.ts'
import { endpoint } from './endpoint.ts'
import { Email, Id, Instant, integerIn, text } from './fields.ts'
import { LIMITS } from './limits.ts'
import { Photo } from './photos.ts'
import { BusinessDay } from './profile.ts'

/** The organization's public data, limited to what the widget shows. */
export const WidgetConfig = v.object({
  organization_id: v.string(),
  business_name: v.string(),
  agent_name: v.string(),
  welcome_heading: v.nullable(v.string()),
  welcome_tagline: v.nullable(v.string()),
  reply_time: v.nullable(v.string()),
  button_text: v.string(),
  closed_button_text: v.string(),
  widget_color: v.string(),
  /** The readable colors of the button and the chat's header, from `widget_color`. */
  colors: v.object({ background: v.string(), ink: v.string() }),
  bubble_position: v.string(),
  bubble_type: v.string(),
  bubble_launcher_title: v.string(),
  show_branding: v.boolean(),
  file_upload: v.boolean(),
  offline_message: v.nullable(v.string()),
  /** Whether the owner has paused the agent, so that the chat only takes messages. */
  is_paused: v.boolean(),
  business_hours: v.array(BusinessDay),
  timezone: v.string(),
  /** Ranges of calendar days, inclusive, in the coming months on which the business is closed. */
  closures: v.array(v.object({ from: v.string(), to: v.string() })),
  /** The times in the next two weeks at which the business is open, in order. */
  open_times: v.array(v.object({ from: Instant, to: Instant })),
  /** Whether visitors can request the conversation by email, and text messages about their call. */
  can_email: v.boolean(),
  can_text: v.boolean(),
})
export type WidgetConfig = v.InferOutput<typeof WidgetConfig>

/**
 * A message as a visitor's browser receives it; never a note. `position` increases within the conversation.
 * `author_name` is the first name of the person at the business who wrote the message, if known.
 */
export const ChatMessage = v.object({
  id: v.string(),
  position: v.number(),
  message_type: v.string(),
  author: v.string(),
  author_name: v.nullable(v.string()),
  content: v.string(),
  photos: v.array(Photo),
  created_at: Instant,
})
export type ChatMessage = v.InferOutput<typeof ChatMessage>

/** The visitor's booked estimate call, with links to its page and its calendar file. */
export const VisitorBooking = v.object({
  start_time: Instant,
  kind: AppointmentKind,
  page_url: v.string(),
  calendar_url: v.string(),
})
export type VisitorBooking = v.InferOutput<typeof VisitorBooking>

/** A change of the visitor's call that the business made: the new start, or the start of the canceled call. */
export const CallNews = v.object({
  type: v.picklist(['moved', 'canceled']),
  start_time: Instant,
  kind: AppointmentKind,
})
export type CallNews = v.InferOutput<typeof CallNews>

/**
 * Who answers: `status` is `agent`, `person` (with the first name in `person_name`), or `closed`. `seen_position` is
 * the position of the visitor's last message that a member has read, or null if there is none. `call_news` is the last
 * change of the call, if the business made it; null if the visitor did, or if there is none.
 */
const standing = {
  status: v.string(),
  person_name: v.nullable(v.string()),
  seen_position: v.nullable(v.number()),
  call_news: v.nullable(CallNews),
}

/**
 * The form control for the agent's question. Its value is sent as an ordinary message, and visitors can also answer in
 * their own words. `suggests` is whether {@link suggestAddresses} completes the address. Later versions can add kinds.
 */
export const ChatControl = v.variant('kind', [
  v.object({ kind: v.picklist(['name', 'phone_or_email', 'phone', 'email']) }),
  v.object({ kind: v.literal('address'), suggests: v.boolean() }),
])
export type ChatControl = v.InferOutput<typeof ChatControl>

/**
 * The messages, quick replies, form control, booked call, and who answers. `language` is the language of the agent's
 * next message: `en` or `es`.
 */
export const ChatUpdate = v.object({
  messages: v.array(ChatMessage),
  quick_replies: v.array(v.string()),
  control: v.nullable(ChatControl),
  language: v.string(),
  booking: v.nullable(VisitorBooking),
  ...standing,
})
export type ChatUpdate = v.InferOutput<typeof ChatUpdate>

/** The visitor's own conversation. Only the holder of `visitor_token` can read and write it. */
export const ChatSession = v.object({
  conversation_id: v.string(),
  visitor_token: v.string(),
  ...ChatUpdate.entries,
})
export type ChatSession = v.InferOutput<typeof ChatSession>

/** `pass` comes from `createPreviewPass`. The chat is then a test, also if the widget is not live. */
const query = v.object({ pass: v.optional(text(LIMITS.line)) })

/**
 * `org` is the organization's id, or the slug of its business name. Responds with 409 if several organizations share
 * the slug, and with 403 on a website that the organization does not allow. This and the following endpoints respond
 * with 402 if the widget is not live (src/domain/billing/go-live.ts) and the call has no preview pass.
 */
export const getWidgetConfig = endpoint({
  method: 'GET',
  path: '/api/v1/widget/:org/config',
  summary: 'Get the public settings of the chat widget',
  access: 'public',
  query,
  reply: WidgetConfig,
  errors: [402, 403, 404, 409],
})

/** Where a chat started: the path of the website's page, and the campaign in the page's URL. */
export const ChatOrigin = v.object({
  page: v.optional(text(LIMITS.line)),
  utm_source: v.optional(text(LIMITS.line)),
  utm_medium: v.optional(text(LIMITS.line)),
  utm_campaign: v.optional(text(LIMITS.line)),
})
export type ChatOrigin = v.InferOutput<typeof ChatOrigin>

export const startChat = endpoint({
  method: 'POST',
  path: '/api/v1/widget/:org/conversations',
  summary: 'Start a conversation; returns the greeting',
  access: 'public',
  query,
  body: v.object({
    page_url: v.optional(text(LIMITS.url)),
    /** Plays a conversation by text, without a greeting. Only with a preview pass: 403 otherwise. */
    by_text: v.optional(v.boolean()),
    ...ChatOrigin.entries,
  }),
  reply: ChatSession,
  errors: [402, 403, 404, 409],
})

/** In this and the following endpoints, the visitor's token is sent as a Bearer token. */
export const getChat = endpoint({
  method: 'GET',
  path: '/api/v1/widget/conversations/:conversationId',
  summary: "Get the visitor's own conversation",
  access: 'public',
  query,
  reply: ChatUpdate,
  errors: [402, 404],
})

/** A message that contains text, uploaded photos (src/contract/photos.ts), or both. */
export const ChatPost = v.pipe(
  v.object({
    client_id: Id,
    content: v.pipe(
      v.string(),
      v.maxLength(LIMITS.message, `A message can hold ${LIMITS.message} characters`),
    ),
    photos: v.optional(
      v.pipe(v.array(Id), v.maxLength(LIMITS.photos, `A conversation can hold ${LIMITS.photos} photos`)),
    ),
  }),
  v.forward(
    v.check(
      ({ content, photos = [] }) => content.trim() !== '' || photos.length > 0,
      'A message cannot be empty',
    ),
    ['content'],
  ),
)
export type ChatPost = v.InferOutput<typeof ChatPost>

/** A text as a phone gets it, and into how many parts its carrier splits it, each of which is charged. */
export const PlayedText = v.object({ text: v.string(), segments: v.number() })
export type PlayedText = v.InferOutput<typeof PlayedText>

/** In a conversation that plays texts (`by_text`), `texts` are those that answer the message. */
export const ChatAnswer = v.object({ ...ChatUpdate.entries, texts: v.optional(v.array(PlayedText)) })
export type ChatAnswer = v.InferOutput<typeof ChatAnswer>

/**
 * `client_id` identifies the message, so that a repeated message is stored and answered only once. Responds with 409 if
 * the conversation has reached its maximum number of messages. The visitor can then start a new conversation.
 */
export const sendChatMessage = endpoint({
  method: 'POST',
  path: '/api/v1/widget/conversations/:conversationId/messages',
  summary: 'Send a message; returns the stored message and the agent’s replies',
  access: 'public',
  query,
  body: ChatPost,
  reply: ChatAnswer,
  errors: [402, 404, 409],
})

/** The path of the visitor's stream for a live conversation: server-sent events, one {@link ChatEvent} each. */
export const CHAT_EVENTS_PATH = '/api/v1/widget/conversations/:conversationId/events'

/**
 * An event of the visitor's stream: a message from the visitor, the agent, or a person; who answers and the booked
 * call, as in {@link ChatUpdate}; a person who is typing; part of an answer; or a heartbeat. A message's event id is its position.
 * A client that sends the id as `Last-Event-ID` receives the messages after it; a client that sends none receives all
 * messages.
 *
 * A `reply_part` contains the sentences written so far of the agent's answer. Its `text` replaces the text of the
 * previous part. The stored message, which begins with this text, replaces both. A client must discard the part when
 * the first message arrives whose position is at least the part's, when a person answers, when `text` is empty, or when
 * the stream breaks. Later versions can add types.
 */
export const ChatEvent = v.variant('type', [
  v.object({ type: v.literal('message'), message: ChatMessage }),
  v.object({ type: v.literal('status'), ...standing, booking: v.nullable(VisitorBooking) }),
  v.object({ type: v.literal('typing'), person_name: v.nullable(v.string()) }),
  v.object({ type: v.literal('reply_part'), position: v.number(), text: v.string() }),
  v.object({ type: v.literal('heartbeat') }),
])
export type ChatEvent = v.InferOutput<typeof ChatEvent>

export const sendChatTyping = endpoint({
  method: 'POST',
  path: '/api/v1/widget/conversations/:conversationId/typing',
  summary: 'Show the business that the visitor is typing',
  access: 'public',
  query,
  reply: null,
  errors: [402, 404],
})

/**
 * What one tab of a visitor's browser reports, for members only: whether the visitor sees the page, and the positions of
 * the last messages that the tab has received and the visitor has seen. A tab that is seen reports at least every minute.
 */
export const PresenceReport = v.object({
  tab: Id,
  is_here: v.boolean(),
  received_position: v.nullable(integerIn({ min: 0, max: 1_000_000 })),
  read_position: v.nullable(integerIn({ min: 0, max: 1_000_000 })),
})
export type PresenceReport = v.InferOutput<typeof PresenceReport>

export const reportPresence = endpoint({
  method: 'POST',
  path: '/api/v1/widget/conversations/:conversationId/presence',
  summary: 'Report whether the visitor sees the chat, and what the visitor has read',
  access: 'public',
  query,
  body: PresenceReport,
  reply: null,
  errors: [402, 404],
})

/**
 * Returns up to five addresses that complete the visitor's text. Returns none unless the agent asks for an address
 * ({@link ChatControl}), or if the map service fails.
 */
export const suggestAddresses = endpoint({
  method: 'POST',
  path: '/api/v1/widget/conversations/:conversationId/addresses',
  summary: 'Suggest addresses that complete a text',
  access: 'public',
  query,
  body: v.object({
    text: v.pipe(
      v.string(),
      v.trim(),
      v.minLength(LIMITS.addressSearch.min),
      v.maxLength(LIMITS.addressSearch.max),
    ),
  }),
  reply: v.object({ suggestions: v.array(v.string()) }),
  errors: [402, 404],
})

const visitorRequest = {
  method: 'POST',
  access: 'public',
  query,
  reply: null,
  errors: [402, 404, 409],
} as const

/** Responds with 409 if email is not set up, the visitor has not written anything, or the address has unsubscribed. */
export const emailTranscript = endpoint({
  ...visitorRequest,
  path: '/api/v1/widget/conversations/:conversationId/transcript',
  summary: 'Send the conversation so far to an email address',
  body: v.object({ email: Email }),
})

/**
 * The call records the visitor's consent to text messages about the estimate call; the server stores the time. Responds
 * with 409 if text messages are not set up, there is no booked call, or the number has opted out.
 */
export const wantTexts = endpoint({
  ...visitorRequest,
  path: '/api/v1/widget/conversations/:conversationId/texts',
  summary: 'Consent to text messages about the booked call; sends its confirmation',
  body: v.object({ phone: text(LIMITS.line) }),
})
