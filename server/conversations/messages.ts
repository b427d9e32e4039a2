import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely'
import type { MessageAuthor, MessageType, Needs } from '../../src/contract/conversations.ts'
import type { AgentTrace } from '../../src/contract/trace.ts'
import type { ChatPost } from '../../src/contract/widget.ts'
import { firstName } from '../../src/domain/conversations/first-name.ts'
import { photosText } from '../../src/domain/conversations/photos.ts'
import { newId } from '../base/ids.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../kernel/deps.ts'
import { claimPhotos, photoLinks, photosOfMessage, type StoredPhoto } from '../photos/photos.ts'

/** The length of the excerpt of a conversation's last message, in characters. */
export const EXCERPT_LENGTH = 200

const MESSAGE_COLUMNS = [
  'id',
  'position',
  'message_type',
  'author',
  'author_name',
  'content',
  'client_id',
  'unheard',
  'created_at',
] as const
export type StoredMessage = Pick<Selectable<Database['messages']>, (typeof MESSAGE_COLUMNS)[number]> & {
  photos: StoredPhoto[]
  has_trace: boolean
}

/** Selects whether a message has a trace. The trace itself is read on demand. */
const HAS_TRACE = sql<boolean>`trace is not null`.as('has_trace')

/** Returns a function that presents a message to members. */
export const presentFor =
  ({ config }: Pick<Deps, 'config'>) =>
  ({ created_at, photos, ...message }: StoredMessage) => ({
    ...message,
    photos: photos.map((photo) => photoLinks(config.origins.widget, photo)),
    created_at: created_at.toISOString(),
  })

/** Returns a function that presents a message to its visitor, who sees only the first names of members. */
export const presentForVisitor = (deps: Pick<Deps, 'config'>) => {
  const present = presentFor(deps)
  return (message: StoredMessage) => {
    const { has_trace: _, unheard: _unheard, ...shown } = present(message)
    return { ...shown, author_name: firstName(message.author_name) }
  }
}

export interface NewMessage {
  message_type: MessageType
  author: MessageAuthor
  author_name: string | null
  content: string
  client_id: string | null
  /** Ids of uploaded photos. */
  photos?: readonly string[]
  trace?: AgentTrace | null
}

export const byAgent = (content: string): NewMessage => ({
  message_type: 'outgoing',
  author: 'agent',
  author_name: null,
  content,
  client_id: null,
})

/** Returns the messages of an agent's turn. The first one has its trace. */
export const ofTurn = ({
  replies,
  trace,
}: {
  replies: readonly string[]
  trace: AgentTrace | null
}): NewMessage[] => replies.map((reply, index) => ({ ...byAgent(reply), trace: index === 0 ? trace : null }))

export const byVisitor = ({ content, client_id, photos = [] }: ChatPost): NewMessage => ({
  message_type: 'incoming',
  author: 'visitor',
  author_name: null,
  content,
  client_id,
  photos,
})

/** Creates an internal note about an event, without a client's id. */
export const noteOf = (
  author: MessageAuthor,
  content: string,
  author_name: string | null = null,
): NewMessage => ({ message_type: 'note', author, author_name, content, client_id: null })

/** Selects all messages of a conversation, including notes, oldest first. Only for members. */
export const messagesOf = (db: Kysely<Database>, conversationId: string) =>
  db
    .selectFrom('messages')
    .select((messages: ExpressionBuilder<Database, 'messages'>) => [
      ...MESSAGE_COLUMNS,
      HAS_TRACE,
      photosOfMessage(messages).as('photos'),
    ])
    .where('conversation_id', '=', conversationId)
    .orderBy('position')

/** Selects the messages between visitor and business, oldest first, without notes. */
export const saidIn = (db: Kysely<Database>, conversationId: string) =>
  messagesOf(db, conversationId).where('message_type', 'in', ['incoming', 'outgoing'])

/** Returns the business's messages at positions of a conversation. */
export const repliesAt = (db: Kysely<Database>, conversationId: string, from: number, to: number) =>
  messagesOf(db, conversationId)
    .where('position', '>=', from)
    .where('position', '<=', to)
    .where('message_type', '=', 'outgoing')
    .execute()

/**
 * Returns the number of messages in a conversation, and the position of the author's message with the id `clientId`, if
 * any.
 */
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

/** Returns the position of the last message between visitor and business; -1 if there is none. */
export async function lastSaidPosition(db: Kysely<Database>, conversationId: string): Promise<number> {
  const { last } = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.max<number | null>('position').as('last'))
    .where('conversation_id', '=', conversationId)
    .where('message_type', '<>', 'note')
    .executeTakeFirstOrThrow()
  return last ?? -1
}

/** Returns the position of the visitor's last message that a member has read; null if there is none. */
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

/** Stores messages from `position` on, and attaches their photos. The caller holds the conversation's lock. */
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
      messages.map(({ photos: _, trace, ...message }, index) => ({
        ...message,
        trace: trace ? JSON.stringify(trace) : null,
        id: newId('msg'),
        organization_id: conversation.organization_id,
        conversation_id: conversation.id,
        position: position + index,
        created_at: now,
      })),
    )
    .returning([...MESSAGE_COLUMNS, HAS_TRACE])
    .execute()
  const stored: StoredMessage[] = []
  for (const row of rows) {
    const { photos = [] } = messages[row.position - position] ?? {}
    stored.push({ ...row, photos: await claimPhotos(db, conversation.id, row.id, photos) })
  }
  return stored
}

/** Returns messages as a model reads them. The number of photos replaces a missing text. */
export const readable = (messages: readonly StoredMessage[]) =>
  messages.map(({ author, content, photos }) => ({ author, content: content || `(${photosText(photos)})` }))

/**
 * Returns a conversation's columns about its last message: the last of `messages` that is not a note. For a conversation
 * that `needs` a person, the text is the visitor's, not the agent's answer to it.
 */
export function lastMessage(
  messages: readonly (Pick<StoredMessage, 'message_type' | 'author' | 'content' | 'created_at'> & {
    photos?: readonly StoredPhoto[]
  })[],
  needs: Needs | null = null,
) {
  const said = messages.filter(({ message_type }) => message_type !== 'note')
  const last = said.at(-1)
  const shown = needs ? said.findLast(({ author }) => author === 'visitor') : last
  const words = shown?.content.replace(/\s+/g, ' ').trim() || photosText(shown?.photos ?? [])
  return {
    last_message_at: last?.created_at ?? null,
    last_excerpt: Array.from(words).slice(0, EXCERPT_LENGTH).join(''),
    last_author: shown?.author ?? null,
  }
}
