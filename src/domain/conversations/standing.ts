import type { InboxConversation } from '../../contract/conversations.ts'
import { present } from '../leads/name.ts'
import { MINUTE_MS } from '../time/durations.ts'

/** Who answers a conversation, for one member: `mine` if that is the member, `theirs` if another one. */
export type Standing = 'agent' | 'needs_person' | 'mine' | 'theirs' | 'closed'

/** Returns who answers. A state that this version does not know counts as the agent's. */
export function standingOf(
  { status, taken_by }: Pick<InboxConversation, 'status' | 'taken_by'>,
  userId: string | null,
): Standing {
  if (status === 'person') return taken_by !== null && taken_by === userId ? 'mine' : 'theirs'
  return status === 'needs_person' || status === 'closed' ? status : 'agent'
}

/** Returns the name of the member who answers, or what to say without one. */
export const holderName = (name: string | null): string => present(name) ?? 'Another member'

/**
 * Returns whether the member who answers has not replied for so long that the agent answers the visitor's next message.
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
