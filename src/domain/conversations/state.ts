import type { InboxConversation, Needs } from '../../contract/conversations.ts'
import { present } from '../leads/name.ts'

/** How much a state asks for attention, most first. */
export type Tone = 'urgent' | 'waiting' | 'quiet' | 'person' | 'agent' | 'closed'

export interface ConversationState {
  tone: Tone
  text: string
}

/** Why a person is needed, in words. An unanswered question is common, and can wait. */
const REASONS: Record<Needs, ConversationState> = {
  emergency: { tone: 'urgent', text: 'Emergency' },
  complaint: { tone: 'urgent', text: 'Complaint' },
  asked: { tone: 'waiting', text: 'Asked for a person' },
  unanswered: { tone: 'quiet', text: 'Unanswered question' },
}
const NEEDED: ConversationState = { tone: 'waiting', text: 'Needs a person' }

const reasonOf = (needs: string | null) => REASONS[needs as Needs] ?? NEEDED

type Standing = Pick<InboxConversation, 'status' | 'needs' | 'taken_by' | 'taken_by_name'>

/** Returns who answers a conversation, or why a person is needed. `userId` is the user's. */
export function stateOf(
  { status, needs, taken_by, taken_by_name }: Standing,
  userId: string | null,
): ConversationState {
  if (status === 'needs_person') return reasonOf(needs)
  if (status === 'closed') return { tone: 'closed', text: 'Closed' }
  if (status !== 'person') return { tone: 'agent', text: 'Agent answering' }
  if (taken_by !== null && taken_by === userId) return { tone: 'person', text: 'You are answering' }
  return { tone: 'person', text: `${present(taken_by_name) ?? 'Another member'} is answering` }
}

/** The reasons in the order in which visitors should be answered; others come after a request for a person. */
const ORDER: readonly (string | null)[] = ['emergency', 'complaint', 'asked', null, 'unanswered']
const rankOf = (needs: string | null) => ORDER.indexOf(ORDER.includes(needs) ? needs : null)

/** Returns the conversations that need a person: emergencies and complaints first, the longest waiting of each first. */
export function inOrderOfNeed<Item extends Pick<InboxConversation, 'status' | 'needs' | 'last_message_at'>>(
  conversations: readonly Item[],
): Item[] {
  return conversations
    .filter(({ status }) => status === 'needs_person')
    .toSorted(
      (a, b) =>
        rankOf(a.needs) - rankOf(b.needs) || Date.parse(a.last_message_at) - Date.parse(b.last_message_at),
    )
}

/** Returns "1 visitor is waiting for you"; from `most` on, the number only says that there are more. */
export function waitingText(count: number, most: number): string {
  if (count === 1) return '1 visitor is waiting for you'
  return `${count >= most ? `${most - 1}+` : count} visitors are waiting for you`
}
