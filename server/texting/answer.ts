import type { Kysely } from 'kysely'
import { LIMITS } from '../../src/contract/limits.ts'
import { cutText } from '../../src/domain/common/cut-text.ts'
import { readPhone } from '../../src/domain/common/phone.ts'
import { UNREADABLE_FILE } from '../../src/domain/conversations/photos.ts'
import { begin } from '../agent/turn.ts'
import { newId } from '../base/ids.ts'
import { continueFor } from '../base/on-behalf.ts'
import { VISITOR } from '../db/notification-schema.ts'
import type { Database } from '../db/schema.ts'
import { HttpError } from '../http/http-error.ts'
import type { Deps } from '../kernel/deps.ts'
import { businessForVisitor } from '../profiles/business.ts'
import { takeMessage } from '../widget/chat.ts'
import { type VisitorConversation, visitorConversation } from '../widget/visitor-conversation.ts'
import { budgetOf, createMeter, VISITOR_LIMITS } from '../widget/visitor-limits.ts'
import { receiveMedia } from './media.ts'
import { ROUTED_MS } from './route.ts'

/** A text, and the business that it is for. */
export interface RoutedText {
  organizationId: string
  /** The sender's number in E.164 format. */
  phone: string
  /** Twilio's ID of it. */
  sid: string
  text: string
  /** The addresses of its files. */
  media: string[]
}

const CONFLICT = 409

/**
 * Answers a text in its sender's conversation with the business, as the chat answers a message. Answering the same text
 * again changes nothing. Does nothing if the business is gone. Rejects if a retry might succeed.
 */
export async function answerText(deps: Deps, incoming: RoutedText): Promise<void> {
  const { organizationId, phone, sid, text, media } = incoming
  continueFor(organizationId)
  if (!(await isKnown(deps.db, organizationId))) return
  await storeConsent(deps, organizationId, phone)
  const conversation = (await currentConversation(deps, incoming)) ?? (await startTexted(deps, incoming))
  const photos = await receiveMedia(deps, { id: conversation.id, organizationId, sid }, media)
  const isUnreadable = media.length > photos.length && photos.length === 0
  const content = cutText(text.trim() || (isUnreadable ? UNREADABLE_FILE : ''), LIMITS.message)
  if (content === '' && photos.length === 0) return
  const budget = budgetOf(createMeter(deps, VISITOR_LIMITS), phone, organizationId)
  const message = { client_id: sid, content, ...(photos.length > 0 && { photos }) }
  try {
    await takeMessage(deps, conversation, null, message, budget)
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== CONFLICT) throw error
    // The conversation is full.
    await takeMessage(deps, await startTexted(deps, incoming), null, message, budget)
  }
}

async function isKnown(db: Kysely<Database>, organizationId: string): Promise<boolean> {
  const row = await db
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organizationId)
    .executeTakeFirst()
  return row !== undefined
}

/** Stores that a number may be texted, because somebody has written from it. */
async function storeConsent({ db, clock }: Deps, organizationId: string, phone: string): Promise<void> {
  await db
    .insertInto('sms_consents')
    .values({ organization_id: organizationId, phone, source: VISITOR, at: clock(), lead_id: null })
    .onConflict((conflict) => conflict.columns(['organization_id', 'phone']).doNothing())
    .execute()
}

type Texted = Pick<RoutedText, 'organizationId' | 'phone' | 'sid'>

/**
 * Returns the conversation that a text continues: the one that has the text already, the last one with the number, or
 * the one about which the last text to the number was. Null if there is none, or if it is long over.
 */
async function currentConversation(
  { db, clock }: Deps,
  { organizationId, phone, sid }: Texted,
): Promise<VisitorConversation | null> {
  const since = new Date(clock().getTime() - ROUTED_MS)
  const stored = await db
    .selectFrom('messages')
    .select('conversation_id as id')
    .where('organization_id', '=', organizationId)
    .where('client_id', '=', sid)
    .where('author', '=', 'visitor')
    .executeTakeFirst()
  const own = await db
    .selectFrom('conversations')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('text_phone', '=', phone)
    .where('is_test', '=', false)
    .where(({ eb, fn }) => eb(fn.coalesce('last_message_at', 'created_at'), '>', since))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const id = stored?.id ?? own?.id ?? (await textedAbout(db, { organizationId, phone, sid }, since))
  if (!id) return null
  await db.updateTable('conversations').set({ text_phone: phone }).where('id', '=', id).execute()
  return (await visitorConversation(db, id, null).executeTakeFirst()) ?? null
}

/** Returns the conversation about which the last text to a number was. */
async function textedAbout(
  db: Kysely<Database>,
  { organizationId, phone }: Texted,
  since: Date,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('notifications')
    .innerJoin('conversations', 'conversations.id', 'notifications.conversation_id')
    .select('conversations.id')
    .where('notifications.organization_id', '=', organizationId)
    .where('notifications.channel', '=', 'sms')
    .where('notifications.audience', '=', 'visitor')
    .where('notifications.recipient', '=', phone)
    .where('notifications.sent_at', '>', since)
    .where('conversations.is_test', '=', false)
    .orderBy('notifications.position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Starts a conversation in which the visitor's number is known. The visitor has written first, so nobody says hello. */
async function startTexted(deps: Deps, { organizationId, phone }: Texted): Promise<VisitorConversation> {
  const { db, clock } = deps
  const now = clock()
  const { state } = begin({
    business: await businessForVisitor(db, { organizationId, isTest: false }, now),
    now,
    busy: [],
  })
  const id = newId('conv')
  const known = { ...state.known, phone: readPhone(phone).display }
  await db
    .insertInto('conversations')
    .values({
      id,
      organization_id: organizationId,
      visitor_token_hash: null,
      state: JSON.stringify({ ...state, known }),
      channel: 'sms',
      text_phone: phone,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return visitorConversation(db, id, null).executeTakeFirstOrThrow()
}
