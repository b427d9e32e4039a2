import type { WrittenConversation } from '../../api/conversations.ts'
import type { InboxMessage, InboxThread } from '../../contract/conversations.ts'
import { changeCached } from '../base/query/query.ts'
import { refreshConversation } from './refresh-conversation.ts'

/**
 * Immediately shows the server's response to a write in a conversation, then refetches the conversation, because this
 * cancels any pending request for it.
 */
export async function keepWritten(
  organizationId: string,
  conversationId: string,
  { conversation, message }: { conversation?: WrittenConversation; message?: InboxMessage },
): Promise<void> {
  await changeCached<InboxThread | null>(organizationId, 'thread', (thread, id) => {
    if (!thread || id !== conversationId) return thread
    const isNew = message && thread.messages.every(({ id: known }) => known !== message.id)
    return {
      ...thread,
      conversation: { ...thread.conversation, ...conversation },
      messages: isNew ? [...thread.messages, message] : thread.messages,
    }
  })
  refreshConversation(organizationId, conversationId)
}
