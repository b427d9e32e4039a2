import { LIMITS } from '../../src/contract/limits.ts'
import { type Act, readClauses } from './acts.ts'
import { announcedAddress, findAddresses, readAddress } from './extract/address.ts'
import { findEmails, findPhones, samePhone } from './extract/contact.ts'
import { findAvailability, findBudget, findPropertySize, findTimeline } from './extract/details.ts'
import { findName } from './extract/name.ts'
import { findServices } from './extract/service.ts'
import { type Found, mask, tidy } from './extract/spans.ts'
import { isCorrection, wantsService } from './intents.ts'
import { factOfQuestion, isAnswerTo } from './owner-questions.ts'
import { questionsIn } from './questions.ts'
import type { AgentState, Business, FactName } from './state.ts'
import { describesWork } from './work.ts'

/** What one message does: the facts it gives, the questions it asks, and its other acts. */
export interface ParsedMessage {
  facts: Partial<Record<FactName, string>>
  /** Requested services that the business does not list. */
  unlisted: string[]
  /** Questions about the business or the work. */
  questions: readonly Found[]
  /** The message without its questions and acts: what can answer an open question. */
  statement: string
  acts: ReadonlySet<Act>
}

const MOST_SERVICE_WORDS = 200

/** Acts whose words name no service, even if they mention one. */
const NO_REQUEST: readonly Act[] = [
  'complain',
  'job',
  'vendor',
  'offtopic',
  'wrong',
  'joke',
  'stop',
  'delete',
]
/** Acts that answer an owner's question. */
const ANSWERS: ReadonlySet<Act> = new Set(['accept', 'decline'])

/** Returns whether a message contained any fact that the console stores. */
export const hasFacts = ({ facts }: ParsedMessage) => Object.keys(facts).length > 0

/** Returns which of several values to keep: the last one in a correction, else the first. */
function chosen(found: readonly Found[], text: string): string | undefined {
  return (isCorrection(text) ? found.at(-1) : found[0])?.value
}

/**
 * Reads one message, given what was asked. A fact needs evidence in its own words, or must be a plausible answer to the
 * open question. Each value has at most 500 characters. Runs in linear time; the caller limits the length of `text`.
 */
export function parseMessage(text: string, state: AgentState, business: Business): ParsedMessage {
  const { asked, known } = state
  const clauses = readClauses(text)
  const acts = new Set(clauses.flatMap(({ act }) => act ?? []))
  const done = clauses.filter(({ act }) => act !== null).map((each) => ({ ...each, value: each.text }))
  const overlaps = (found: Found) => done.some(({ start, end }) => start < found.end && found.start < end)
  const questions = questionsIn(text).filter((found) => !overlaps(found))
  const unasked = tidy(mask(text, [...questions, ...done]))
  const statement = /[\p{L}\p{N}]/u.test(unasked) ? unasked : ''
  const wanted = asked?.question ? factOfQuestion(asked.question) : null
  const topic = statement === '' ? null : (asked?.topic ?? null)
  const isRequest = !NO_REQUEST.some((act) => acts.has(act))

  const phones = findPhones(text).filter(({ value }) => !business.phone || !samePhone(value, business.phone))
  const emails = findEmails(text)
  const withoutContact = mask(text, [...phones, ...emails])
  const addresses = findAddresses(withoutContact)
  const plain = mask(withoutContact, addresses)
  const rest = mask(plain, [...questions, ...done])

  const size = findPropertySize(plain)
  const withoutSize = size ? mask(plain, [size]) : plain
  const budget = findBudget(withoutSize, wanted === 'budget' && statement !== '')
  const withoutBudget = budget ? mask(withoutSize, [budget]) : withoutSize
  // An answer to offered times concerns the call, not the work.
  const choosesSlot = asked?.topic === 'slot'
  const timeline = choosesSlot ? null : findTimeline(withoutBudget)
  const availability = choosesSlot
    ? null
    : findAvailability(mask(withoutBudget, timeline ? [timeline, ...questions] : questions))

  const asksAddress = topic === 'address' || (topic === 'question' && wanted === 'address')
  const looksForService = isRequest && ((asked?.topic !== 'question' && !choosesSlot) || wantsService(text))
  const services = looksForService ? findServices(plain, business.services) : { offered: [], unlisted: [] }

  const facts: ParsedMessage['facts'] = {}
  const keep = (name: FactName, value: string | null | undefined) => {
    const tidied = value && tidy(value).slice(0, LIMITS.line)
    if (tidied) facts[name] = tidied
  }
  keep('phone', chosen(phones, text))
  keep('email', chosen(emails, text))
  if (isRequest) {
    keep(
      'address',
      (asksAddress ? readAddress(mask(withoutContact, [...questions, ...done])) : null) ??
        chosen(addresses, text),
    )
    if (!facts.address && statement !== '') keep('address', announcedAddress(withoutContact))
    keep('property_size', size?.value)
    keep('budget', budget?.value)
    keep('timeline', timeline?.value)
    keep('service_availability', availability?.value)
  }
  const isService = services.offered.length + services.unlisted.length > 0
  const asksName = topic === 'name' && !isService
  const isKnown = known.name !== null && !isCorrection(text)
  const bare = asksName ? findName(rest, true, isKnown) : null
  keep('name', findName(plain, false, isKnown) ?? bare)
  if (!known.service_needs || asked?.topic === 'service' || wantsService(text)) {
    keep('service_needs', [...services.offered, ...services.unlisted].join(', '))
  }
  if (topic === 'service' && isRequest && !facts.service_needs && describesWork(statement)) {
    keep('service_needs', statement.slice(0, MOST_SERVICE_WORDS))
  }
  if (topic === 'question' && wanted && !facts[wanted] && isAnswerTo(wanted, statement)) {
    keep(wanted, statement)
  }
  return { facts, unlisted: services.unlisted, questions, statement, acts }
}

/** Returns whether a message answers an owner's question that asks for no fact. */
export const answersFreely = ({ acts, statement }: ParsedMessage) =>
  [...acts].every((act) => ANSWERS.has(act)) && (statement !== '' || acts.size > 0)
