import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/schema.ts'

/**
 * Notes that a lead was answered, at the time of the first reply since the lead exists, after the replies up to
 * `position` have reached the visitor: read in the chat, or mailed. A reply that waits in the chat answers nobody.
 * Returns whether that is new.
 */
export async function noteAnswered(
  db: Kysely<Database>,
  conversationId: string,
  position: number,
): Promise<boolean> {
  const first = sql<Date>`(select min(messages.created_at) from messages
    where messages.conversation_id = ${conversationId} and messages.position <= ${position}
      and messages.author = 'person' and messages.message_type = 'outgoing'
      and messages.created_at >= leads.created_at)`
  const { numUpdatedRows } = await db
    .updateTable('leads')
    .set({ answered_at: first })
    .where('conversation_id', '=', conversationId)
    .where('answered_at', 'is', null)
    .where(sql<boolean>`${first} is not null`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
