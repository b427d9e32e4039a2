import { factOfQuestion } from './parse-message.ts'
import type { AgentState, Business, Topic } from './state.ts'

/** What to ask next; `question` is set for one of the owner's own questions. */
export interface NextTopic {
  topic: Topic
  question: string | null
}

const plain = (topic: Topic): NextTopic => ({ topic, question: null })

/** How to ask for contact details; null if the agent has some or the visitor refuses. */
export function contactTopic({ known, declined }: AgentState): NextTopic | null {
  const noPhone = declined.includes('phone')
  const noEmail = declined.includes('email')
  if (known.phone || known.email || (noPhone && noEmail)) return null
  return plain(noPhone ? 'email' : noEmail ? 'phone' : 'contact')
}

/** Returns the next topic to ask about, or null if none is left. */
export function nextTopic(state: AgentState, business: Business, hasSlots: () => boolean): NextTopic | null {
  const { known, declined, handoff } = state
  const name = known.name || declined.includes('name') ? null : plain('name')
  if (handoff) return contactTopic(state) ?? (known.phone || known.email ? name : null)
  if (!known.service_needs && !declined.includes('service')) return plain('service')
  if (name) return name
  if (!known.phone && !known.email) return contactTopic(state)
  if (!known.address && !declined.includes('address')) return plain('address')
  for (const question of business.questions) {
    if (state.settled.includes(question)) continue
    const fact = factOfQuestion(question)
    if (!fact || !known[fact]) return { topic: 'question', question }
  }
  if (state.booked) return known.phone || declined.includes('phone') ? null : plain('phone')
  return !declined.includes('slot') && hasSlots() ? plain('slot') : null
}
