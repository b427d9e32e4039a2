import type { Needs } from '../../src/contract/conversations.ts'
import { type Interruption, wantsDeletion } from './interruptions.ts'
import { note, noteOnce } from './notes.ts'
import { callbackTime } from './phrases.ts'
import type { AgentContext, AgentState } from './state.ts'
import { contactTopic, type NextTopic } from './topics.ts'

/** The reply to a visitor who asks for something instead of answering. */
export interface Handoff {
  reply: string
  /** What to ask next: contact details, the open question, or nothing. */
  next: NextTopic | 'same' | null
  /** Why the team must see the conversation, if it must. */
  needs: Needs | null
}

/** Drops the open question in `state` and adds a note for the owner. */
export function handOff(kind: Interruption, context: AgentContext, state: AgentState, text: string): Handoff {
  if (kind === 'stop') return leaveAlone(state, text)
  const needs = kind === 'human' ? 'asked' : 'complaint'
  const reply = kind === 'human' ? introduction(context, state) : regret(context, state, text)
  const contact = contactTopic(state)
  if (contact) return { reply, next: contact, needs }
  const { phone, email } = state.known
  const callback = phone || email ? ` Someone will get back to you ${callbackTime(context)}.` : ''
  return { reply: reply + callback, next: kind === 'human' ? 'same' : null, needs }
}

const direct = ({ business }: AgentContext) =>
  business.phone ? ` You can also call us at ${business.phone}.` : ''

function introduction(context: AgentContext, state: AgentState): string {
  return noteOnce(state, 'Would like to speak with a person')
    ? `I'm ${context.business.name}'s automated assistant; the team reads every chat.${direct(context)}`
    : 'I am an automated assistant, but a person will read this.'
}

function regret(context: AgentContext, state: AgentState, text: string): string {
  const isFirst = !state.handoff
  state.handoff = true
  note(state, `Complaint: ${text}`)
  return isFirst
    ? `I'm sorry to hear that. I've noted it, so that a person from the team can look into it.${direct(context)}`
    : "I understand, and I've added that for the team."
}

function leaveAlone(state: AgentState, text: string): Handoff {
  const { known, booked } = state
  const isDeletion = wantsDeletion(text)
  noteOnce(state, isDeletion ? 'Asked for their details to be deleted' : 'Asked not to be contacted')
  if (!known.phone && !known.email) {
    const reply = "Understood, I'll stop here. You can write again any time."
    return { reply, next: null, needs: isDeletion ? 'asked' : null }
  }
  const wish = isDeletion ? 'want your details deleted' : "don't wish to be contacted"
  const call = booked ? ' Your estimate call is still booked; write "cancel" to call it off.' : ''
  return { reply: `Understood. I've noted for the team that you ${wish}.${call}`, next: null, needs: 'asked' }
}
