import type { Kysely } from 'kysely'
import type { MessageAuthor } from '../../src/contract/conversations.ts'
import type { Database } from '../db/schema.ts'
import type { LeadEvents } from '../kernel/deps.ts'
import type { Standing } from './standing.ts'

/** Announces a conversation's new state or messages to consoles and to its visitor; see `publishWithin`. */
export const publishChanged = (
  tx: Kysely<Database>,
  events: LeadEvents,
  conversation: Pick<Standing, 'status'> & { id: string; organization_id: string; unread: number },
): Promise<() => void> =>
  events.publishWithin(tx, conversation.organization_id, {
    type: 'conversation_changed',
    event_type: 'conversation_changed',
    conversation_id: conversation.id,
    status: conversation.status,
    unread: conversation.unread,
  })

/** Announces that someone is typing; nothing is stored. */
export async function publishTyping(
  db: Kysely<Database>,
  events: LeadEvents,
  conversation: { id: string; organization_id: string },
  author: MessageAuthor,
  name: string | null,
): Promise<void> {
  const notify = await events.publishWithin(db, conversation.organization_id, {
    type: 'conversation_typing',
    event_type: 'conversation_typing',
    conversation_id: conversation.id,
    author,
    author_name: name,
  })
  notify()
}
