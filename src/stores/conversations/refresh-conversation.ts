import { markStaleInTurn } from '../base/query/query.ts'
import { refetchInTurn } from '../base/query/stale.ts'

/** Minimum milliseconds between two refreshes of the lists, regardless of the number of messages. */
const LIST_PAUSE = 1_000

/** Organizations whose lists were refreshed a moment ago, with whether the lists have changed since. */
const pausing = new Map<string, boolean>()

/** Refetches the displayed lists of conversations immediately, then at most once per pause. */
function refreshList(organizationId: string): void {
  if (pausing.has(organizationId)) {
    pausing.set(organizationId, true)
    return
  }
  pausing.set(organizationId, false)
  void refetchInTurn(organizationId, 'conversations-changed')
  setTimeout(() => {
    const isBehind = pausing.get(organizationId)
    pausing.delete(organizationId)
    if (isBehind) refreshList(organizationId)
  }, LIST_PAUSE)
}

/** Refetches the displayed data of a conversation that has a new message or state. */
export function refreshConversation(organizationId: string, conversationId: string): void {
  refreshList(organizationId)
  void markStaleInTurn(organizationId, 'thread', conversationId)
}

/** Refetches a displayed conversation whose visitor has arrived, left, or read, which no list shows. */
export function refreshVisitor(organizationId: string, conversationId: string): void {
  void markStaleInTurn(organizationId, 'thread', conversationId)
}

/** Refetches the displayed data of all conversations, because events may have been missed. */
export async function refreshConversations(organizationId: string): Promise<void> {
  refreshList(organizationId)
  await markStaleInTurn(organizationId, 'thread')
}
