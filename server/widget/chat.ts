import type { Kysely, Selectable, Transaction } from 'kysely'
import type { BodyOutput } from '../../src/contract/endpoint.ts'
import type {
  ChatMessage,
  ChatOrigin,
  ChatSession,
  ChatUpdate,
  startChat,
} from '../../src/contract/widget.ts'
import { begin, respond, type Turn } from '../agent/respond.ts'
import { quickReplies } from '../agent/schedule/offer.ts'
import { isBusy } from '../agent/schedule/slots.ts'
import { type AgentContext, type AgentState, readState } from '../agent/state.ts'
import { lockOrganization } from '../api/lock-organization.ts'
import { Refusal } from '../api/refusal.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { leadEvent } from '../events.ts'
import { newId } from '../ids.ts'
import { bookingColumns, bookingEvent, busyStarts, visitorBooking } from './bookings.ts'
import { saveLead } from './chat-lead.ts'
import { type Draft, draftByModel } from './model-draft.ts'
import { businessOf } from './organization.ts'
import { hashToken, newToken, visitorConversation } from './visitor-conversation.ts'

/** Maximum number of messages, of both sides, in one conversation. */
export const MOST_MESSAGES = 500
/** Room for the agent's answers to one message. */
const ROOM_FOR_REPLIES = 4

const INCOMING = 'incoming'
const OUTGOING = 'outgoing'

type MessageRow = Selectable<Database['messages']>
const MESSAGE_COLUMNS = ['id', 'position', 'message_type', 'content', 'created_at'] as const
type ShownMessage = Pick<MessageRow, (typeof MESSAGE_COLUMNS)[number]>

const present = ({ id, message_type, content, created_at }: ShownMessage): ChatMessage => ({
  id,
  message_type,
  content,
  created_at: created_at.toISOString(),
})

export const unknownConversation = () => new Refusal(404, 'This conversation could not be found')

/**
 * Starts a conversation with the agent's greeting. Returns the token this one time; only its hash is stored.
 */
export async function startConversation(
  { db, clock }: Deps,
  organizationId: string,
  { page_url, ...origin }: BodyOutput<typeof startChat>,
): Promise<ChatSession> {
  const now = clock()
  const token = newToken()
  const id = newId('conv')
  const { state, replies, quickReplies } = begin({
    business: await businessOf(db, organizationId),
    now,
    busy: [],
  })
  const messages = await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('conversations')
      .values({
        id,
        organization_id: organizationId,
        visitor_token_hash: hashToken(token),
        state: JSON.stringify(state),
        page_url: withoutQuery(page_url),
        ...chatOrigin(origin),
        created_at: now,
        updated_at: now,
      })
      .execute()
    return storeMessages(tx, id, 0, now, replies.map(outgoing))
  })
  return {
    conversation_id: id,
    visitor_token: token,
    messages: messages.map(present),
    quick_replies: quickReplies,
    booking: null,
  }
}

/**
 * Returns all messages of the visitor's own conversation, oldest first. 404 for an unknown id and a wrong
 * token alike.
 */
export async function readConversation(deps: Deps, id: string, token: string): Promise<ChatUpdate> {
  const { db } = deps
  const conversation = await visitorConversation(db, id, token).executeTakeFirst()
  if (!conversation) throw unknownConversation()
  const rows = await db
    .selectFrom('messages')
    .select(MESSAGE_COLUMNS)
    .where('conversation_id', '=', id)
    .orderBy('position')
    .execute()
  const business = await businessOf(db, conversation.organization_id)
  return {
    messages: rows.map(present),
    quick_replies: quickReplies(readState(conversation.state), business),
    booking: await visitorBooking(db, id, deps.config.origins.widget),
  }
}

/**
 * Handles a visitor's message. Stores it, the agent's answer, the conversation's state, the lead, and a
 * booked call in one transaction, then returns what was stored. Messages of one conversation are serialized.
 * A repeated `client_id` returns the stored answer.
 */
export async function takeMessage(
  deps: Deps,
  id: string,
  token: string,
  message: { client_id: string; content: string },
): Promise<ChatUpdate> {
  const draft = await draftByModel(deps, id, token, message)
  const { stored, quickReplies, notifications } = await deps.db
    .transaction()
    .execute((tx) => exchange(tx, deps, id, token, message, draft))
  for (const notify of notifications) notify()
  return {
    messages: stored.map(present),
    quick_replies: quickReplies,
    booking: await visitorBooking(deps.db, id, deps.config.origins.widget),
  }
}

interface Exchange {
  stored: ShownMessage[]
  quickReplies: string[]
  /** Notifies this companion's subscribers after the commit. */
  notifications: (() => void)[]
}

async function exchange(
  tx: Transaction<Database>,
  { clock, config, events }: Deps,
  id: string,
  token: string,
  message: { client_id: string; content: string },
  draft: Draft | null,
): Promise<Exchange> {
  const now = clock()
  const { widget } = config.origins
  const conversation = await visitorConversation(tx, id, token).forUpdate().executeTakeFirst()
  if (!conversation) throw unknownConversation()
  const organizationId = conversation.organization_id
  const business = await businessOf(tx, organizationId)
  const before = readState(conversation.state)

  const { count, known } = await positions(tx, id, message.client_id)
  if (known !== null) {
    const stored = await exchangeAt(tx, id, known)
    return { stored, quickReplies: quickReplies(before, business), notifications: [] }
  }
  if (count > MOST_MESSAGES - ROOM_FOR_REPLIES) {
    throw new Refusal(409, 'This conversation is full. Please start a new chat')
  }

  // The lead decides what is booked, because its owner may have changed it.
  before.booked = (await visitorBooking(tx, id, widget))?.start_time ?? null
  const busy = await busyStarts(tx, organizationId, now, id)
  // A draft is outdated if something else was said after it.
  const drafted = draft?.count === count ? draft.turn : null
  const turn = await settledTurn(tx, conversation, { business, now, busy }, before, message.content, drafted)

  const incoming = { message_type: INCOMING, content: message.content, client_id: message.client_id }
  const stored = await storeMessages(tx, id, count, now, [incoming, ...turn.replies.map(outgoing)])
  await tx
    .updateTable('conversations')
    .set({ state: JSON.stringify(turn.state), updated_at: now })
    .where('id', '=', id)
    .execute()
  const booking = turn.booking && (await bookingColumns(tx, id, turn.booking, widget, now))
  const facts = { before: before.known, after: turn.extracted }
  const lead = await saveLead(tx, conversation, facts, booking, now)
  const leadEvents = [lead && leadEvent(lead), booking && (await bookingEvent(tx, id))].filter(
    (event) => event !== null,
  )
  const notifications: Exchange['notifications'] = []
  for (const event of leadEvents) notifications.push(await events.publishWithin(tx, organizationId, event))
  return { stored, quickReplies: turn.quickReplies, notifications }
}

/**
 * Returns the agent's turn with a valid booking. Bookings of one organization are serialized; if the slot is
 * gone, the agent answers again, knowing that.
 */
async function settledTurn(
  tx: Transaction<Database>,
  conversation: { id: string; organization_id: string },
  context: AgentContext,
  before: AgentState,
  content: string,
  drafted: Turn | null,
): Promise<Turn> {
  const turn = drafted ?? respond(context, before, content)
  if (turn.booking?.kind !== 'book') return turn
  await lockOrganization(tx, conversation.organization_id)
  const busy = await busyStarts(tx, conversation.organization_id, context.now, conversation.id)
  return isBusy(busy, turn.booking.start) ? respond({ ...context, busy }, before, content) : turn
}

/** Returns the number of messages in a conversation, and the position of the named one, if any. */
async function positions(
  db: Kysely<Database>,
  conversationId: string,
  clientId: string,
): Promise<{ count: number; known: number | null }> {
  const { last, known } = await db
    .selectFrom('messages')
    .select(({ fn }) => [
      fn.max<number | null>('position').as('last'),
      fn.max<number | null>('position').filterWhere('client_id', '=', clientId).as('known'),
    ])
    .where('conversation_id', '=', conversationId)
    .executeTakeFirstOrThrow()
  return { count: last === null ? 0 : last + 1, known }
}

/** Returns the visitor's message at a position with the answers that follow it. */
async function exchangeAt(
  db: Kysely<Database>,
  conversationId: string,
  position: number,
): Promise<ShownMessage[]> {
  const rows = await db
    .selectFrom('messages')
    .select(MESSAGE_COLUMNS)
    .where('conversation_id', '=', conversationId)
    .where('position', '>=', position)
    .orderBy('position')
    .limit(1 + ROOM_FOR_REPLIES)
    .execute()
  const next = rows.findIndex((row, index) => index > 0 && row.message_type === INCOMING)
  return next === -1 ? rows : rows.slice(0, next)
}

interface NewMessage {
  message_type: string
  content: string
  client_id: string | null
}

function outgoing(content: string): NewMessage {
  return { message_type: OUTGOING, content, client_id: null }
}

async function storeMessages(
  db: Kysely<Database>,
  conversationId: string,
  position: number,
  now: Date,
  messages: readonly NewMessage[],
): Promise<ShownMessage[]> {
  return db
    .insertInto('messages')
    .values(
      messages.map((message, index) => ({
        ...message,
        id: newId('msg'),
        conversation_id: conversationId,
        position: position + index,
        created_at: now,
      })),
    )
    .returning(MESSAGE_COLUMNS)
    .execute()
}

/** Returns the page's URL without what may identify a person: query, fragment, and credentials. */
function withoutQuery(url: string | undefined): string | null {
  const parsed = url && URL.canParse(url) ? new URL(url) : null
  return parsed && /^https?:$/.test(parsed.protocol) ? `${parsed.origin}${parsed.pathname}` : null
}

/** Returns what of a chat's origin is stored: texts that are not blank, and a path without what may identify a person. */
function chatOrigin({ page, utm_source, utm_medium, utm_campaign }: ChatOrigin) {
  const path = page?.split(/[?#]/)[0]?.trim() ?? ''
  return {
    page: path.startsWith('/') ? path : null,
    utm_source: utm_source?.trim() || null,
    utm_medium: utm_medium?.trim() || null,
    utm_campaign: utm_campaign?.trim() || null,
  }
}
