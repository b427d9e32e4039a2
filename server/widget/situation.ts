import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import type { Appointment } from '../../src/contract/appointments.ts'
import type { ChatPost, VisitorBooking } from '../../src/contract/widget.ts'
import { appointmentOf } from '../../src/domain/leads/bookings.ts'
import type { AgentContext, AgentState } from '../agent/state.ts'
import { freeTimes, shownBooking } from '../calendars/bookings.ts'
import type { CalendarTimes } from '../calendars/sources.ts'
import { answering } from '../conversations/answering.ts'
import type { Holder } from '../conversations/standing.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../kernel/deps.ts'
import { businessForVisitor } from '../profiles/business.ts'
import { isByText } from './played-texts.ts'
import {
  unknownConversation,
  type Visitor,
  type VisitorConversation,
  visitorConversation,
} from './visitor-conversation.ts'

/** How far a conversation is. If it goes on, answers that were written before are outdated. */
export interface Progress {
  conversation: VisitorConversation
  /** The number of messages, including notes. */
  count: number
  /** The position of the visitor's message, if it is stored already. */
  known: number | null
  /** The ID of the conversation's booking, even if its call is canceled. */
  bookingId: string | null
  call: VisitorBooking | null
  /** What the call is; null without one. */
  booked: Appointment | null
}

/** What the answer to a visitor's message depends on. */
export interface Situation extends Progress {
  /** The member who answers; null if the agent does. */
  holder: Holder | null
  /** The member who has not replied for a while, so the agent answers again. */
  idle: Holder | null
  /** The agent's state before the message. */
  before: AgentState
  context: AgentContext
}

/** Reads how far a conversation is, in one statement. Throws a 404 HttpError if it doesn't exist anymore. */
export async function readProgress(
  db: Kysely<Database>,
  { id, token }: Visitor,
  clientId: string,
  origin: string,
): Promise<Progress> {
  const row = await visitorConversation(db, id, token)
    .leftJoin('leads', 'leads.conversation_id', 'conversations.id')
    .select(({ selectFrom }) => {
      const messages = selectFrom('messages').where('messages.conversation_id', '=', id)
      return [
        'leads.converted_to_booking_id',
        'leads.booking_start_time',
        'leads.booking_kind',
        'leads.booking_minutes',
        'leads.booking_status',
        messages.select(({ fn }) => fn.max<number | null>('position').as('position')).as('last'),
        messages
          .select('messages.position')
          .where('messages.author', '=', 'visitor')
          .where('messages.client_id', '=', clientId)
          .as('known'),
      ]
    })
    .executeTakeFirstOrThrow(unknownConversation)
  const {
    last,
    known,
    converted_to_booking_id,
    booking_start_time,
    booking_status,
    booking_kind,
    booking_minutes,
    ...conversation
  } = row
  const call = shownBooking(
    { converted_to_booking_id, booking_start_time, booking_status, booking_kind },
    origin,
  )
  return {
    conversation,
    count: last === null ? 0 : last + 1,
    known,
    bookingId: converted_to_booking_id,
    call,
    booked: call && appointmentOf({ booking_kind, booking_minutes }),
  }
}

/** Returns whether a conversation has not gone on. A member may have read it. */
export function isSame(one: Progress, other: Progress): boolean {
  const facts = ({ conversation: { unread: _, ...conversation }, count, call }: Progress) => ({
    conversation,
    count,
    call,
  })
  return isDeepStrictEqual(facts(one), facts(other))
}

/** Returns whether a member has last moved or canceled a conversation's call, rather than a calendar service. */
async function isChangedByTeam(db: Kysely<Database>, conversationId: string): Promise<boolean> {
  const last = await db
    .selectFrom('lead_activity')
    .innerJoin('leads', 'leads.id', 'lead_activity.lead_id')
    .select('lead_activity.actor_kind')
    .where('leads.conversation_id', '=', conversationId)
    .where('lead_activity.type', 'in', ['moved', 'canceled'])
    .orderBy('lead_activity.at', 'desc')
    .orderBy('lead_activity.position', 'desc')
    .executeTakeFirst()
  return last?.actor_kind === 'person'
}

/**
 * Reads what the answer to a visitor's message depends on. `adjusted` returns the free times with what is known about
 * them besides.
 */
export async function readSituation(
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  db: Kysely<Database>,
  visitor: Visitor,
  { client_id: clientId, photos = [] }: Pick<ChatPost, 'client_id' | 'photos'>,
  adjusted: (times: CalendarTimes) => CalendarTimes,
): Promise<Situation> {
  const now = clock()
  const progress = await readProgress(db, visitor, clientId, config.origins.widget)
  const { conversation, known, call, booked } = progress
  const { holder, idle, state: before } = await answering(db, conversation, now)
  // The lead determines what is booked, because its owner might have changed it.
  const start = call?.start_time ?? null
  if (before.booked !== null && before.booked !== start) {
    before.changed = { start: before.booked, byTeam: await isChangedByTeam(db, conversation.id) }
    before.said.changed = 0
  }
  before.booked = start
  const { organization_id: organizationId, id, is_test: isTest } = conversation
  const offered = await businessForVisitor(db, { organizationId, isTest }, now)
  // What is booked stays as it is, even if the owner now offers something else.
  // A customer who texts after booking expects an answer, not more questions.
  const questions = isByText(visitor, conversation) && call !== null ? [] : offered.questions
  const { asked } = before
  if (asked?.topic === 'question' && !questions.includes(asked.question ?? '')) before.asked = null
  const business = { ...offered, questions, appointment: booked ?? offered.appointment }
  const isAnswered = known !== null || (holder !== null && !visitor.isCalling)
  const times = isAnswered
    ? { busy: [], starts: null }
    : adjusted(await freeTimes(db, organizationId, now, id))
  return { ...progress, holder, idle, before, context: { business, now, photos: photos.length, ...times } }
}
