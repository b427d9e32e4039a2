import type { Kysely, Transaction } from 'kysely'
import type { ChatAnswer, ChatPost } from '../../src/contract/widget.ts'
import { UNREADABLE_FILE } from '../../src/domain/conversations/photos.ts'
import { startingWith } from '../agent/model/answer.ts'
import { thankForPhotos } from '../agent/photos.ts'
import { respond } from '../agent/respond.ts'
import { withoutSecrets } from '../agent/secrets.ts'
import type { AgentState } from '../agent/state.ts'
import { observe } from '../agent/takeover.ts'
import type { Turn } from '../agent/turn.ts'
import { freeTimes } from '../calendars/bookings.ts'
import { refreshForBooking } from '../calendars/sources.ts'
import { isBusy } from '../call-times/slots.ts'
import { answering } from '../conversations/answering.ts'
import { presentForVisitor, saidIn } from '../conversations/messages.ts'
import { CALLED, TEXTED } from '../conversations/texted.ts'
import { lockOrganization } from '../db/lock-organization.ts'
import type { Database } from '../db/schema.ts'
import { HttpError } from '../http/http-error.ts'
import type { Deps } from '../kernel/deps.ts'
import { takesBookings } from '../profiles/pauses.ts'
import { type Draft, draftByModel } from './model-draft.ts'
import { isByText, playedTexts, playsTexts } from './played-texts.ts'
import { type PreparedCall, prepareCall } from './prepared-call.ts'
import { hasRoom } from './room.ts'
import { isSame, readProgress, readSituation, type Situation } from './situation.ts'
import { type Exchange, storedExchange, storeExchange } from './store-exchange.ts'
import {
  unknownConversation,
  type Visitor,
  type VisitorConversation,
  visitorConversation,
} from './visitor-conversation.ts'
import { type Budget, tooManyCalls } from './visitor-limits.ts'

/** How often a message is answered without a lock. Each time but the last, something else came first. */
const MOST_TRIES = 3

/** A visitor's message; `pieces` are the messages that make it up and are answered together, if there are several. */
export interface Posted extends ChatPost {
  pieces?: readonly ChatPost[]
}

/** How the agent talks on the phone. */
export interface SpokenManner {
  /** Returns the turn that answers a message. `write` returns what the agent answers in writing. */
  answer(situation: Situation, content: string, write: Write): Promise<Turn>
  /** Stores what belongs to the stored exchange, in its transaction. */
  store(tx: Transaction<Database>, stored: { turn: Turn; exchange: Exchange }): Promise<void>
  /** Aborts when the answer is no longer wanted. Nothing is stored then. */
  signal: AbortSignal
}

/** Answers a message in a state. */
export type Write = (before: AgentState, content: string) => Promise<Turn>

/** A visitor's message, and what was done for it before it is stored. */
interface Incoming {
  visitor: Visitor
  message: Posted
  budget: Budget
  manner: SpokenManner | null
  call: PreparedCall
  draft: Draft | null
}

/**
 * Handles a visitor's message. Reads the situation, has the agent answer, reserves a call that the answer books, and
 * stores everything in one transaction, if the situation is still the same. Returns the stored messages. For a repeated
 * `client_id`, returns the stored answer. Removes payment card and Social Security numbers first. Without a token (null),
 * the visitor has sent a text from the conversation's number, and the answer goes there, or with a `manner`, is on the
 * phone. Rejects with the reason of its signal if that aborts first.
 */
export async function takeMessage(
  deps: Deps,
  conversation: VisitorConversation,
  token: string | null,
  posted: Posted,
  budget: Budget,
  manner: SpokenManner | null = null,
): Promise<ChatAnswer> {
  const message = { ...publicPost(posted), ...(posted.pieces && { pieces: posted.pieces.map(publicPost) }) }
  const visitor = { id: conversation.id, token, ...(manner && { isCalling: true }) }
  const call = prepareCall(deps, visitor, budget)
  const incoming: Incoming = { visitor, message, budget, manner, call, draft: null }
  let exchange: Exchange | null = null
  try {
    if (await canChooseTime(deps, conversation)) await refreshForBooking(deps, conversation.organization_id)
    for (let tries = 1; exchange === null && tries <= MOST_TRIES; tries += 1) {
      exchange = await tryExchange(deps, incoming, tries === 1)
    }
    exchange ??= await exchangeUnderLock(deps, incoming)
  } catch (error) {
    await incoming.draft?.withdraw()
    throw error
  } finally {
    await call.finish(exchange)
  }
  for (const notify of exchange.notifications) notify()
  return {
    messages: exchange.stored.map(presentForVisitor(deps)),
    quick_replies: exchange.quickReplies,
    ...exchange.asking,
    booking: exchange.booking,
    ...exchange.standing,
    ...(playsTexts(conversation) && {
      texts: await playedTexts(deps, conversation, exchange.stored, exchange.asking.language),
    }),
  }
}

const publicPost = (post: ChatPost): ChatPost => ({ ...post, content: withoutSecrets(post.content) })

/** Returns whether the visitor's next message can choose a time that the agent offered. */
async function canChooseTime({ db, clock }: Deps, conversation: VisitorConversation): Promise<boolean> {
  const { holder, state } = await answering(db, conversation, clock())
  return !holder && (state.offered.length > 0 || state.proposed !== null)
}

/**
 * Answers a message and stores the exchange. Returns null if the answer is outdated by then, because the conversation
 * has gone on, or because the time that it books was taken.
 */
async function tryExchange(deps: Deps, incoming: Incoming, asksModel: boolean): Promise<Exchange | null> {
  const { db, config } = deps
  const { visitor, message, call } = incoming
  const situation = await readSituation(deps, db, visitor, message, call.adjusted)
  if (situation.known !== null) return storedExchange(db, deps, situation, situation.known)
  rejectIfFull(situation)
  const write = async (each: Situation, content: string) =>
    (asksModel ? await modelTurn(deps, each, content, incoming) : null) ??
    (await scriptedTurn(db, each, content, incoming))
  const turn = await turnOf(situation, incoming, write)
  if (!(await call.prepare(situation, turn))) return null
  incoming.manner?.signal.throwIfAborted()
  return db.transaction().execute(async (tx) => {
    await lockConversation(tx, visitor)
    const current = await readProgress(tx, visitor, message.client_id, config.origins.widget)
    if (!isSame(situation, current) || !(await isPossible(tx, turn, situation))) return null
    return storeAnswered(tx, deps, { ...situation, ...current }, incoming, turn)
  })
}

/** Answers a message and stores the exchange while everything else waits. Only the script can answer so quickly. */
async function exchangeUnderLock(deps: Deps, incoming: Incoming): Promise<Exchange> {
  const { visitor, message, call } = incoming
  const mayBook = await call.count()
  return deps.db.transaction().execute(async (tx) => {
    const { organization_id: organizationId } = await lockConversation(tx, visitor)
    await lockOrganization(tx, organizationId)
    const situation = await readSituation(deps, tx, visitor, message, call.adjusted)
    if (situation.known !== null) return storedExchange(tx, deps, situation, situation.known)
    rejectIfFull(situation)
    const turn = await turnOf(situation, incoming, (...about) => scriptedTurn(tx, ...about, incoming))
    if (turn.booking?.kind === 'book' && situation.call === null && !mayBook) throw tooManyCalls()
    return storeAnswered(tx, deps, situation, incoming, turn)
  })
}

/** Returns the turn that answers a message, in writing or in the manner of its visitor. */
const turnOf = (
  situation: Situation,
  { manner, message }: Incoming,
  write: (situation: Situation, content: string) => Promise<Turn>,
): Promise<Turn> =>
  manner
    ? manner.answer(situation, message.content, (before, content) => write({ ...situation, before }, content))
    : write(situation, message.content)

async function storeAnswered(
  tx: Transaction<Database>,
  deps: Deps,
  situation: Situation,
  { visitor, message, manner, call }: Incoming,
  turn: Turn,
): Promise<Exchange> {
  const exchange = await storeExchange(tx, deps, situation, {
    message,
    turn,
    reservation: call.reservation(),
    channel: manner ? CALLED : isByText(visitor, situation.conversation) ? TEXTED : 'website_chat',
  })
  await manner?.store(tx, { turn, exchange })
  return exchange
}

function rejectIfFull({ count }: Situation): void {
  if (!hasRoom(count)) throw new HttpError(409, 'This conversation is full. Please start a new chat')
}

/** Returns whether a message consists of photos, or of a file that can't be shown. */
const isWordless = (content: string) => content.trim() === '' || content === UNREADABLE_FILE

/** Returns the model's turn; null if there is no model or no budget for it, or if there is nothing for it to answer. */
async function modelTurn(
  deps: Deps,
  situation: Situation,
  content: string,
  incoming: Incoming,
): Promise<Turn | null> {
  const { holder, context } = situation
  const { manner } = incoming
  if (!deps.model || (holder && !manner) || context.business.isPaused || isWordless(content)) return null
  if (!(await incoming.budget.takeAnswer())) return null
  incoming.draft = await draftByModel(deps, deps.model, situation, content, manner)
  return incoming.draft.turn
}

/**
 * Returns the script's turn, or what the agent learns while a person answers. The part of an outdated draft that the
 * visitor has seen stays, unless a person has written since then: the visitor's page removes it then.
 */
async function scriptedTurn(
  db: Kysely<Database>,
  { holder, context, before }: Situation,
  content: string,
  { visitor, message: { photos = [] }, draft, manner }: Incoming,
): Promise<Turn> {
  if (holder && !manner) return observe(context, before, content)
  if (isWordless(content)) return thankForPhotos(context, before, photos.length)
  const seen = draft && !(await hasPersonSpoken(db, visitor.id, draft.count)) ? draft.shown : ''
  return startingWith(seen, respond(context, before, content))
}

async function hasPersonSpoken(
  db: Kysely<Database>,
  conversationId: string,
  since: number,
): Promise<boolean> {
  const said = saidIn(db, conversationId).where('position', '>=', since).where('author', '=', 'person')
  return (await said.limit(1).executeTakeFirst()) !== undefined
}

/** Serializes the changes of a conversation until the transaction ends. Throws a 404 HttpError if it is erased. */
const lockConversation = (tx: Transaction<Database>, { id, token }: Visitor) =>
  visitorConversation(tx, id, token).forNoKeyUpdate().executeTakeFirstOrThrow(unknownConversation)

/**
 * Serializes the bookings of an organization. Returns whether a turn books nothing, or a time that is free while
 * bookings aren't paused.
 */
async function isPossible(
  tx: Transaction<Database>,
  { booking }: Turn,
  { conversation, context }: Situation,
): Promise<boolean> {
  if (booking?.kind !== 'book') return true
  const { id, organization_id: organizationId, is_test: isTest } = conversation
  await lockOrganization(tx, organizationId)
  if (!isTest && !(await takesBookings(tx, organizationId, context.now))) return false
  const { busy } = await freeTimes(tx, organizationId, context.now, id)
  return !isBusy(busy, booking.start, booking.appointment)
}
