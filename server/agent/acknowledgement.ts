import { greetingName } from '../../src/domain/common/name-parts.ts'
import { claimsMore } from './about.ts'
import { isCovered } from './covered.ts'
import { namesOther } from './extract/name.ts'
import { offersAsked } from './intents.ts'
import { complains } from './notes.ts'
import type { ParsedMessage } from './parse-message.ts'
import { isAlarmed } from './safety.ts'
import { namesOfServices } from './service-names.ts'
import type { AgentContext, AgentState, Business } from './state.ts'
import { say } from './texts/dialogue.ts'
import { voiceOf } from './texts/voices.ts'
import { addsTo } from './told.ts'
import { chanceOf } from './understand/likelihoods.ts'
import { sayNoted } from './vary.ts'

/** The number of words that nobody read from which a cheerful acknowledgment would be wrong. */
const MOST_UNREAD = 3
/** Matches dissatisfaction, and what ends work or a call. */
const UNHAPPY =
  /\b(?:cancel\p{L}*|never ?mind|forget (?:it|that|about)|not (?:happy|ok(?:ay)?|acceptable|what i)|unacceptable|ridiculous|terrible|awful|horrible|disappoint\p{L}*|frustrat\p{L}*|upset|angry|mad|worst|useless|late again|no ?show\p{L}*|never (?:came|called|showed|shows?)|still (?:waiting|no|not|hasn|haven)|wrong|p[eé]simo|malo|molest[oa]|enojad[oa]|nunca (?:vinieron|llamaron)|inaceptable)(?!\p{L})/iu

const ACKNOWLEDGEMENTS = ['acknowledge0', 'acknowledge1', 'acknowledge2'] as const

/** The least probability that a request for work also asks for its price. */
const ASKS_PRICE = 0.25

function gotKey(statement: string, isUnread: boolean) {
  if (chanceOf(statement, ['ask_price']) >= ASKS_PRICE) return 'gotPriced'
  return isUnread ? 'gotWork' : 'gotService'
}

/** Returns whether one of the questions asks for work that the owner's words don't confirm. */
export const asksUncovered = (business: Business, questions: ParsedMessage['questions']) =>
  questions.some(({ value }) => offersAsked(value) && !isCovered(business, value))

/**
 * Returns the acknowledgment that precedes the next question, depending on what was asked and answered. It is neutral
 * after a complaint, and if the message contains words that weren't read. `isAnswered` means that the reply already
 * answers a question; a mere `Great!` is then left out.
 */
export function acknowledge(
  { business }: AgentContext,
  state: AgentState,
  { facts, unlisted, isOffList, questions, statement, acts }: ParsedMessage,
  isAnswered: boolean,
): string {
  const { asked, settled, known, language, notes } = state
  if (asked?.topic === 'question' && (acts.has('skip') || acts.has('unsure')))
    return say(language, 'noProblem')
  if (unlisted.length > 0) {
    return say(language, 'notOnList', {
      services: namesOfServices(business, unlisted, language).join(say(language, 'and')),
    })
  }
  if (isOffList) return say(language, 'offList')
  const asksOffer = questions.some(({ value }) => offersAsked(value) && !claimsMore({ business }, value))
  if (facts.service_needs && asksOffer && !isAnswered)
    return say(language, asksUncovered(business, questions) ? 'askedWhether' : 'weDo')
  const voice = voiceOf(business.tone)
  if (facts.name && asked?.topic === 'name' && !namesOther(statement))
    return voice(language, 'niceToMeet', { first: greetingName(facts.name) })
  if (isAnswered) return ''
  const isUnread = addsTo(statement, Object.values(facts)) >= MOST_UNREAD
  if (complains(notes) || isAlarmed(notes) || UNHAPPY.test(statement)) return sayNoted(state)
  const services = facts.service_needs?.split(', ') ?? []
  const listed = services.filter((service) => business.services.includes(service))
  if (listed.length > 0)
    return say(language, gotKey(statement, isUnread), {
      services: namesOfServices(business, listed, language).join(', '),
    })
  if (isUnread) return sayNoted(state)
  const turn = settled.length + Object.values(known).filter(Boolean).length
  return voice(language, ACKNOWLEDGEMENTS[turn % ACKNOWLEDGEMENTS.length] ?? 'acknowledge0')
}
