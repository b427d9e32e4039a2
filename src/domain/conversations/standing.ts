import type { InboxConversation } from '../../contract/conversations.ts'
import { present } from '../common/present.ts'
import { MINUTE_MS } from '../time/durations.ts'

/** Who answers a conversation, from a member's point of view: `mine` is that member, and `theirs` is another one. */
export type Standing = 'agent' | 'needs_person' | 'mine' | 'theirs' | 'closed'

/** Returns who answers a conversation. Treats a state that this version does not support as the agent's. */
export function standingOf(
  { status, taken_by }: Pick<InboxConversation, 'status' | 'taken_by'>,
  userId: string | null,
): Standing {
  if (status === 'person') return taken_by !== null && taken_by === userId ? 'mine' : 'theirs'
  return status === 'needs_person' || status === 'closed' ? status : 'agent'
}

/** Returns the name of the member who answers, or a generic phrase if there is none. */
export const holderName = (name: string | null): string => present(name) ?? 'Another member'

/**
 * Returns whether the answering member has not replied for so long that the agent will answer the visitor's next
 * message.
 */
export function isIdle(
  { status, taken_at }: Pick<InboxConversation, 'status' | 'taken_at'>,
  minutes: number,
  now: Date,
): boolean {
  return (
    status === 'person' && taken_at !== null && now.getTime() - Date.parse(taken_at) >= minutes * MINUTE_MS
  )
}
