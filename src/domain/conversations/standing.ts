import type { InboxConversation, Needs } from '../../contract/conversations.ts'
import { present } from '../leads/name.ts'
import { MINUTE_MS } from '../time/durations.ts'

/** Who answers a conversation, for one member: `mine` if that is the member, `theirs` if another one. */
export type Standing = 'agent' | 'needs_person' | 'mine' | 'theirs' | 'closed'

type Held = Pick<InboxConversation, 'status' | 'needs' | 'taken_by' | 'taken_by_name' | 'taken_at'>

/** Returns who answers. A state that this version does not know counts as the agent's. */
export function standingOf({ status, taken_by }: Held, userId: string | null): Standing {
  if (status === 'person') return taken_by !== null && taken_by === userId ? 'mine' : 'theirs'
  return status === 'needs_person' || status === 'closed' ? status : 'agent'
}

const NEEDED: Record<Needs, string> = {
  emergency: 'Needs a person: emergency',
  complaint: 'Needs a person: complaint',
  asked: 'Needs a person: asked for someone',
  unanswered: 'Needs a person: a question without an answer',
}

/** Returns the line about who answers: "Sam is answering". */
export function standingText(conversation: Held, userId: string | null): string {
  switch (standingOf(conversation, userId)) {
    case 'mine':
      return 'You are answering'
    case 'theirs':
      return `${present(conversation.taken_by_name) ?? 'Another member'} is answering`
    case 'needs_person':
      return NEEDED[conversation.needs as Needs] ?? 'Needs a person'
    case 'closed':
      return 'Closed'
    default:
      return 'Agent is answering'
  }
}

/**
 * Returns whether the member who answers has not replied for so long that the agent answers the visitor's next message.
 */
export function isIdle({ status, taken_at }: Held, minutes: number, now: Date): boolean {
  return (
    status === 'person' && taken_at !== null && now.getTime() - Date.parse(taken_at) >= minutes * MINUTE_MS
  )
}
