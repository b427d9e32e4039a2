import type { Kysely, Transaction } from 'kysely'
import type { ChatPost, ChatUpdate, VisitorBooking } from '../../src/contract/widget.ts'
import { startingWith } from '../agent/model/answer.ts'
import { askedIn } from '../agent/notes.ts'
import { thankForPhotos } from '../agent/photos.ts'
import { respond } from '../agent/respond.ts'
import { quickReplies } from '../agent/schedule/offer.ts'
import { isBusy } from '../agent/schedule/slots.ts'
import { withoutSecrets } from '../agent/secrets.ts'
import type { AgentContext, AgentState } from '../agent/state.ts'
import { observe } from '../agent/takeover.ts'
import type { Turn } from '../agent/turn.ts'
import { HttpError } from '../api/http-error.ts'
import { lockOrganization } from '../api/lock-organization.ts'
import { timesOf } from '../calendars/bring-in-line.ts'
import { refreshForBooking } from '../calendars/sources.ts'
import { answering } from '../conversations/answering.ts'
import { storeAsked } from '../conversations/asked-questions.ts'
import { publishChanged } from '../conversations/changed.ts'
import {
  byAgent,
  byVisitor,
  lastMessage,
  noteOf,
  positionsIn,
  presentForVisitor,
  type StoredMessage,
  saidIn,
  storeMessages,
} from '../conversations/messages.ts'
import { answeredByAgent, type Holder } from '../conversations/standing.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { leadEvent } from '../events.ts'
import { LEADS_CHANGED } from '../leads-changed.ts'
import { bookingColumns, bookingEvent, freeTimes, visitorBooking } from './bookings.ts'
import { saveLead } from './chat-lead.ts'
import { announceChat } from './chat-occasions.ts'
import { type Draft, draftByModel } from './model-draft.ts'
import { businessOf } from './organization.ts'
import { shownStanding } from './read-conversation.ts'
import { confirmReservation, type Reservation, reserveCall, withReservation } from './reservation.ts'
import { hasRoom, ROOM_FOR_REPLIES } from './room.ts'
import { stopMessages } from './stop-messages.ts'
import { unknownConversation, type VisitorConversation, visitorConversation } from './visitor-conversation.ts'
import { type Budget, tooManyCalls, withCall } from './visitor-limits.ts'

const backNote = ({ name }: Holder) =>
  noteOf(
    'agent',
    `${name ?? 'The member who took over'} has not replied for a while, so the agent answers again.`,
  )

/**
 * Handles a visitor's message. In one transaction, stores the message, the agent's answer, the conversation's state,
 * the lead, and a booked call, and returns the stored messages. Serializes the messages of one conversation. For a
 * repeated `client_id`, returns the stored answer. Removes payment card and Social Security numbers first.
 */
export async function takeMessage(
  deps: Deps,
  conversation: VisitorConversation,
  token: string,
  posted: ChatPost,
  budget: Budget,
): Promise<ChatUpdate> {
  const { id, organization_id: organizationId } = conversation
  const message = { ...posted, content: withoutSecrets(posted.content) }
  const canBook = await canChooseTime(deps, conversation)
  if (canBook) await refreshForBooking(deps, organizationId)
  const draft =
    deps.model && (await budget.takeAnswer()) ? await draftByModel(deps, id, token, message) : null
  const hasCall = (await visitorBooking(deps.db, id, deps.config.origins.widget)) !== null
  return withCall(budget, canBook && !hasCall, async (isTaken) => {
    const mayBook = hasCall || isTaken
    const reservation = canBook && mayBook ? await reserveCall(deps, id, token, message, draft) : null
    const prepared = { draft, reservation, mayBook }
    const store = () =>
      deps.db.transaction().execute((tx) => exchange(tx, deps, { id, token }, message, prepared))
    const { stored, quickReplies, booking, standing, notifications } = await withReservation(
      deps,
      reservation,
      () =>
        store().catch(async (error: unknown) => {
          await draft?.withdraw()
          throw error
        }),
    )
    for (const notify of notifications) notify()
    return {
      messages: stored.map(presentForVisitor(deps)),
      quick_replies: quickReplies,
      booking,
      ...standing,
    }
  })
}

/** Returns whether the visitor's next message can choose a time that the agent offered. */
async function canChooseTime({ db, clock }: Deps, conversation: VisitorConversation): Promise<boolean> {
  const { holder, state } = await answering(db, conversation, clock())
  return !holder && (state.offered.length > 0 || state.proposed !== null)
}

/** What the agent and the calendar service did before the transaction. */
interface Prepared {
  draft: Draft | null
  reservation: Reservation | null
  /** Whether the visitor's network address can book a new call. */
  mayBook: boolean
}

interface Exchange {
  stored: StoredMessage[]
  quickReplies: string[]
  booking: VisitorBooking | null
  standing: Awaited<ReturnType<typeof shownStanding>>
  /** Whether the message booked the reserved call. */
  isReserved: boolean
  /** Callbacks that notify this companion's subscribers after the commit. */
  notifications: (() => void)[]
}

async function exchange(
  tx: Transaction<Database>,
  deps: Deps,
  { id, token }: { id: string; token: string },
  message: ChatPost,
  prepared: Prepared,
): Promise<Exchange> {
  const { clock, config, events, metrics } = deps
  const { reservation } = prepared
  const now = clock()
  const { widget } = config.origins
  const conversation = await visitorConversation(tx, id, token).forUpdate().executeTakeFirst()
  if (!conversation) throw unknownConversation()
  const organizationId = conversation.organization_id
  const business = await businessOf(tx, organizationId, now)
  const { holder, idle, state: before } = await answering(tx, conversation, now)
  const called = await visitorBooking(tx, id, widget)

  const { count, known } = await positionsIn(tx, id, 'visitor', message.client_id)
  if (known !== null) {
    const stored = await exchangeAt(tx, id, known)
    const standing = await shownStanding(tx, conversation, holder)
    const replies = quickReplies(before, business)
    return { stored, standing, booking: called, quickReplies: replies, notifications: [], isReserved: false }
  }
  if (!hasRoom(count)) throw new HttpError(409, 'This conversation is full. Please start a new chat')

  // The lead determines what is booked, because its owner might have changed it.
  const calledBefore = called?.start_time ?? null
  before.booked = calledBefore
  const context = { business, now, ...(await timesFor(tx, conversation, now, reservation)) }
  const turn = holder
    ? observe(business, before, message.content)
    : await agentTurn(tx, conversation, context, { before, message, count }, prepared)

  const stored = await storeMessages(tx, conversation, count, now, [
    ...(idle ? [backNote(idle)] : []),
    byVisitor(message),
    ...turn.replies.map(byAgent),
  ])
  const answered = holder ? null : answeredByAgent(conversation, turn.needs)
  const changed = await tx
    .updateTable('conversations')
    .set({
      state: JSON.stringify(turn.state),
      ...answered,
      ...lastMessage(stored, answered?.needs),
      unread: conversation.unread + 1,
      updated_at: now,
    })
    .where('id', '=', id)
    .returning(['id', 'organization_id', 'status', 'needs', 'unread'])
    .executeTakeFirstOrThrow()
  const open = askedIn(turn.state.notes).slice(askedIn(before.notes).length)
  await storeAsked(tx, conversation, open, now)
  const change = turn.booking
  if (change?.kind === 'book' && calledBefore === null && !prepared.mayBook) throw tooManyCalls()
  const isAsked = change?.kind === 'book' && reservation?.start.getTime() === change.start.getTime()
  const held = isAsked ? reservation.held : null
  const booking = change && {
    ...(await bookingColumns(tx, id, change, widget, now, reservation?.bookingId)),
    ...held,
  }
  const facts = { before: before.known, after: turn.extracted }
  const saved = await saveLead(tx, conversation, facts, booking, now)
  const lead = saved?.isNew ? saved : null
  if (turn.state.noContact && !before.noContact) await stopMessages(tx, id)
  if (reservation && held) await confirmReservation(tx, reservation)
  const changedLead = saved && !booking ? LEADS_CHANGED : null
  const leadEvents = [lead ? leadEvent(lead) : changedLead, booking && (await bookingEvent(tx, id))].filter(
    (event) => event !== null,
  )
  const notifications = [await publishChanged(tx, events, changed)]
  const changes = {
    before: conversation,
    after: changed,
    newLead: lead,
    calledBefore,
    hasBooked: booking !== null,
    now,
  }
  await announceChat(tx, deps, changes)
  for (const event of leadEvents) notifications.push(await events.publishWithin(tx, organizationId, event))
  notifications.push(() => {
    metrics?.visitorMessages.inc()
    if (!holder) metrics?.agentAnswers.inc()
    if (lead) metrics?.leads.inc()
  })
  return {
    stored: stored.filter(({ message_type }) => message_type !== 'note'),
    quickReplies: turn.quickReplies,
    booking: booking ? await visitorBooking(tx, id, widget) : called,
    standing: await shownStanding(tx, changed, holder),
    notifications,
    isReserved: held !== null,
  }
}

/**
 * Returns the agent's turn with a valid booking. Serializes the bookings of an organization. If the time is no longer
 * available, has the agent answer again with that information. A draft is outdated if the conversation no longer has
 * `count` messages, but the part that the visitor has seen stays, unless a person has written since then.
 */
async function agentTurn(
  tx: Transaction<Database>,
  conversation: { id: string; organization_id: string },
  context: AgentContext,
  { before, message, count }: { before: AgentState; message: ChatPost; count: number },
  { draft, reservation }: Prepared,
): Promise<Turn> {
  const { content, photos = [] } = message
  if (content.trim() === '') return thankForPhotos(context, before, photos.length)
  const isCurrent = draft?.count === count
  const seen =
    draft && (isCurrent || !(await hasPersonSpoken(tx, conversation.id, draft.count))) ? draft.shown : ''
  const turn = startingWith(seen, isCurrent ? draft.turn : respond(context, before, content))
  if (turn.booking?.kind !== 'book') return turn
  await lockOrganization(tx, conversation.organization_id)
  const times = await timesFor(tx, conversation, context.now, reservation)
  if (!isBusy(times.busy, turn.booking.start)) return turn
  return startingWith(seen, respond({ ...context, ...times }, before, content))
}

/**
 * Returns the times that are available for a conversation's call. Excludes a time that the calendar service rejected.
 * Includes the time that was requested from the service, because the service might no longer offer it after the
 * request.
 */
async function timesFor(
  tx: Transaction<Database>,
  { id, organization_id }: { id: string; organization_id: string },
  now: Date,
  reservation: Reservation | null,
) {
  const { busy, starts } = await freeTimes(tx, organization_id, now, id)
  if (!reservation) return { busy, starts }
  const { start, isTaken } = reservation
  if (isTaken) {
    const { start: from, end: to } = timesOf(start)
    return { busy: [...busy, { from, to }], starts }
  }
  return { busy, starts: starts && new Set([...starts, start.getTime()]) }
}

async function hasPersonSpoken(
  db: Kysely<Database>,
  conversationId: string,
  since: number,
): Promise<boolean> {
  const said = saidIn(db, conversationId).where('position', '>=', since).where('author', '=', 'person')
  return (await said.limit(1).executeTakeFirst()) !== undefined
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
