import { greetingName } from '../../src/domain/common/name-parts.ts'
import { openSpan } from '../../src/domain/settings/business-hours.ts'
import { nextOpening } from '../../src/domain/settings/next-opening.ts'
import type { Language } from '../base/catalogue.ts'
import { timeInWords } from '../base/formats.ts'
import { slotSentence } from '../call-times/slots.ts'
import { offersCalls } from './call-hours.ts'
import { dateInWords } from './closures.ts'
import { hasLocalNumber } from './extract/contact.ts'
import { languageOf } from './language.ts'
import { seeksJob } from './notes.ts'
import { factOfQuestion } from './owner-questions.ts'
import { namesInList, namesOfServices } from './service-names.ts'
import type { AgentContext, AgentState, Business, FactName, Topic } from './state.ts'
import { nameOfDay, nameOfFact, say } from './texts/dialogue.ts'
import { voiceOf } from './texts/voices.ts'
import { tellsOtherThan } from './told.ts'
import type { NextTopic } from './topics.ts'

/** The agent doesn't promise a call today with less time than this before closing. */
const LEAST_MINUTES_LEFT = 60
/** The number of services that the agent names when it repeats its question. */
const NAMED_SERVICES = 4

/** The reply times (section 3) that promise a reply on the same day. */
const SAME_DAY: ReadonlySet<string | null> = new Set([
  'Instantly',
  'In a few minutes',
  'Within an hour',
  'Within a few hours',
])

const WANTS_CALL = /^\W*(?:call|phone)\W*$|\b(?:call|text|phone) me\b|\bll[aá]m[ea]n?me\b/i

const withEmoji = (context: AgentContext, text: string, emoji: string) =>
  context.business.useEmojis ? `${text} ${emoji}` : text

export function greeting(context: AgentContext, language: Language): string {
  const { agentName, name, tone } = context.business
  const hello = voiceOf(tone)(language, 'greeting', { agent: agentName, business: name })
  return `${withEmoji(context, hello, '👋')} ${questionFor('service', null, context, language)}`
}

/**
 * Returns the agent's question for a topic. The owner's own questions are unchanged if the visitor reads their
 * language.
 */
export function questionFor(
  topic: Topic,
  question: string | null,
  { business }: AgentContext,
  language: Language,
): string {
  switch (topic) {
    case 'phone':
    case 'email':
    case 'slot':
      return say(language, topic)
    case 'question':
      return ownersQuestion(question ?? '', language)
    default:
      return voiceOf(business.tone)(language, topic)
  }
}

/** Returns whether the visitor wants a call or a visit, whichever the business books. */
const kindWanted = ({ business: { appointment } }: AgentContext, wantsOther: boolean) =>
  (appointment.kind === 'visit') === wantsOther ? 'call' : 'visit'

/** Returns the question for a topic in other words than the first time. */
export function askAgain(
  { topic, question }: NextTopic,
  context: AgentContext,
  { language, proposed, wantsOther }: AgentState,
): string {
  const { timezone, appointment } = context.business
  if (topic === 'question')
    return say(language, 'again_question', { question: ownersQuestion(question ?? '', language) })
  if (topic === 'slot' && proposed)
    return say(language, 'again_proposed', {
      kind: appointment.kind,
      when: slotSentence(new Date(proposed), timezone, language),
    })
  return say(language, `again_${topic}`, { kind: kindWanted(context, wantsOther) })
}

/** Longer questions ask for more than one fact. */
const LONGEST_KNOWN = 70
const TRANSLATED = {
  budget: 'askBudget',
  property_size: 'askSize',
  service_availability: 'askAvailability',
  timeline: 'askTimeline',
} as const

/**
 * Returns one of the owner's questions. Translates it if it asks for a known detail; otherwise notes that it is in
 * English.
 */
function ownersQuestion(question: string, language: Language): string {
  if (language === 'en' || languageOf(question) === language) return question
  const fact = question.length <= LONGEST_KNOWN ? factOfQuestion(question) : null
  const isDetail = fact !== null && Object.hasOwn(TRANSLATED, fact)
  return isDetail
    ? say(language, TRANSLATED[fact as keyof typeof TRANSLATED])
    : say(language, 'asksInEnglish', { question })
}

/**
 * Returns what the agent says if an answer lacks what it asked for. For the service topic, that is a list of services
 * to choose from.
 */
export function hintFor(
  topic: Topic,
  text: string,
  context: AgentContext,
  { language, wantsOther }: AgentState,
): string {
  if (hasLocalNumber(text)) return say(language, 'areaCode')
  switch (topic) {
    case 'contact':
    case 'phone':
      return say(language, WANTS_CALL.test(text) ? 'whichNumber' : 'contactAgain')
    case 'email':
      return say(language, 'emailAgain')
    case 'name':
      return say(language, 'nameAgain')
    case 'address':
      return say(language, 'addressAgain', { kind: kindWanted(context, wantsOther) })
    case 'service':
      return `${say(language, tellsOtherThan(topic, text) ? 'serviceNoted' : 'serviceAgain')}${servicesInWords(context, language)}`
    case 'slot':
      return say(language, 'slotAgain')
    case 'question':
      return say(language, 'questionAgain')
  }
}

function servicesInWords({ business }: AgentContext, language: Language): string {
  const services = namesOfServices(business, business.services, language)
  if (services.length === 0) return ''
  const more = services.length > NAMED_SERVICES ? say(language, 'amongOthers') : ''
  return say(language, 'weOffer', { services: services.slice(0, NAMED_SERVICES).join(', ') + more })
}

/** Returns when the business calls back: within its hours, and today only if the owner's reply time says so. */
export function callbackTime(context: AgentContext, language: Language): string {
  const open = openSpan(context.business, context.now)
  if (open && open.minutesLeft >= LEAST_MINUTES_LEFT) {
    return open.closeTime !== null && SAME_DAY.has(context.business.replyTime)
      ? say(language, 'closeToday', { time: timeInWords(open.closeTime, language) })
      : say(language, 'soon')
  }
  const next = nextOpening(context.business, context.now)
  if (!next) return say(language, 'soon')
  if (next.daysAhead > 7) {
    const day = nameOfDay(language, 'on', { day: dateInWords(next.date, language) })
    return say(language, 'openNext', { day, time: timeInWords(next.time, language) })
  }
  const name = nameOfDay(
    language,
    next.daysAhead === 0 ? 'today' : next.daysAhead === 1 ? 'tomorrow' : next.day,
  )
  const bare = language === 'en' ? name.replace(/^on /, '') : name
  const day = next.daysAhead === 7 ? nameOfDay(language, 'next', { day: bare }) : name
  return say(language, 'openNext', { day, time: timeInWords(next.time, language) })
}

/** Returns thanks that include the visitor's first name if it is known. */
const thanksTo = ({ known, language }: AgentState) =>
  known.name ? say(language, 'thanksName', { first: greetingName(known.name) }) : say(language, 'thanks')

/**
 * Returns whether a visitor may be promised a call: one who has neither turned it down nor asked for another way, from a
 * business that offers calls.
 */
export const expectsCall = ({ business }: AgentContext, { prefers, declined, noContact }: AgentState) =>
  business.appointment.kind === 'call' &&
  !prefers &&
  !noContact &&
  !declined.includes('slot') &&
  offersCalls(business)

/** Returns how someone gets in touch: by phone only if the visitor expects a call. */
function wayOf(context: AgentContext, state: AgentState): string {
  const { known, prefers, language } = state
  const { phone, email } = known
  if (!phone || (prefers === 'email' && email)) return say(language, 'emailAt', { contact: email ?? '' })
  return say(language, expectsCall(context, state) ? 'callAt' : 'reachAt', { contact: phone })
}

/** Returns what someone does at the time of the booked call or visit. */
function wayOfBooked({ business }: AgentContext, { known, language }: AgentState): string {
  if (business.appointment.kind === 'visit')
    return known.address ? say(language, 'comeTo', { address: known.address }) : say(language, 'comeBy')
  return known.phone
    ? say(language, 'callAt', { contact: known.phone })
    : say(language, 'reachAt', { contact: known.email ?? '' })
}

/** Returns the closing message: who gets in touch, how, and when. */
export function closing(context: AgentContext, state: AgentState): string {
  const { name: business, phone, email, timezone, appointment } = context.business
  const { known, language } = state
  const thanks = thanksTo(state)
  if (state.booked) {
    const how = wayOfBooked(context, state)
    const when = slotSentence(new Date(state.booked), timezone, language, context.now)
    return withEmoji(
      context,
      say(language, 'closedBooked', { kind: appointment.kind, thanks, when, business, how }),
      '🌱',
    )
  }
  if (known.phone || known.email) {
    const how = wayOf(context, state)
    const availability = known.service_availability
    const when = availability
      ? say(language, 'withinHours', { availability })
      : callbackTime(context, language)
    if (state.handoff && seeksJob(state.notes)) return say(language, 'passedOn')
    if (state.handoff) return say(language, 'closedHandoff', { thanks, business, how, when })
    return withEmoji(context, say(language, 'closedReachable', { thanks, business, how, when }), '🌱')
  }
  const ways = [
    ...(phone ? [say(language, 'wayCall', { phone })] : []),
    ...(email ? [say(language, 'wayEmail', { email })] : []),
  ].join(say(language, 'or'))
  if (!state.declined.includes('phone') && !state.declined.includes('email'))
    return ways ? say(language, 'closedOpenly', { ways }) : say(language, 'closedOpenlyNoWay')
  return ways ? say(language, 'closedUnreachable', { ways }) : say(language, 'closedNoWay')
}

/** Returns an acknowledgment that earlier facts have changed. */
export function corrected(
  changes: readonly (readonly [FactName, string])[],
  business: Business,
  language: Language,
): string {
  const said = changes.map(([name, value]) =>
    say(language, 'change', {
      fact: nameOfFact(language, name),
      value: name === 'service_needs' ? namesInList(business, value, language) : value,
    }),
  )
  return say(language, 'corrected', { changes: said.join(say(language, 'and')) })
}
