import type { InboxConversation } from '../../contract/conversations.ts'
import type { MadeChange } from '../outbox/outbox.ts'

/** Returns the conversations that changes don't delete; the same array if they delete none. */
export function withoutDeleted(
  conversations: readonly InboxConversation[],
  changes: readonly MadeChange[],
): readonly InboxConversation[] {
  const deleted = new Set(
    changes.flatMap(({ change }) => (change.type === 'chat-delete' ? change.conversationId : [])),
  )
  return conversations.some(({ id }) => deleted.has(id))
    ? conversations.filter(({ id }) => !deleted.has(id))
    : conversations
}
