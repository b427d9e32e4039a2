import type { Kysely, Selectable } from 'kysely'
import type { MessageAuthor, MessageType } from '../../src/contract/conversations.ts'
import type { Database } from '../db/schema.ts'
import { newId } from '../ids.ts'

/** Length of the excerpt of a conversation's last message, in characters. */
const EXCERPT_LENGTH = 200

const MESSAGE_COLUMNS = [
  'id',
  'position',
  'message_type',
  'author',
  'author_name',
  'content',
  'created_at',
] as const
export type StoredMessage = Pick<Selectable<Database['messages']>, (typeof MESSAGE_COLUMNS)[number]>

/** Returns a message as the contract has it. */
export const present = ({ created_at, ...message }: StoredMessage) => ({
  ...message,
  created_at: created_at.toISOString(),
})

export interface NewMessage {
  message_type: MessageType
  author: MessageAuthor
  author_name: string | null
  content: string
  client_id: string | null
}

export const byAgent = (content: string): NewMessage => ({
  message_type: 'outgoing',
  author: 'agent',
  author_name: null,
  content,
  client_id: null,
})

export const byVisitor = ({ content, client_id }: { content: string; client_id: string }): NewMessage => ({
  message_type: 'incoming',
  author: 'visitor',
  author_name: null,
  content,
  client_id,
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
    .select(MESSAGE_COLUMNS)
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

/** Stores messages from `position` on. The caller holds the conversation's lock. */
export function storeMessages(
  db: Kysely<Database>,
  conversation: { id: string; organization_id: string },
  position: number,
  now: Date,
  messages: readonly NewMessage[],
): Promise<StoredMessage[]> {
  return db
    .insertInto('messages')
    .values(
      messages.map((message, index) => ({
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
}

/** A conversation's columns about its last message, the last of these that is not a note. */
export function lastMessage(
  messages: readonly Pick<StoredMessage, 'message_type' | 'author' | 'content' | 'created_at'>[],
) {
  const last = messages.findLast(({ message_type }) => message_type !== 'note')
  const words = last?.content.replace(/\s+/g, ' ').trim() ?? ''
  return {
    last_message_at: last?.created_at ?? null,
    last_excerpt: Array.from(words).slice(0, EXCERPT_LENGTH).join(''),
    last_author: last?.author ?? null,
  }
}
