import type { Transaction } from 'kysely'
import type { InboxConversation, InboxMessage, InboxPost } from '../../src/contract/conversations.ts'
import { firstName } from '../../src/domain/conversations/first-name.ts'
import { holderName } from '../../src/domain/conversations/standing.ts'
import { publishLeadsChanged } from '../activity/leads-changed.ts'
import { type AgentState, readState } from '../agent/state.ts'
import { continueAfter } from '../agent/takeover.ts'
import type { Database } from '../db/schema.ts'
import { deleteConversations, eraseConversations } from '../erasure/erase-conversations.ts'
import { eraseJobs } from '../erasure/erase-jobs.ts'
import { deleteLead } from '../erasure/erase-lead.ts'
import { HttpError } from '../http/http-error.ts'
import type { Deps } from '../kernel/deps.ts'
import { removeErased } from '../photos/removals.ts'
import { publishChanged } from './changed.ts'
import { currentHolder } from './holder.ts'
import { inboxConversation, unknownConversation } from './inbox.ts'
import {
  lastMessage,
  lastSaidPosition,
  messagesOf,
  type NewMessage,
  noteOf,
  positionsIn,
  presentFor,
  type StoredMessage,
  storeMessages,
} from './messages.ts'
import { CLOSED, type Holder, OF_AGENT, STANDING_COLUMNS, takenBy } from './standing.ts'
import { announceTexts, BY_TEXT } from './texted.ts'

/** The maximum number of messages and notes. Visitors reach their own maximum first. */
const MOST_MESSAGES = 1_000

/** A member's change to a conversation. */
export interface Change {
  organizationId: string
  conversationId: string
  member: Holder
  now: Date
}

const COLUMNS = [
  'id',
  'organization_id',
  'state',
  'unread',
  'is_test',
  'channel',
  ...STANDING_COLUMNS,
] as const

/** Locks the conversation, as a visitor's message does, so that both are handled one after the other. */
async function lock(tx: Transaction<Database>, { organizationId, conversationId }: Change) {
  const row = await tx
    .selectFrom('conversations')
    .select(COLUMNS)
    .where('id', '=', conversationId)
    .where('organization_id', '=', organizationId)
    .where('last_message_at', 'is not', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw unknownConversation()
  return row
}

type Locked = Awaited<ReturnType<typeof lock>>

/** Runs a change under the conversation's lock and announces it after the commit. */
async function change<T>(
  { db, events, metrics, alerts }: Deps,
  asked: Change,
  act: (tx: Transaction<Database>, conversation: Locked) => Promise<T>,
): Promise<{ conversation: InboxConversation; result: T }> {
  const { notify, ...changed } = await db.transaction().execute(async (tx) => {
    const before = await lock(tx, asked)
    const result = await act(tx, before)
    const after = await tx
      .selectFrom('conversations')
      .select(COLUMNS)
      .where('id', '=', asked.conversationId)
      .executeTakeFirstOrThrow()
    const published = await publishChanged(tx, events, after)
    const isTaken = after.status === 'person' && after.taken_by !== before.taken_by
    if (isTaken) await alerts?.noteTaken(tx, after)
    const notify = () => {
      if (isTaken) metrics?.takeovers.inc()
      published()
    }
    const conversation = await inboxConversation(tx, asked.organizationId, asked.conversationId)
    return { notify, conversation, result }
  })
  notify()
  return changed
}

const update = (tx: Transaction<Database>, { id }: Locked) =>
  tx.updateTable('conversations').where('id', '=', id)

/** Rejects with 409 if another member answers, and names that member. */
async function rejectTaken(
  tx: Transaction<Database>,
  conversation: Locked,
  { member, now }: Change,
  take = false,
): Promise<void> {
  const holder = await currentHolder(tx, conversation, now)
  if (take || holder === null || holder.userId === member.userId) return
  throw new HttpError(409, `${holderName(holder.name)} is answering this conversation`, {
    code: 'answered_by_other',
    details: { taken_by: holder.userId, taken_by_name: holder.name },
  })
}

async function append(
  tx: Transaction<Database>,
  conversation: Locked,
  { now }: Change,
  count: number,
  message: NewMessage,
): Promise<StoredMessage> {
  const [stored] = await storeMessages(tx, conversation, count, now, [message])
  if (!stored) throw new Error('The message was not stored')
  return stored
}

/** The reason of the rejection of a reply that answers something else than its author has read. */
export const MOVED_ON = { moved_on: true }

/**
 * Stores a member's reply or note. In the same transaction, a reply takes over from the agent and marks the
 * conversation as read. Repeating a `client_id` changes nothing and returns the stored message. If the last message
 * between visitor and business is not the one at `readPosition`, rejects a reply with 409 and `MOVED_ON`.
 */
export async function post(
  deps: Deps,
  asked: Change,
  { client_id, message_type, content, take }: InboxPost,
  readPosition?: number,
): Promise<{ conversation: InboxConversation; message: InboxMessage }> {
  const { member, now } = asked
  const { conversation, result } = await change(deps, asked, async (tx, row) => {
    const { count, known } = await positionsIn(tx, row.id, 'person', client_id)
    if (known !== null) return messagesOf(tx, row.id).where('position', '=', known).executeTakeFirstOrThrow()
    if (count >= MOST_MESSAGES)
      throw new HttpError(409, 'This conversation is full', { code: 'limit_reached' })
    const isReply = message_type === 'outgoing'
    if (isReply) await rejectTaken(tx, row, asked, take)
    if (readPosition !== undefined && (await lastSaidPosition(tx, row.id)) !== readPosition)
      throw new HttpError(409, 'This conversation has moved on', {
        code: 'changed_since_read',
        details: MOVED_ON,
      })
    const message = { message_type, author: 'person', author_name: member.name, content, client_id } as const
    const stored = await append(tx, row, asked, count, message)
    if (isReply) {
      await update(tx, row)
        .set({ ...takenBy(member, now), ...lastMessage([stored]), unread: 0, updated_at: now })
        .execute()
      if (BY_TEXT.includes(row.channel)) await announceTexts(tx, deps, row, [stored])
      else
        await deps.notifier?.announce(tx, {
          kind: 'person_reply',
          organizationId: row.organization_id,
          conversationId: row.id,
          at: now.toISOString(),
        })
    }
    return stored
  })
  return { conversation, message: presentFor(deps)(result) }
}

/** Returns the agent's state for a conversation that no member answers anymore. */
function stateAfter({ taken_by, state, taken_by_name }: Locked): AgentState {
  const before = readState(state)
  return taken_by !== null ? continueAfter(before, firstName(taken_by_name)) : before
}

/** Lets a member answer instead of the agent. */
export async function take(deps: Deps, asked: Change, isForced?: boolean): Promise<InboxConversation> {
  const { conversation } = await change(deps, asked, async (tx, row) => {
    await rejectTaken(tx, row, asked, isForced)
    await update(tx, row)
      .set({ ...takenBy(asked.member, asked.now), unread: 0, updated_at: asked.now })
      .execute()
  })
  return conversation
}

/**
 * Lets the agent answer again, or clears the need for a person; a member who answers then continues. A note tells the
 * team who handed a conversation back, and the agent's state records who answered before.
 */
export async function giveBack(deps: Deps, asked: Change): Promise<InboxConversation> {
  const { member, now } = asked
  const { conversation } = await change(deps, asked, async (tx, row) => {
    if (row.status === 'agent') return
    if (row.status === 'needs_person' && row.taken_by !== null) {
      await update(tx, row).set({ status: 'person', needs: null, updated_at: now }).execute()
      return
    }
    if (row.status === 'person') {
      const { count } = await positionsIn(tx, row.id, 'person', '')
      await append(tx, row, asked, count, noteOf('person', 'Handed back to the agent.', member.name))
    }
    await update(tx, row)
      .set({ ...OF_AGENT, state: JSON.stringify(stateAfter(row)), updated_at: now })
      .execute()
  })
  return conversation
}

/** Closes a conversation, and marks it as read, because a member has dealt with it. It reopens when someone writes. */
export async function close(deps: Deps, asked: Change): Promise<InboxConversation> {
  const { conversation } = await change(deps, asked, async (tx, row) => {
    await update(tx, row)
      .set({ ...CLOSED, state: JSON.stringify(stateAfter(row)), unread: 0, updated_at: asked.now })
      .execute()
  })
  return conversation
}

/** Marks the visitor's messages up to a position as read; later ones stay unread. */
export async function read(deps: Deps, asked: Change, position: number): Promise<InboxConversation> {
  const { conversation } = await change(deps, asked, async (tx, row) => {
    await update(tx, row)
      .set(({ fn, val, selectFrom }) => ({
        unread: fn<number>('least', [
          'unread',
          selectFrom('messages')
            .select(({ fn: count }) => count.countAll<number>().as('count'))
            .where('conversation_id', '=', row.id)
            .where('author', '=', 'visitor')
            .where('position', '>', val(position)),
        ]),
      }))
      .execute()
  })
  return conversation
}

/** Erases a conversation, and its lead if it is a test; its visitor's streams end immediately. */
export const erase = (deps: Deps, asked: Change): Promise<void> =>
  eraseLocked(deps, asked, async (tx, { id, is_test }) => {
    if (is_test) await eraseBoth(tx, asked.organizationId, id)
    else await eraseConversations(tx, [id])
  })

/** Erases a visitor: the conversation, and its lead with all related data. */
export const eraseWithLead = (deps: Deps, asked: Change): Promise<void> =>
  eraseLocked(deps, asked, (tx, { id }) => eraseBoth(tx, asked.organizationId, id))

async function eraseBoth(tx: Transaction<Database>, organizationId: string, id: string): Promise<void> {
  const leads = tx.selectFrom('leads').select('id').where('conversation_id', '=', id)
  for (const lead of await leads.execute()) await deleteLead(tx, organizationId, lead.id)
  await deleteConversations(tx, [id])
  await eraseJobs(tx)
}

async function eraseLocked(
  deps: Deps,
  asked: Change,
  eraseRows: (tx: Transaction<Database>, conversation: Locked) => Promise<void>,
): Promise<void> {
  const { db, events } = deps
  const notify = await db.transaction().execute(async (tx) => {
    const row = await lock(tx, asked)
    await eraseRows(tx, row)
    return [
      await publishChanged(tx, events, { ...row, ...CLOSED, unread: 0 }),
      await publishLeadsChanged(tx, events, row.organization_id),
    ]
  })
  for (const each of notify) each()
  await removeErased(deps)
}
