import { namesStreet } from './extract/address.ts'
import { factOfQuestion } from './owner-questions.ts'
import { tells } from './search/search.ts'
import type { AgentState, Business, Topic } from './state.ts'

/** The maximum number of the owner's own questions that the agent asks. */
const MOST_QUESTIONS = 3

/** The next topic to ask about. `question` is set for one of the owner's own questions. */
export interface NextTopic {
  topic: Topic
  question: string | null
}

const plain = (topic: Topic): NextTopic => ({ topic, question: null })

/** Returns how to ask for contact details; null if the agent has some or the visitor refuses. */
export function contactTopic({ known, declined, prefers }: AgentState): NextTopic | null {
  const noPhone = declined.includes('phone')
  const noEmail = declined.includes('email')
  if (prefers === 'email' && !known.email && !noEmail) return plain('email')
  if (known.phone || known.email || (noPhone && noEmail)) return null
  if (prefers && prefers !== 'email' && !noPhone) return plain('phone')
  return plain(noPhone ? 'email' : noEmail ? 'phone' : 'contact')
}

/** Returns whether the agent knows the place of what it books: the street of a visit. */
export const knowsPlace = (
  { appointment }: Pick<Business, 'appointment'>,
  { known, booked }: Pick<AgentState, 'known' | 'booked'>,
): boolean => appointment.kind === 'call' || booked !== null || namesStreet(known.address ?? '')

/** Returns whether the place is known well enough: visitors who want no visit don't have to give a street. */
export const isPlaced = (business: Pick<Business, 'appointment'>, state: AgentState): boolean =>
  state.known.address !== null && (state.wantsOther || knowsPlace(business, state))

/** Returns whether the team must reach the visitor before anything else is asked. */
const isForTeam = ({ handoff, known, said }: AgentState) =>
  handoff || Boolean(said.urgent && !known.phone && !known.email)

/**
 * Returns the next topic to ask about, or null if none is left. The service, the name, a way to reach the visitor, and
 * the address come first, followed by the offer of a call, or of a visit if the address is known. If something can't wait, a way to reach the visitor comes
 * first. If the visitor has asked for a time, the offer comes as soon as they can be reached. The owner's own questions
 * follow once the call is booked or declined. `isServiceLater` skips the service this time.
 */
export function nextTopic(
  state: AgentState,
  business: Business,
  hasSlots: () => boolean,
  isServiceLater = false,
): NextTopic | null {
  const { known, declined, booked, wish, proposed } = state
  const isReachable = Boolean(known.phone || known.email)
  const canOffer = () => !booked && !declined.includes('slot') && knowsPlace(business, state) && hasSlots()
  const name = known.name || declined.includes('name') ? null : plain('name')
  if (isForTeam(state)) return contactTopic(state) ?? (isReachable ? name : null)
  // The agent promised this for when it can reach the visitor, or the visitor has chosen a time.
  if ((wish || proposed) && isReachable && canOffer()) return plain('slot')
  if (!known.service_needs && !declined.includes('service') && !isServiceLater) return plain('service')
  if (name) return name
  const contact = contactTopic(state)
  if (contact || !isReachable) return contact
  if (!isPlaced(business, state) && !declined.includes('address')) return plain('address')
  if (canOffer()) return plain('slot')
  if (booked && !known.phone && !declined.includes('phone')) return plain('phone')
  return nextQuestion(state, business)
}

function nextQuestion({ known, settled, heard }: AgentState, { questions }: Business): NextTopic | null {
  const asked = questions.filter((question) => settled.includes(question)).length
  const next = questions.find((question) => {
    const fact = factOfQuestion(question)
    const isKnown = fact ? known[fact] !== null : heard.some((said) => tells(said, question))
    return !settled.includes(question) && !isKnown
  })
  return next && asked < MOST_QUESTIONS ? { topic: 'question', question: next } : null
}
