import type { ExpressionBuilder, Kysely, Selectable } from 'kysely'
import type { MessageAuthor, MessageType } from '../../src/contract/conversations.ts'
import type { ChatPost } from '../../src/contract/widget.ts'
import { firstName } from '../../src/domain/conversations/first-name.ts'
import { photosText } from '../../src/domain/conversations/photos.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../ids.ts'
import { claimPhotos, photoLinks, photosOfMessage, type StoredPhoto } from '../photos/photos.ts'

/** Length of the excerpt of a conversation's last message, in characters. */
const EXCERPT_LENGTH = 200

const MESSAGE_COLUMNS = [
  'id',
  'position',
  'message_type',
  'author',
  'author_name',
  'content',
  'client_id',
  'created_at',
] as const
export type StoredMessage = Pick<Selectable<Database['messages']>, (typeof MESSAGE_COLUMNS)[number]> & {
  photos: StoredPhoto[]
}

/** Returns what presents a message to members. */
export const presentFor =
  ({ config }: Pick<Deps, 'config'>) =>
  ({ created_at, photos, ...message }: StoredMessage) => ({
    ...message,
    photos: photos.map((photo) => photoLinks(config.origins.widget, photo)),
    created_at: created_at.toISOString(),
  })

/** Returns what presents a message to its visitor, who knows members by their first name. */
export const presentForVisitor = (deps: Pick<Deps, 'config'>) => {
  const present = presentFor(deps)
  return (message: StoredMessage) => ({ ...present(message), author_name: firstName(message.author_name) })
}

export interface NewMessage {
  message_type: MessageType
  author: MessageAuthor
  author_name: string | null
  content: string
  client_id: string | null
  /** Ids of uploaded photos. */
  photos?: readonly string[]
}

export const byAgent = (content: string): NewMessage => ({
  message_type: 'outgoing',
  author: 'agent',
  author_name: null,
  content,
  client_id: null,
})

export const byVisitor = ({ content, client_id, photos = [] }: ChatPost): NewMessage => ({
  message_type: 'incoming',
  author: 'visitor',
  author_name: null,
  content,
  client_id,
  photos,
})

/** An internal note about what happened, without a client's id. */
export const noteOf = (
  author: MessageAuthor,
  content: string,
  author_name: string | null = null,
): NewMessage => ({ message_type: 'note', author, author_name, content, client_id: null })

/** All messages of a conversation with notes, oldest first: only for members. */
export const messagesOf = (db: Kysely<Database>, conversationId: string) =>
  db
    .selectFrom('messages')
    .select((messages: ExpressionBuilder<Database, 'messages'>) => [
      ...MESSAGE_COLUMNS,
      photosOfMessage(messages).as('photos'),
    ])
    .where('conversation_id', '=', conversationId)
    .orderBy('position')

/** What visitor and business have said to each other, oldest first, without notes. */
export const saidIn = (db: Kysely<Database>, conversationId: string) =>
  messagesOf(db, conversationId).where('message_type', 'in', ['incoming', 'outgoing'])

/** Returns the number of messages in a conversation, and the position of the author's named one, if any. */
export async function positionsIn(
  db: Kysely<Database>,
  conversationId: string,
  author: MessageAuthor,
  clientId: string,
): Promise<{ count: number; known: number | null }> {
  const { last, known } = await db
    .selectFrom('messages')
    .select(({ fn, and, eb }) => [
      fn.max<number | null>('position').as('last'),
      fn
        .max<number | null>('position')
        .filterWhere(and([eb('client_id', '=', clientId), eb('author', '=', author)]))
        .as('known'),
    ])
    .where('conversation_id', '=', conversationId)
    .executeTakeFirstOrThrow()
  return { count: last === null ? 0 : last + 1, known }
}

/** Returns the position of the visitor's last message that a member has read; null if none was. */
export async function seenPosition(
  db: Kysely<Database>,
  { id, unread }: { id: string; unread: number },
): Promise<number | null> {
  const row = await db
    .selectFrom('messages')
    .select('position')
    .where('conversation_id', '=', id)
    .where('author', '=', 'visitor')
    .orderBy('position', 'desc')
    .offset(unread)
    .limit(1)
    .executeTakeFirst()
  return row?.position ?? null
}

/** Stores messages from `position` on, and gives them their photos. The caller holds the conversation's lock. */
export async function storeMessages(
  db: Kysely<Database>,
  conversation: { id: string; organization_id: string },
  position: number,
  now: Date,
  messages: readonly NewMessage[],
): Promise<StoredMessage[]> {
  const rows = await db
    .insertInto('messages')
    .values(
      messages.map(({ photos: _, ...message }, index) => ({
        ...message,
        id: newId('msg'),
        organization_id: conversation.organization_id,
        conversation_id: conversation.id,
        position: position + index,
        created_at: now,
      })),
    )
    .returning(MESSAGE_COLUMNS)
    .execute()
  const stored: StoredMessage[] = []
  for (const row of rows) {
    const { photos = [] } = messages[row.position - position] ?? {}
    stored.push({ ...row, photos: await claimPhotos(db, conversation.id, row.id, photos) })
  }
  return stored
}

/** Returns messages as a model reads them: photos without words as their number. */
export const readable = (messages: readonly StoredMessage[]) =>
  messages.map(({ author, content, photos }) => ({ author, content: content || `(${photosText(photos)})` }))

/** A conversation's columns about its last message, the last of these that is not a note. */
export function lastMessage(
  messages: readonly (Pick<StoredMessage, 'message_type' | 'author' | 'content' | 'created_at'> & {
    photos?: readonly StoredPhoto[]
  })[],
) {
  const last = messages.findLast(({ message_type }) => message_type !== 'note')
  const words = last?.content.replace(/\s+/g, ' ').trim() || photosText(last?.photos ?? [])
  return {
    last_message_at: last?.created_at ?? null,
    last_excerpt: Array.from(words).slice(0, EXCERPT_LENGTH).join(''),
    last_author: last?.author ?? null,
  }
}
