import { factOfQuestion } from './owner-questions.ts'
import type { AgentState, Business, Topic } from './state.ts'

/** How many of the owner's own questions the agent asks. */
const MOST_QUESTIONS = 3

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

/**
 * Returns the next topic to ask about, or null if none is left. Service, name, a way to reach the visitor, and the
 * address come first, then the offer of a call, which comes at once for a time that the visitor has asked for; the owner's own questions follow once the call is booked or declined.
 */
export function nextTopic(state: AgentState, business: Business, hasSlots: () => boolean): NextTopic | null {
  const { known, declined, handoff, booked, wish } = state
  const isReachable = Boolean(known.phone || known.email)
  const canOffer = () => !booked && !declined.includes('slot') && hasSlots()
  const name = known.name || declined.includes('name') ? null : plain('name')
  if (handoff) return contactTopic(state) ?? (isReachable ? name : null)
  // Promised, once the agent knows how to reach the visitor.
  if (wish && isReachable && canOffer()) return plain('slot')
  if (!known.service_needs && !declined.includes('service')) return plain('service')
  if (name) return name
  if (!isReachable) return contactTopic(state)
  if (!known.address && !declined.includes('address')) return plain('address')
  if (canOffer()) return plain('slot')
  if (booked && !known.phone && !declined.includes('phone')) return plain('phone')
  return nextQuestion(state, business)
}

function nextQuestion({ known, settled }: AgentState, { questions }: Business): NextTopic | null {
  const asked = questions.filter((question) => settled.includes(question)).length
  const next = questions.find((question) => {
    const fact = factOfQuestion(question)
    return !settled.includes(question) && !(fact && known[fact])
  })
  return next && asked < MOST_QUESTIONS ? { topic: 'question', question: next } : null
}
