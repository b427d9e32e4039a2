import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { readPhone } from '../../src/domain/common/phone.ts'
import { readState } from '../agent/state.ts'
import { newId } from '../base/ids.ts'
import { hashToken } from '../base/secrets.ts'
import { byAgent, positionsIn, storeMessages } from '../conversations/messages.ts'
import { CALLED } from '../conversations/texted.ts'
import type { CallsTable, Database } from '../db/schema.ts'
import type { Deps } from '../kernel/deps.ts'
import { businessForVisitor } from '../profiles/business.ts'
import { currentConversation, startTexted, storeConsent } from '../texting/conversation.ts'
import { hasRoom } from '../widget/room.ts'
import { newToken } from '../widget/visitor-conversation.ts'
import { type CallState, readCallState } from './call-state.ts'
import { greetingOnPhone } from './texts.ts'

export type Call = Selectable<CallsTable>

/** A call that the agent is to answer. */
export interface NewCall {
  /** The carrier's ID of it. */
  id: string
  organizationId: string
  /** The caller's number in E.164 format; null if it is hidden, or may not be the caller's. */
  phone: string | null
  /** The number that was called, in E.164 format. */
  number: string
  /** Whether it came to the business's own number, whose account signs what the carrier sends. */
  isOwn: boolean
  /** Whether a member tries the agent. Such a call begins a conversation of its own. */
  isTest?: boolean
}

/** A call with the token that its next connection must show, once. */
export interface Ticket {
  call: Call
  ticket: string
}

type Store = Pick<Deps, 'db' | 'clock'>

const findCall = (db: Kysely<Database>, id: string) =>
  db.selectFrom('calls').selectAll().where('id', '=', id).executeTakeFirst()

/** Returns a call that is not over; null if there is none. */
export async function openCall(db: Kysely<Database>, id: string): Promise<Call | null> {
  const call = await findCall(db, id)
  return call && call.ended_at === null ? call : null
}

/**
 * Starts a call, or returns the one with that ID with another token. A call continues the last conversation with its
 * caller's number.
 */
export async function startCall(
  deps: Store,
  { id, organizationId, phone, number, isOwn, isTest = false }: NewCall,
): Promise<Ticket> {
  const known = await findCall(deps.db, id)
  if (known) return newTicket(deps, known)
  return deps.db.transaction().execute(async (tx) => {
    const within = { ...deps, db: tx }
    const now = deps.clock()
    if (phone !== null && !isTest) await storeConsent(within, organizationId, phone)
    const { conversation, position } = isTest
      ? await newConversation(within, { organizationId, phone: null, isTest })
      : await conversationOf(within, { id, organizationId, phone })
    const business = await businessForVisitor(tx, { organizationId, isTest }, now)
    const text = greetingOnPhone(business, readState(conversation.state).language)
    await storeMessages(tx, conversation, position, now, [byAgent(text)])
    const ticket = newToken()
    const call = await tx
      .insertInto('calls')
      .values({
        id,
        organization_id: organizationId,
        conversation_id: conversation.id,
        phone,
        number,
        is_own: isOwn,
        is_test: isTest,
        ticket_hash: hashToken(ticket),
        connection: null,
        state: JSON.stringify({ ...readCallState({}), last: { text, position, isCut: false } }),
        started_at: now,
        active_at: now,
        seconds: null,
        outcome: null,
        summary: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return { call, ticket }
  })
}

/** Returns the conversation of a call, locked, and the position of its next message. */
async function conversationOf(
  deps: Store & { db: Transaction<Database> },
  { id: sid, organizationId, phone }: Pick<NewCall, 'id' | 'organizationId' | 'phone'>,
) {
  const { db: tx } = deps
  if (phone !== null) {
    const found = await currentConversation(deps, { organizationId, phone, sid })
    if (found) {
      await tx.selectFrom('conversations').select('id').where('id', '=', found.id).forNoKeyUpdate().execute()
      const { count } = await positionsIn(tx, found.id, 'agent', sid)
      if (hasRoom(count)) return { conversation: found, position: count }
    }
  }
  return newConversation(deps, { organizationId, phone })
}

/** Returns a new conversation by phone, and the position of its first message. */
const newConversation = async (
  deps: Store,
  about: { organizationId: string; phone: string | null; isTest?: boolean },
) => ({ conversation: await startTexted(deps, { ...about, channel: CALLED }), position: 0 })

/** Gives a call another token, for its next connection. The one before is no longer valid. */
export async function newTicket({ db }: Pick<Deps, 'db'>, call: Call): Promise<Ticket> {
  const ticket = newToken()
  await db
    .updateTable('calls')
    .set({ ticket_hash: hashToken(ticket) })
    .where('id', '=', call.id)
    .execute()
  return { call, ticket }
}

/** Returns the call of a token that no connection has shown yet; null if there is none. */
export async function callOfTicket(db: Kysely<Database>, ticket: string): Promise<Call | null> {
  const call = await db
    .selectFrom('calls')
    .selectAll()
    .where('ticket_hash', '=', hashToken(ticket))
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return call ?? null
}

/**
 * Uses a token up, and lets a new connection lead its call. Returns the connection's ID, or null if another one was
 * faster.
 */
export async function useTicket(
  { db, clock }: Store,
  { id }: Pick<Call, 'id'>,
  ticket: string,
): Promise<string | null> {
  const connection = newId('line')
  const used = await db
    .updateTable('calls')
    .set({ ticket_hash: null, connection, active_at: clock() })
    .where('id', '=', id)
    .where('ticket_hash', '=', hashToken(ticket))
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return used ? connection : null
}

/** Another connection leads the call now, or the call is over. */
export class Superseded extends Error {
  override name = 'Superseded'
}

/** Stores a call's state for the connection that leads it. Throws {@link Superseded} if another one does. */
export async function saveCall(
  { db, clock }: Store,
  { id, connection }: { id: string; connection: string },
  state: CallState,
): Promise<void> {
  const saved = await db
    .updateTable('calls')
    .set({ state: JSON.stringify(state), active_at: clock() })
    .where('id', '=', id)
    .where('connection', '=', connection)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!saved) throw new Superseded()
}

/**
 * Notes that the line of a call has dropped, so that the next connection continues. Returns the call; null if that has
 * happened more than `most` times.
 */
export async function saveDrop({ db }: Pick<Deps, 'db'>, call: Call, most: number): Promise<Call | null> {
  const state = readCallState(call.state)
  if (state.drops >= most) return null
  const dropped = await db
    .updateTable('calls')
    .set({ state: JSON.stringify({ ...state, drops: state.drops + 1 }), connection: null })
    .where('id', '=', call.id)
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return dropped ?? null
}

/** Cuts a message that was spoken after what the caller heard of it. */
export async function cutMessage(
  db: Kysely<Database>,
  { conversation_id: id }: Pick<Call, 'conversation_id'>,
  position: number,
  { heard, unheard }: { heard: string; unheard: string },
): Promise<void> {
  await db
    .updateTable('messages')
    .set({ content: heard, unheard })
    .where('conversation_id', '=', id)
    .where('position', '=', position)
    .where('author', '=', 'agent')
    .execute()
}

/** Stores something that the agent says by itself. Returns its position. */
export async function storeSaid(
  tx: Transaction<Database>,
  { conversation_id: id, organization_id }: Pick<Call, 'conversation_id' | 'organization_id'>,
  text: string,
  now: Date,
): Promise<number> {
  await tx.selectFrom('conversations').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  const { count } = await positionsIn(tx, id, 'agent', '')
  await storeMessages(tx, { id, organization_id }, count, now, [byAgent(text)])
  return count
}

/** Returns a caller's number as people write it. */
export const shownPhone = ({ phone }: Pick<Call, 'phone'>): string | null =>
  phone === null ? null : readPhone(phone).display

/** Selects calls in which nothing was said since a time, because their carrier has not reported their end. */
export const silentCalls = (db: Kysely<Database>, since: Date) =>
  db
    .selectFrom('calls')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('active_at', '<', since)
    .orderBy('active_at')
    .limit(sql<number>`100`)
