import { LIMITS } from '../../src/contract/limits.ts'
import { announcedAddress, findAddresses, readAddress } from './extract/address.ts'
import { findEmails, findPhones, samePhone } from './extract/contact.ts'
import { findAvailability, findBudget, findPropertySize, findTimeline } from './extract/details.ts'
import { findName } from './extract/name.ts'
import { findServices } from './extract/service.ts'
import { type Found, mask, tidy } from './extract/spans.ts'
import { declines, isCorrection, isGreeting, isThanks, isVague, skips, wantsService } from './intents.ts'
import { type Interruption, interruptionOf } from './interruptions.ts'
import { questionsIn } from './questions.ts'
import { wantsBooking } from './schedule/intents.ts'
import type { AgentState, Business, FactName } from './state.ts'

/** The facts and questions of one message. */
export interface ParsedMessage {
  facts: Partial<Record<FactName, string>>
  /** Requested services that the business does not list. */
  unlisted: string[]
  questions: readonly Found[]
  /** The message without its questions. */
  statement: string
  interruption: Interruption | null
}

const MOST_SERVICE_WORDS = 200

/** Returns whether a message contained any fact that the console stores. */
export const hasFacts = ({ facts }: ParsedMessage) => Object.keys(facts).length > 0

const QUESTIONS_OF_FACTS: readonly (readonly [FactName, RegExp])[] = [
  ['budget', /\b(?:budget|spend|afford|price range)\b/i],
  ['property_size', /\bhow (?:big|large)\b|\b(?:square|acres?|acreage|sq|size)\b/i],
  ['service_availability', /\b(?:available|availability|best time|times? works?|days? works?|good time)\b/i],
  ['timeline', /\b(?:timeline|how soon|when (?:do|would|should|are) you|time ?frame|start date|deadline)\b/i],
  ['address', /\b(?:address|where is)\b/i],
  [
    'service_needs',
    /\b(?:what|which) (?:kinds? of |types? of |sorts? of )?(?:works?|services?|jobs?|projects?)\b/i,
  ],
  ['email', /\be-?mail\b/i],
  ['phone', /\bphone\b/i],
  ['name', /\byour (?:full )?name\b/i],
]

/** Returns the fact that one of the owner's questions asks for, or null. */
export function factOfQuestion(question: string): FactName | null {
  return QUESTIONS_OF_FACTS.find(([, pattern]) => pattern.test(question))?.[0] ?? null
}

/** Returns which of several values to keep: the last one in a correction, else the first. */
function chosen(found: readonly Found[], text: string): string | undefined {
  return (isCorrection(text) ? found.at(-1) : found[0])?.value
}

/**
 * Extracts every fact from one message, given what was asked. Each value has at most 500 characters. Runs in linear
 * time; the caller limits the length of `text`.
 */
export function parseMessage(text: string, state: AgentState, business: Business): ParsedMessage {
  const { asked, known } = state
  const interruption = interruptionOf(text)
  const questions = questionsIn(text)
  const unasked = tidy(mask(text, questions))
  const statement = /[\p{L}\p{N}]/u.test(unasked) ? unasked : ''
  const answersPlainly = !interruption && statement !== '' && !declines(text)
  const wanted = asked?.question ? factOfQuestion(asked.question) : null
  const topic = answersPlainly ? (asked?.topic ?? null) : null

  const phones = findPhones(text).filter(({ value }) => !business.phone || !samePhone(value, business.phone))
  const emails = findEmails(text)
  const withoutContact = mask(text, [...phones, ...emails])
  const addresses = findAddresses(withoutContact)
  const plain = mask(withoutContact, addresses)

  const size = findPropertySize(plain)
  const withoutSize = size ? mask(plain, [size]) : plain
  const budget = findBudget(withoutSize, wanted === 'budget' && answersPlainly)
  const withoutBudget = budget ? mask(withoutSize, [budget]) : withoutSize
  // An answer to offered times concerns the call, not the work.
  const choosesSlot = asked?.topic === 'slot'
  const timeline = choosesSlot ? null : findTimeline(withoutBudget)
  const availability = choosesSlot
    ? null
    : findAvailability(mask(withoutBudget, timeline ? [timeline, ...questions] : questions))

  const asksAddress = topic === 'address' || (topic === 'question' && wanted === 'address')
  const looksForService =
    interruption !== 'complaint' && ((asked?.topic !== 'question' && !choosesSlot) || wantsService(text))
  const services = looksForService ? findServices(plain, business.services) : { offered: [], unlisted: [] }

  const facts: ParsedMessage['facts'] = {}
  const keep = (name: FactName, value: string | null | undefined) => {
    const tidied = value && tidy(value).slice(0, LIMITS.line)
    if (tidied) facts[name] = tidied
  }
  keep('phone', chosen(phones, text))
  keep('email', chosen(emails, text))
  keep(
    'address',
    (asksAddress ? readAddress(mask(withoutContact, questions)) : null) ?? chosen(addresses, text),
  )
  if (!facts.address && answersPlainly) keep('address', announcedAddress(withoutContact))
  keep('property_size', size?.value)
  keep('budget', budget?.value)
  keep('timeline', timeline?.value)
  keep('service_availability', availability?.value)
  const isService = services.offered.length + services.unlisted.length > 0
  const asksName = topic === 'name' && (!isService || (asked?.tries ?? 0) > 1)
  const isKnown = known.name !== null && !isCorrection(text)
  const bare = asksName ? findName(mask(plain, questions), true, isKnown) : null
  keep('name', findName(plain, false, isKnown) ?? bare)
  if (!known.service_needs || asked?.topic === 'service' || wantsService(text)) {
    keep('service_needs', [...services.offered, ...services.unlisted].join(', '))
  }

  if (topic === 'service' && !facts.service_needs && describesService(statement, facts)) {
    keep('service_needs', statement.slice(0, MOST_SERVICE_WORDS))
  }
  if (topic === 'question' && wanted && !facts[wanted] && wanted !== 'phone' && wanted !== 'email') {
    if (!skips(text)) keep(wanted, statement)
  }
  return { facts, unlisted: services.unlisted, questions, statement, interruption }
}

/** Returns whether a message without a known service still describes the wanted work. */
function describesService(text: string, facts: ParsedMessage['facts']): boolean {
  const tellsOther = facts.phone || facts.email || facts.address || facts.name
  if (tellsOther || wantsBooking(text)) return false
  return /\p{L}{2}/u.test(text) && !isGreeting(text) && !isThanks(text) && !isVague(text)
}
