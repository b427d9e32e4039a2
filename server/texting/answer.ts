import type { Kysely } from 'kysely'
import { LIMITS } from '../../src/contract/limits.ts'
import { cutText } from '../../src/domain/common/cut-text.ts'
import { UNREADABLE_FILE } from '../../src/domain/conversations/photos.ts'
import { continueFor } from '../base/on-behalf.ts'
import type { Database } from '../db/schema.ts'
import { HttpError } from '../http/http-error.ts'
import type { Deps } from '../kernel/deps.ts'
import { readProfile } from '../profiles/stored-profile.ts'
import { takeMessage } from '../widget/chat.ts'
import { budgetOf, createMeter, VISITOR_LIMITS } from '../widget/visitor-limits.ts'
import { isBlocked } from './blocked.ts'
import { currentConversation, startTexted, storeConsent } from './conversation.ts'
import { receiveMedia } from './media.ts'

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
  /** Whether it was sent to the business's own number, whose account has its files. */
  isOwn?: boolean
}

const CONFLICT = 409

/**
 * Answers a text in its sender's conversation with the business, as the chat answers a message. Answering the same text
 * again changes nothing. Does nothing if the business is gone or has blocked the sender. Rejects if a retry might succeed.
 */
export async function answerText(deps: Deps, incoming: RoutedText): Promise<void> {
  const { organizationId, phone, sid, text, media, isOwn = false } = incoming
  continueFor(organizationId)
  if (!(await isKnown(deps.db, organizationId))) return
  if (isBlocked(await readProfile(deps.db, organizationId), phone)) return
  await storeConsent(deps, organizationId, phone)
  const conversation = (await currentConversation(deps, incoming)) ?? (await startTexted(deps, incoming))
  const photos = await receiveMedia(deps, { id: conversation.id, organizationId, sid, isOwn }, media)
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
