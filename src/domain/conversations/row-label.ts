import type { InboxConversation } from '../../contract/conversations.ts'
import { shortAge } from '../time/relative-time.ts'
import { type ConversationState, needsPerson, standingText, waitingSince } from './state.ts'
import { whoOf } from './who.ts'

/** Returns how long a visitor has been waiting for a person, such as "Waiting 18 min"; '' if the visitor isn't. */
export function waitText(conversation: InboxConversation, now: Date): string {
  if (!needsPerson(conversation)) return ''
  const age = shortAge(waitingSince(conversation), now)
  return age === 'now' ? 'Waiting' : `Waiting ${age}`
}

/** Returns the name of a row's link: who, the state, how long the visitor has been waiting, and the unread messages. */
export function rowLabel(conversation: InboxConversation, state: ConversationState, wait: string): string {
  const { unread, is_test = false } = conversation
  return [
    whoOf(conversation),
    standingText(state),
    ...(wait === '' ? [] : [wait.toLowerCase()]),
    ...(unread > 0 && !is_test ? [`${unread} unread`] : []),
  ].join(', ')
}
