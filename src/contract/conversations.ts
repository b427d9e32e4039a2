import * as v from 'valibot'
import { AppointmentKind } from './appointments.ts'
import { AnsweredCall } from './calls.ts'
import { endpoint } from './endpoint.ts'
import { ClientId, Instant, integerIn, limitTo, text } from './fields.ts'
import { LIMITS } from './limits.ts'
import { Photo } from './photos.ts'
import { tolerant } from './tolerance.ts'
import { ThreadTranslation } from './translation.ts'

/** Who answers a conversation: the agent, the agent until a person takes over, a member, or no one anymore. */
export const CONVERSATION_STATUSES = ['agent', 'needs_person', 'person', 'closed'] as const
export type ConversationStatus = (typeof CONVERSATION_STATUSES)[number]

/**
 * Why a person is needed, most important first: an emergency, a possible danger, something that can't wait, a complaint,
 * a request for a person, a message for the team while the agent is paused, or an unanswered question.
 */
export const NEEDS = [
  'emergency',
  'danger',
  'urgent',
  'complaint',
  'deletion',
  'opt_out',
  'asked',
  'message',
  'unanswered',
] as const
export type Needs = (typeof NEEDS)[number]

export const MESSAGE_AUTHORS = ['visitor', 'agent', 'person'] as const
export type MessageAuthor = (typeof MESSAGE_AUTHORS)[number]

/** `note` is internal: visitors and the agent never see it. */
export const MESSAGE_TYPES = ['incoming', 'outgoing', 'note'] as const
export type MessageType = (typeof MESSAGE_TYPES)[number]

const nullableText = v.nullable(v.string())

/**
 * A conversation as listed in the inbox. `name` is the lead's display name, or else the name that the visitor gave. If
 * there is no name, `city` or `page` (the path of the website's page) describes the visitor. `taken_at` is the time
 * when the answering member took over or last replied. `last_author` and `last_excerpt` (at most 200 characters)
 * describe the last message between the visitor and the business; while `needs` is set, the visitor's last message, or
 * the one about a danger or about what can't wait. `phone` is the number at which to call; null if there is none, or if
 * the visitor asked not to be contacted.
 * `unread` counts the visitor's messages that no member has read. `is_test` is whether a member tried the agent in the
 * console's preview. `waiting_since` is since when a person has been needed; null in other states. Later versions can add
 * states, reasons, and channels.
 */
export const InboxConversation = tolerant(
  v.object({
    id: v.string(),
    channel: v.string(),
    status: v.string(),
    needs: nullableText,
    taken_by: nullableText,
    taken_by_name: nullableText,
    taken_at: v.nullable(Instant),
    name: nullableText,
    city: nullableText,
    page: nullableText,
    lead_id: nullableText,
    lead_status: nullableText,
    phone: v.optional(nullableText),
    booking_start_time: v.nullable(Instant),
    booking_kind: v.optional(v.nullable(AppointmentKind)),
    booking_minutes: v.optional(v.nullable(v.number())),
    last_message_at: Instant,
    last_excerpt: v.string(),
    last_author: v.string(),
    unread: v.number(),
    is_test: v.optional(v.boolean()),
    waiting_since: v.optional(v.nullable(Instant)),
    created_at: Instant,
  }),
  {
    defaults: ({ created_at, last_message_at }) => ({
      channel: 'website_chat',
      status: 'agent',
      needs: null,
      taken_by: null,
      taken_by_name: null,
      taken_at: null,
      name: null,
      city: null,
      page: null,
      lead_id: null,
      lead_status: null,
      booking_start_time: null,
      last_message_at: created_at ?? '',
      last_excerpt: '',
      last_author: 'visitor',
      unread: 0,
      created_at: last_message_at ?? '',
    }),
  },
)
export type InboxConversation = v.InferOutput<typeof InboxConversation>

/**
 * A message as members see it. `position` counts from 0. `author_name` is the member's name, if known. `client_id` is
 * the id that the sender assigned, if any. `content` is empty if the visitor sent only photos. `has_trace` is whether
 * `readMessageTrace` says why the agent wrote the message and those that follow it up to the visitor's next one.
 * `unheard` is what a caller didn't hear of a spoken message, because they interrupted it.
 */
export const InboxMessage = tolerant(
  v.object({
    id: v.string(),
    position: v.number(),
    message_type: v.string(),
    author: v.string(),
    author_name: nullableText,
    content: v.string(),
    client_id: nullableText,
    photos: v.array(Photo),
    has_trace: v.boolean(),
    unheard: v.optional(nullableText),
    created_at: Instant,
  }),
  {
    defaults: ({ message_type }) => ({
      id: '',
      position: 0,
      message_type: '',
      author: message_type === 'incoming' ? 'visitor' : 'agent',
      author_name: null,
      content: '',
      client_id: null,
      photos: [],
      has_trace: false,
      created_at: '',
    }),
  },
)
export type InboxMessage = v.InferOutput<typeof InboxMessage>

/**
 * The cap on `needs_person` and `unread` in {@link Inbox}: this value means this many or more. `needs_person` counts
 * the visitors who are waiting for a person now. It excludes visitors with an `unanswered` question who have a lead,
 * because the team calls them anyway. The filter of the same name includes them. Neither the counts nor the filters of
 * these names include tests.
 */
export const MOST_COUNTED = 100

/** `cursor` requests the next conversations. It is null if there are no more. */
export const Inbox = tolerant(
  v.object({
    conversations: v.array(InboxConversation),
    cursor: nullableText,
    needs_person: v.number(),
    unread: v.number(),
  }),
  { defaults: () => ({ conversations: [], cursor: null, needs_person: 0, unread: 0 }) },
)
export type Inbox = v.InferOutput<typeof Inbox>

/** The maximum and default number of conversations per response. */
export const INBOX_LIMIT = { most: 100, usual: 30 } as const

const only = v.optional(v.picklist(['true']))

/**
 * `mine` selects the conversations that the user answers, `lead` those with a lead, and `test` the tests. `q` searches
 * the messages for whole words and word prefixes.
 */
export const InboxQuery = v.object({
  needs_person: only,
  unread: only,
  mine: only,
  lead: only,
  test: only,
  channel: v.optional(text(LIMITS.name)),
  q: v.optional(text(LIMITS.line)),
  cursor: v.optional(text(LIMITS.name)),
  limit: v.optional(limitTo(INBOX_LIMIT.most)),
})
export type InboxQuery = v.InferOutput<typeof InboxQuery>

/**
 * The query for the conversations that need a person, up to the cap on the count. Every screen of the console uses it.
 */
export const WAITING = { needs_person: 'true', limit: String(MOST_COUNTED) } as const satisfies InboxQuery

/**
 * The query for the tests that can be deleted together. An API that doesn't know `test` returns other conversations
 * too.
 */
export const TESTS = { test: 'true', limit: String(INBOX_LIMIT.most) } as const satisfies InboxQuery

const CONVERSATIONS = '/api/v1/organizations/:orgId/conversations'
const CONVERSATION = `${CONVERSATIONS}/:conversationId` as const

export const listConversations = endpoint({
  method: 'GET',
  path: CONVERSATIONS,
  summary: 'List the conversations in which a visitor has written, latest message first',
  access: 'member',
  scope: 'conversations:read',
  query: InboxQuery,
  reply: Inbox,
})

const Thread = { conversation: InboxConversation, messages: v.array(InboxMessage) }

/**
 * Whether the visitor is at the chat, in any visible tab, or when the last one closed (null if unknown); and the
 * positions of the last messages that the visitor's browser has received and the visitor has read.
 */
const presenceFields = {
  is_here: v.boolean(),
  left_at: v.nullable(Instant),
  received_position: v.nullable(v.number()),
  read_position: v.nullable(v.number()),
  read_at: v.nullable(Instant),
}
const VisitorPresence = v.object(presenceFields)
export type VisitorPresence = v.InferOutput<typeof VisitorPresence>

const NO_PRESENCE: VisitorPresence = {
  is_here: false,
  left_at: null,
  received_position: null,
  read_position: null,
  read_at: null,
}

/** After how many minutes an unread reply is mailed to a visitor. */
export const REPLY_MAIL_MINUTES = 5

/**
 * What happens with a reply that the visitor doesn't read: it is mailed to `reply_email` after `REPLY_MAIL_MINUTES`
 * (`email`), or not: a mail about earlier unread replies is already out (`emailed`) or failed (`failed`), the visitor has given no address
 * (`no_address`), has unsubscribed (`unsubscribed`), or asked for no contact (`no_contact`); a test sends nothing
 * (`test`); or email is not set up (`unavailable`). A visitor who texts gets it as a text at `reply_phone`, a number as people write it (`text`),
 * unless that number has stopped texts (`texts_stopped`).
 */
export const REPLY_WAYS = [
  'email',
  'emailed',
  'failed',
  'no_address',
  'unsubscribed',
  'no_contact',
  'test',
  'unavailable',
  'text',
  'texts_stopped',
] as const
export type ReplyWay = (typeof REPLY_WAYS)[number]

/** Members see this about a visitor. Later versions can add ways. */
const ThreadVisitor = tolerant(
  v.object({
    ...presenceFields,
    reply_way: v.string(),
    reply_email: nullableText,
    reply_phone: nullableText,
  }),
  { defaults: () => ({ ...NO_PRESENCE, reply_way: '', reply_email: null, reply_phone: null }) },
)
export type ThreadVisitor = v.InferOutput<typeof ThreadVisitor>

/**
 * `translation` is null if the API translates no messages, `visitor` if it knows nothing about visitors' presence, and
 * `calls` if its agent answers none.
 */
export const InboxThread = tolerant(
  v.object({
    ...Thread,
    translation: v.nullable(ThreadTranslation),
    visitor: v.optional(v.nullable(ThreadVisitor)),
    calls: v.optional(v.nullable(v.array(AnsweredCall))),
  }),
  { defaults: () => ({ translation: null }) },
)
export type InboxThread = v.InferOutput<typeof InboxThread>

export const readInboxConversation = endpoint({
  method: 'GET',
  path: CONVERSATION,
  summary: 'Get a conversation with its messages and notes, oldest first',
  access: 'member',
  scope: 'conversations:read',
  reply: InboxThread,
  errors: [404],
})

/**
 * `take` takes over the conversation even if another member answers it. Without it, the response is 409 in that case.
 */
const Take = { take: v.optional(v.boolean()) }

/** The body of the 409 response if another member is answering the conversation. */
export const TakenConflict = v.object({
  message: v.string(),
  details: v.object({ taken_by: v.string(), taken_by_name: nullableText }),
})

/** A reply to the visitor, or an internal note. */
export const InboxPost = v.object({
  client_id: ClientId,
  message_type: v.picklist(['outgoing', 'note']),
  content: v.pipe(
    text(LIMITS.message),
    v.check((content) => content.trim() !== '', 'A message cannot be empty'),
  ),
  ...Take,
})
export type InboxPost = v.InferOutput<typeof InboxPost>

export const postInboxMessage = endpoint({
  method: 'POST',
  path: `${CONVERSATION}/messages`,
  summary: 'Add a note, or reply to the visitor, which takes over from the agent; a repeated id adds none',
  access: 'member',
  scope: 'conversations:write',
  creates: true,
  body: InboxPost,
  reply: v.object({ conversation: InboxConversation, message: InboxMessage }),
  errors: [404, 409],
})

export const takeOver = endpoint({
  method: 'POST',
  path: `${CONVERSATION}/takeover`,
  summary: 'Take over a conversation from the agent',
  access: 'member',
  scope: 'conversations:write',
  body: v.object(Take),
  reply: InboxConversation,
  errors: [404, 409],
})

export const handBack = endpoint({
  method: 'POST',
  path: `${CONVERSATION}/handback`,
  summary: 'Hand a conversation back to the agent',
  access: 'member',
  scope: 'conversations:write',
  reply: InboxConversation,
  errors: [404],
})

export const closeConversation = endpoint({
  method: 'POST',
  path: `${CONVERSATION}/close`,
  summary: 'Close a conversation; a new message reopens it',
  access: 'member',
  scope: 'conversations:write',
  reply: InboxConversation,
  errors: [404],
})

export const showTyping = endpoint({
  method: 'POST',
  path: `${CONVERSATION}/typing`,
  summary: 'Show the visitor that the member is typing',
  access: 'member',
  reply: null,
  errors: [404],
})

export const markRead = endpoint({
  method: 'POST',
  path: `${CONVERSATION}/read`,
  summary: 'Mark messages as read up to a position',
  access: 'member',
  scope: 'conversations:write',
  body: v.object({ position: integerIn({ min: 0, max: 1_000_000 }) }),
  reply: InboxConversation,
  errors: [404],
})

/** `transcript` is the conversation as plain text. */
export const ConversationExport = tolerant(v.object({ ...Thread, transcript: v.string() }), {
  defaults: () => ({ transcript: '' }),
})
export type ConversationExport = v.InferOutput<typeof ConversationExport>

export const exportConversation = endpoint({
  method: 'GET',
  path: `${CONVERSATION}/transcript`,
  summary: 'Export a conversation with its messages and notes, as data and as text',
  access: 'member',
  scope: 'conversations:read',
  reply: ConversationExport,
  errors: [404],
})

export const eraseVisitor = endpoint({
  method: 'DELETE',
  path: `${CONVERSATION}/visitor`,
  summary:
    'Erase a visitor: the conversation with messages and notes, and the lead with booking, history, and tasks',
  access: 'member',
  reply: null,
  errors: [404],
})

export const deleteConversation = endpoint({
  method: 'DELETE',
  path: CONVERSATION,
  summary: 'Erase a conversation with its messages and notes, but keep its lead, unless it is a test',
  access: 'member',
  reply: null,
  errors: [404],
})
