import { type InboxConversation, NEEDS, type Needs } from '../../contract/conversations.ts'
import { MINUTE_MS } from '../time/durations.ts'
import { relativeTime } from '../time/relative-time.ts'
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
  deletion: { tone: 'waiting', text: 'Asked for deletion of data' },
  opt_out: { tone: 'waiting', text: 'Asked not to be contacted' },
  asked: { tone: 'waiting', text: 'Asked for a person' },
  message: { tone: 'waiting', text: 'Left a message' },
  unanswered: { tone: 'quiet', text: 'Unanswered question' },
}
const NEEDED: ConversationState = { tone: 'waiting', text: 'Needs a person' }

/** Returns why a person is needed. */
export const needOf = ({ needs }: Pick<InboxConversation, 'needs'>): ConversationState =>
  REASONS[needs as Needs] ?? NEEDED

/** How long nobody has written in a chat with the agent that counts as ended. */
const ENDED_MS = 10 * MINUTE_MS

type Standing = Pick<InboxConversation, 'status' | 'needs' | 'taken_by' | 'taken_by_name' | 'last_message_at'>

/**
 * Returns who answers a conversation, why a person is needed, or when a chat with the agent ended, which it hasn't while
 * the visitor is at the chat. `userId` is the id of the current user.
 */
export function stateOf(
  conversation: Standing,
  userId: string | null,
  now: Date,
  isHere = false,
): ConversationState {
  switch (standingOf(conversation, userId)) {
    case 'mine':
      return { tone: 'person', text: 'You are answering' }
    case 'theirs':
      return { tone: 'person', text: `${holderName(conversation.taken_by_name)} is answering` }
    case 'needs_person':
      return needOf(conversation)
    case 'closed':
      return { tone: 'closed', text: 'Closed' }
    default:
      return isHere ? ANSWERED : agentState(conversation.last_message_at, now)
  }
}

const ANSWERED: ConversationState = { tone: 'agent', text: 'Agent is answering' }

const agentState = (lastMessageAt: string, now: Date): ConversationState =>
  now.getTime() - Date.parse(lastMessageAt) >= ENDED_MS
    ? { tone: 'closed', text: `Ended ${relativeTime(lastMessageAt, now)}` }
    : ANSWERED

/** Returns the prefix for a reason that does not itself mention that a person is needed, or blank text for others. */
export const needPrefix = ({ tone }: Pick<ConversationState, 'tone'>): string =>
  tone === 'urgent' || tone === 'quiet' ? 'Needs a person: ' : ''

/** Returns the state as one line, such as "Needs a person: emergency". */
export function standingText(state: ConversationState): string {
  const prefix = needPrefix(state)
  return prefix === '' ? state.text : prefix + state.text.toLowerCase()
}

/**
 * The reasons in the order in which visitors should be answered. Unknown reasons (null) come after a request for a
 * person.
 */
const ORDER: readonly (string | null)[] = NEEDS.flatMap((each) => (each === 'asked' ? [each, null] : [each]))
const rankOf = (needs: string | null) => ORDER.indexOf(ORDER.includes(needs) ? needs : null)

type Needing = Pick<InboxConversation, 'status' | 'is_test'>

/** Returns whether a visitor waits for a person. A test doesn't. */
export const needsPerson = ({ status, is_test = false }: Needing): boolean =>
  status === 'needs_person' && !is_test

type Waiting = Pick<InboxConversation, 'waiting_since' | 'last_message_at'>

/** Returns since when a visitor has been waiting for a person: since the last message, if the API doesn't say. */
export const waitingSince = ({ waiting_since, last_message_at }: Waiting): string =>
  waiting_since ?? last_message_at

/**
 * Returns the conversations that need a person, sorted by urgency of the reason, with emergencies and complaints first.
 * Within each reason, the longest waiting comes first.
 */
export function inOrderOfNeed<Item extends Needing & Waiting & Pick<InboxConversation, 'needs'>>(
  conversations: readonly Item[],
): Item[] {
  return conversations
    .filter(needsPerson)
    .toSorted(
      (a, b) =>
        rankOf(a.needs) - rankOf(b.needs) || Date.parse(waitingSince(a)) - Date.parse(waitingSince(b)),
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
