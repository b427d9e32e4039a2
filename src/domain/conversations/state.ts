import { type InboxConversation, NEEDS, type Needs } from '../../contract/conversations.ts'
import { holderName, standingOf } from './standing.ts'

/** How urgently a state needs attention, most urgent first. */
export type Tone = 'urgent' | 'waiting' | 'quiet' | 'person' | 'agent' | 'closed'

export interface ConversationState {
  tone: Tone
  text: string
}

/** The reasons why a person is needed, in words. An unanswered question is common and can wait. */
const REASONS: Record<Needs, ConversationState> = {
  emergency: { tone: 'urgent', text: 'Emergency' },
  danger: { tone: 'urgent', text: 'Possible danger' },
  urgent: { tone: 'urgent', text: 'Urgent' },
  complaint: { tone: 'urgent', text: 'Complaint' },
  asked: { tone: 'waiting', text: 'Asked for a person' },
  message: { tone: 'waiting', text: 'Left a message' },
  unanswered: { tone: 'quiet', text: 'Unanswered question' },
}
const NEEDED: ConversationState = { tone: 'waiting', text: 'Needs a person' }

const reasonOf = (needs: string | null) => REASONS[needs as Needs] ?? NEEDED

type Standing = Pick<InboxConversation, 'status' | 'needs' | 'taken_by' | 'taken_by_name'>

/** Returns who answers a conversation, or why a person is needed. `userId` is the id of the current user. */
export function stateOf(conversation: Standing, userId: string | null): ConversationState {
  switch (standingOf(conversation, userId)) {
    case 'mine':
      return { tone: 'person', text: 'You are answering' }
    case 'theirs':
      return { tone: 'person', text: `${holderName(conversation.taken_by_name)} is answering` }
    case 'needs_person':
      return reasonOf(conversation.needs)
    case 'closed':
      return { tone: 'closed', text: 'Closed' }
    default:
      return { tone: 'agent', text: 'Agent is answering' }
  }
}

/** Returns the prefix for a reason that does not itself mention that a person is needed, or blank text for others. */
export const needPrefix = ({ tone }: Pick<ConversationState, 'tone'>): string =>
  tone === 'urgent' || tone === 'quiet' ? 'Needs a person: ' : ''

/** Returns the state as one line, such as "Needs a person: emergency". */
export function standingText(conversation: Standing, userId: string | null): string {
  const state = stateOf(conversation, userId)
  const prefix = needPrefix(state)
  return prefix === '' ? state.text : prefix + state.text.toLowerCase()
}

/**
 * The reasons in the order in which visitors should be answered. Unknown reasons (null) come after a request for a
 * person.
 */
const ORDER: readonly (string | null)[] = NEEDS.flatMap((each) => (each === 'asked' ? [each, null] : [each]))
const rankOf = (needs: string | null) => ORDER.indexOf(ORDER.includes(needs) ? needs : null)

/**
 * Returns the conversations that need a person, sorted by urgency of the reason, with emergencies and complaints first.
 * Within each reason, the longest waiting comes first.
 */
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

/**
 * Returns a text such as "1 visitor is waiting for you". From `most` on, the number shows only that there are more,
 * such as "99+".
 */
export function waitingText(count: number, most: number): string {
  if (count === 1) return '1 visitor is waiting for you'
  return `${count >= most ? `${most - 1}+` : count} visitors are waiting for you`
}
