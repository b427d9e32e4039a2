import { claimsMore } from './about.ts'
import { namesOther } from './extract/name.ts'
import { offersAsked } from './intents.ts'
import { complains } from './notes.ts'
import type { ParsedMessage } from './parse-message.ts'
import { firstName } from './phrases.ts'
import type { AgentContext, AgentState } from './state.ts'
import { say } from './texts/dialogue.ts'
import { voiceOf } from './texts/voices.ts'

const ACKNOWLEDGEMENTS = ['acknowledge0', 'acknowledge1', 'acknowledge2'] as const

/**
 * Returns the acknowledgment that precedes the next question, depending on what was asked and answered. It is neutral
 * after a complaint. `isAnswered` means that the reply already answers a question; a mere `Great!` is then left out.
 */
export function acknowledge(
  { business }: AgentContext,
  { asked, settled, known, language, notes }: AgentState,
  { facts, unlisted, isOffList, questions, statement, acts }: ParsedMessage,
  isAnswered: boolean,
): string {
  if (asked?.topic === 'question' && (acts.has('skip') || acts.has('unsure')))
    return say(language, 'noProblem')
  if (unlisted.length > 0) {
    return say(language, 'notOnList', { services: unlisted.join(say(language, 'and')) })
  }
  if (isOffList) return say(language, 'offList')
  const asksOffer = questions.some(({ value }) => offersAsked(value) && !claimsMore({ business }, value))
  if (facts.service_needs && asksOffer && !isAnswered) return say(language, 'weDo')
  const voice = voiceOf(business.tone)
  if (facts.name && asked?.topic === 'name' && !namesOther(statement))
    return voice(language, 'niceToMeet', { first: firstName(facts.name) })
  if (isAnswered) return ''
  if (complains(notes)) return say(language, 'noted')
  const turn = settled.length + Object.values(known).filter(Boolean).length
  return voice(language, ACKNOWLEDGEMENTS[turn % ACKNOWLEDGEMENTS.length] ?? 'acknowledge0')
}
