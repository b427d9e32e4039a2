import type { Kysely, Transaction } from 'kysely'
import type { LeadEvent } from '../../src/contract/events.ts'
import type { ChatPost, VisitorBooking } from '../../src/contract/widget.ts'
import { LEADS_CHANGED } from '../activity/leads-changed.ts'
import { askedIn } from '../agent/notes.ts'
import { quickReplies } from '../agent/schedule/offer.ts'
import { type AgentState, isStranger } from '../agent/state.ts'
import type { Turn } from '../agent/turn.ts'
import { bookingColumns, bookingEvent, visitorBooking } from '../calendars/bookings.ts'
import { confirmReservation, type Reservation } from '../calendars/reservation.ts'
import { noteAnswered } from '../conversations/answered.ts'
import { storeAsked } from '../conversations/asked-questions.ts'
import { publishChanged } from '../conversations/changed.ts'
import {
  byVisitor,
  lastMessage,
  noteOf,
  ofTurn,
  type StoredMessage,
  saidIn,
  storeMessages,
} from '../conversations/messages.ts'
import { answeredByAgent, type Holder, writtenToMember } from '../conversations/standing.ts'
import { announceTexts, TEXTED } from '../conversations/texted.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../kernel/deps.ts'
import { leadEvent } from '../kernel/events.ts'
import { askingOf } from './asking.ts'
import { type ChatLead, type LeadChange, saveLead } from './chat-lead.ts'
import { announceChat } from './chat-occasions.ts'
import { shownStanding } from './read-conversation.ts'
import { ROOM_FOR_REPLIES } from './room.ts'
import type { Situation } from './situation.ts'
import { stopMessages } from './stop-messages.ts'

/** A visitor's message with the agent's answer, as stored. */
export interface Exchange {
  stored: StoredMessage[]
  quickReplies: string[]
  asking: ReturnType<typeof askingOf>
  booking: VisitorBooking | null
  standing: Awaited<ReturnType<typeof shownStanding>>
  /** Whether the message booked a call that counts as new, and whether it is the reserved one. */
  hasNewCall: boolean
  isReserved: boolean
  /** Callbacks that notify this server's subscribers after the commit. */
  notifications: (() => void)[]
}

/** What is stored of a visitor's message. */
interface Outcome {
  message: ChatPost & { pieces?: readonly ChatPost[] }
  turn: Turn
  reservation: Reservation | null
  /** Where the message came from, and the answer goes. */
  channel: string
}

const piecesOf = (message: Outcome['message']): readonly ChatPost[] => message.pieces ?? [message]

const backNote = ({ name }: Holder) =>
  noteOf(
    'agent',
    `${name ?? 'The member who took over'} has not replied for a while, so the agent answers again.`,
  )

/**
 * Stores a visitor's message, the agent's turn, the conversation's state, the lead, and a booked call, and announces the
 * changes. The caller holds the conversation's lock, the situation is the current one, and the time of a booked call is
 * free.
 */
export async function storeExchange(
  tx: Transaction<Database>,
  deps: Deps,
  situation: Situation,
  outcome: Outcome,
): Promise<Exchange> {
  const { conversation, count, call, holder, idle, before } = situation
  const { message, turn, reservation, channel } = outcome
  const { clock, config, events, metrics } = deps
  const { id, organization_id: organizationId } = conversation
  const { widget } = config.origins
  const now = clock()
  const pieces = piecesOf(message)
  const stored = await storeMessages(tx, conversation, count, now, [
    ...(idle ? [backNote(idle)] : []),
    ...pieces.map(byVisitor),
    ...ofTurn(turn),
  ])
  const answered = (holder ? writtenToMember : answeredByAgent)(conversation, turn.needs)
  const changed = await tx
    .updateTable('conversations')
    .set({
      state: JSON.stringify(turn.state),
      ...answered,
      ...lastMessage(stored, answered?.needs),
      unread: conversation.unread + pieces.length,
      channel,
      updated_at: now,
    })
    .where('id', '=', id)
    .returning(['id', 'organization_id', 'status', 'needs', 'unread'])
    .executeTakeFirstOrThrow()
  const open = askedIn(turn.state.notes).slice(askedIn(before.notes).length)
  await storeAsked(tx, conversation, open, now)
  const calledBefore = call?.start_time ?? null
  const change = turn.booking
  const isBooked = change?.kind === 'book'
  const isAsked = isBooked && reservation?.start.getTime() === change.start.getTime()
  const held = isAsked ? reservation.held : null
  // A visitor who writes has read what came before.
  const isAnswered = await noteAnswered(tx, id, count)
  const booking = change && {
    ...(await bookingColumns(tx, id, change, widget, now, reservation?.bookingId)),
    ...held,
  }
  const { saved, hasNumber } = await saveFacts(tx, situation, outcome, booking, now)
  const lead = saved?.isNew ? saved : null
  if (turn.state.noContact && !before.noContact) await stopMessages(tx, id)
  if (reservation && held) await confirmReservation(tx, reservation)
  const unsaved = isAnswered ? [LEADS_CHANGED] : []
  const leadEvents = saved ? await eventsOf(tx, id, saved, booking !== null) : unsaved
  const notifications = [await publishChanged(tx, events, changed)]
  const changes = {
    before: conversation,
    after: changed,
    newLead: lead,
    hasNumber,
    calledBefore,
    hasBooked: booking !== null,
    now,
  }
  await announceChat(tx, deps, changes)
  await deps.alerts?.noteVisitor(tx, conversation, message)
  const replies = stored.filter(({ message_type }) => message_type === 'outgoing')
  const isSafety = turn.needs === 'emergency' || turn.needs === 'danger'
  if (channel === TEXTED)
    await announceTexts(tx, deps, conversation, replies, isSafety ? 'safety' : undefined)
  for (const event of leadEvents) notifications.push(await events.publishWithin(tx, organizationId, event))
  notifications.push(() => {
    metrics?.visitorMessages.inc()
    if (!holder) metrics?.agentAnswers.inc()
    if (lead && !lead.isTest) metrics?.leads.inc()
  })
  return {
    stored: stored.filter(({ message_type }) => message_type !== 'note'),
    quickReplies: turn.quickReplies,
    asking: askingOf(deps, turn.state, { holder, status: changed.status }),
    booking: booking ? await visitorBooking(tx, id, widget) : call,
    standing: await shownStanding(tx, changed, holder),
    hasNewCall: isBooked && calledBefore === null,
    isReserved: held !== null,
    notifications,
  }
}

/**
 * Saves what a turn has added to the lead, and returns whether it has added a number. A text that asks for nothing here
 * makes no lead.
 */
async function saveFacts(
  tx: Transaction<Database>,
  { conversation, count, before }: Situation,
  { turn, channel }: Outcome,
  booking: LeadChange | null,
  now: Date,
) {
  const isText = channel === TEXTED
  const facts = { before: isText ? knownBefore(before, count) : before.known, after: turn.extracted }
  const hasNumber = facts.after.phone !== null && facts.after.phone !== facts.before.phone
  const isForNobody = isText && isStranger(turn.state)
  return { hasNumber, saved: isForNobody ? null : await saveLead(tx, conversation, facts, booking, now) }
}

/** Returns the facts of before a text. Who starts by text, or first asks for something, gives a number that way. */
const knownBefore = (before: AgentState, count: number): AgentState['known'] =>
  count === 0 || isStranger(before) ? { ...before.known, phone: null } : before.known

/** Returns the events about a chat's lead. All tests but the first only refresh the lists. */
async function eventsOf(
  tx: Transaction<Database>,
  conversationId: string,
  lead: ChatLead,
  hasBooked: boolean,
): Promise<LeadEvent[]> {
  if (lead.isTest && !lead.isFirstTest) return [LEADS_CHANGED]
  const booked = hasBooked ? await bookingEvent(tx, conversationId) : null
  const changed = hasBooked ? [] : [LEADS_CHANGED]
  return [...(lead.isNew ? [leadEvent(lead)] : changed), ...(booked ? [booked] : [])]
}

/** Returns the exchange of a message that is stored already. */
export async function storedExchange(
  db: Kysely<Database>,
  deps: Pick<Deps, 'config'>,
  { conversation, call, holder, before, context }: Situation,
  position: number,
): Promise<Exchange> {
  return {
    stored: await exchangeAt(db, conversation.id, position),
    quickReplies: holder ? [] : quickReplies(before, context.business),
    asking: askingOf(deps, before, { holder, status: conversation.status }),
    booking: call,
    standing: await shownStanding(db, conversation, holder),
    hasNewCall: false,
    isReserved: false,
    notifications: [],
  }
}

/** Returns the visitor's message at a position and the answers that follow it. */
async function exchangeAt(
  db: Kysely<Database>,
  conversationId: string,
  position: number,
): Promise<StoredMessage[]> {
  const rows = await saidIn(db, conversationId)
    .where('position', '>=', position)
    .limit(1 + ROOM_FOR_REPLIES)
    .execute()
  const next = rows.findIndex((row, index) => index > 0 && row.author === 'visitor')
  return next === -1 ? rows : rows.slice(0, next)
}
