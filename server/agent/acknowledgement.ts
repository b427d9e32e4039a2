import { declines, offersAsked, skips } from './intents.ts'
import { isUrgent } from './interruptions.ts'
import type { ParsedMessage } from './parse-message.ts'
import { firstName } from './phrases.ts'
import type { AgentContext, AgentState } from './state.ts'
import { fill, voiceOf } from './voice.ts'

export const MARKED_URGENT = 'Your request is marked as urgent.'

/** The acknowledgment before the next question, depending on what was asked and answered. */
export function acknowledge(
  context: AgentContext,
  state: AgentState,
  text: string,
  parsed: ParsedMessage,
): string {
  const { asked, settled, known } = state
  const { facts, unlisted, questions } = parsed
  if (isUrgent(text)) return MARKED_URGENT
  if (asked?.topic === 'question' && (skips(text) || declines(text))) return 'No problem.'
  if (unlisted.length > 0) {
    return `${unlisted.join(' and ')} isn't on our list of services, but I'll pass it on and the team will tell you.`
  }
  const asksOffer = questions.some(({ value }) => offersAsked(value))
  if (facts.service_needs && asksOffer) return 'Yes, we can help with that.'
  const voice = voiceOf(context.business.tone)
  if (facts.name && asked?.topic === 'name') return fill(voice.niceToMeet, { first: firstName(facts.name) })
  const turn = settled.length + Object.values(known).filter(Boolean).length
  return voice.acknowledge[turn % voice.acknowledge.length] ?? ''
}
