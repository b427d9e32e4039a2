import { markStaleInTurn } from '../query/query.ts'

/** Minimum milliseconds between two refreshes of the lists, regardless of the number of messages. */
const LIST_PAUSE = 1_000

/** Organizations whose lists were refreshed a moment ago, and whether these have changed since. */
const pausing = new Map<string, boolean>()

/** What lists or counts conversations. */
export const LISTS = ['inbox', 'found-conversations', 'waiting'] as const

/** Refetches the displayed lists of conversations at once, then at most once per pause. */
function refreshList(organizationId: string): void {
  if (pausing.has(organizationId)) {
    pausing.set(organizationId, true)
    return
  }
  pausing.set(organizationId, false)
  for (const kind of LISTS) void markStaleInTurn(organizationId, kind)
  setTimeout(() => {
    const isBehind = pausing.get(organizationId)
    pausing.delete(organizationId)
    if (isBehind) refreshList(organizationId)
  }, LIST_PAUSE)
}

/** Refetches what is displayed of a conversation that has a new message or state. */
export function refreshConversation(organizationId: string, conversationId: string): void {
  refreshList(organizationId)
  void markStaleInTurn(organizationId, 'thread', conversationId)
}

/** Refetches what is displayed of all conversations, because news may have been missed. */
export async function refreshConversations(organizationId: string): Promise<void> {
  refreshList(organizationId)
  await markStaleInTurn(organizationId, 'thread')
}
