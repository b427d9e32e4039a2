import type { Kysely } from 'kysely'
import { LIMITS } from '../../src/contract/limits.ts'
import type { ChatPost } from '../../src/contract/widget.ts'
import { cutText } from '../../src/domain/common/cut-text.ts'
import { UNREADABLE_FILE } from '../../src/domain/conversations/photos.ts'
import { continueFor } from '../base/on-behalf.ts'
import type { Database, WaitingText } from '../db/schema.ts'
import { HttpError } from '../http/http-error.ts'
import type { Deps } from '../kernel/deps.ts'
import { readProfile } from '../profiles/stored-profile.ts'
import { type Posted, takeMessage } from '../widget/chat.ts'
import { budgetOf, createMeter, VISITOR_LIMITS } from '../widget/visitor-limits.ts'
import { isBlocked } from './blocked.ts'
import { currentConversation, startTexted, storeConsent } from './conversation.ts'
import { receiveMedia } from './media.ts'

/** Who texts with which business. */
export interface Texter {
  organizationId: string
  /** The sender's number in E.164 format. */
  phone: string
}

type Text = Pick<WaitingText, 'sid' | 'text' | 'media' | 'isOwn'>

const CONFLICT = 409

/**
 * Answers texts in their sender's conversation with the business, together, as the chat answers a message. Answering the
 * same texts again changes nothing. Does nothing if the business is gone or has blocked the sender. Rejects if a retry
 * might succeed.
 */
export async function answerTexts(deps: Deps, texter: Texter, texts: readonly Text[]): Promise<void> {
  const { organizationId, phone } = texter
  continueFor(organizationId)
  if (!(await isKnown(deps.db, organizationId))) return
  if (isBlocked(await readProfile(deps.db, organizationId), phone)) return
  const open = await unanswered(deps.db, organizationId, texts)
  const last = open.at(-1)
  if (!last) return
  await storeConsent(deps, organizationId, phone)
  const about = { ...texter, sid: last.sid }
  const conversation = (await currentConversation(deps, about)) ?? (await startTexted(deps, about))
  const pieces: ChatPost[] = []
  for (const text of open) {
    const piece = await pieceOf(deps, { id: conversation.id, organizationId }, text)
    if (piece) pieces.push(piece)
  }
  const message = joined(pieces)
  if (!message) return
  const budget = budgetOf(createMeter(deps, VISITOR_LIMITS), phone, organizationId)
  try {
    await takeMessage(deps, conversation, null, message, budget)
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== CONFLICT) throw error
    // The conversation is full.
    await takeMessage(deps, await startTexted(deps, about), null, message, budget)
  }
}

/** Returns the texts that are not stored as messages. Texts are stored together with their answer. */
async function unanswered(
  db: Kysely<Database>,
  organizationId: string,
  texts: readonly Text[],
): Promise<Text[]> {
  const rows = await db
    .selectFrom('messages')
    .select('client_id')
    .where('organization_id', '=', organizationId)
    .where('author', '=', 'visitor')
    .where(
      'client_id',
      'in',
      texts.map(({ sid }) => sid),
    )
    .execute()
  const stored = new Set(rows.map(({ client_id }) => client_id))
  return texts.filter(({ sid }) => !stored.has(sid))
}

/** Returns a text as a message, with its pictures; null if it is empty. */
async function pieceOf(
  deps: Deps,
  place: { id: string; organizationId: string },
  { sid, text, media, isOwn = false }: Text,
): Promise<ChatPost | null> {
  const photos = await receiveMedia(deps, { ...place, sid, isOwn }, media)
  const isUnreadable = media.length > photos.length && photos.length === 0
  const content = cutText(text.trim() || (isUnreadable ? UNREADABLE_FILE : ''), LIMITS.message)
  if (content === '' && photos.length === 0) return null
  return { client_id: sid, content, ...(photos.length > 0 && { photos }) }
}

/** Returns the message that pieces make up; null without any. */
function joined(pieces: readonly ChatPost[]): Posted | null {
  const last = pieces.at(-1)
  if (!last || pieces.length === 1) return last ?? null
  const words = pieces.map(({ content }) => content).filter((each) => each !== '' && each !== UNREADABLE_FILE)
  const photos = pieces.flatMap((piece) => piece.photos ?? [])
  const isUnreadable = words.length === 0 && photos.length === 0
  const content = isUnreadable ? UNREADABLE_FILE : cutText(words.join('\n'), LIMITS.message)
  return { client_id: last.client_id, content, ...(photos.length > 0 && { photos }), pieces }
}

async function isKnown(db: Kysely<Database>, organizationId: string): Promise<boolean> {
  const row = await db
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organizationId)
    .executeTakeFirst()
  return row !== undefined
}
