import { LIMITS } from '../../src/contract/limits.ts'
import { cutText } from '../../src/domain/common/cut-text.ts'
import { isTown, isTownAfterStreet, zipIn } from '../places/locate.ts'
import { type Act, type Clause, readClauses } from './acts.ts'
import { announcedAddress, findAddresses, readAddress } from './extract/address.ts'
import { findEmails, findPhones, partOfPhone, samePhone } from './extract/contact.ts'
import { type Correction, retyped } from './extract/correction.ts'
import { findAvailability, findBudget, findPropertySize, findTimeline } from './extract/details.ts'
import { findName, fullerName } from './extract/name.ts'
import { isNotTried, ownAddress, ownContact } from './extract/own.ts'
import {
  findServices,
  servicesDropped,
  servicesNamed,
  tellsWork,
  withoutDeclined,
} from './extract/service.ts'
import { type Found, mask, maskName, tidy } from './extract/spans.ts'
import { withHouseNumbers } from './extract/spoken.ts'
import { repeated } from './follow-up.ts'
import { afterCorrection, isCorrection, offersAsked, VERBS_OF_WORK, wantsService } from './intents.ts'
import { wantsNoContact } from './no-contact.ts'
import { seeksJob } from './notes.ts'
import { factOfQuestion, isAnnounced, isAnswerTo } from './owner-questions.ts'
import { type Preference, preferenceIn } from './preference.ts'
import { questionsIn } from './questions.ts'
import { type Danger, dangerIn } from './safety.ts'
import { dropsCall } from './schedule/intents.ts'
import type { AgentState, Business, FactName } from './state.ts'
import { GIVEN_NAMES } from './texts/given-names.ts'
import { chanceOf } from './understand/likelihoods.ts'
import { mayBeOffered } from './understand/trades.ts'
import { describesWork, isGeneral, mentionsWork, tellsAccess } from './work.ts'

/** What one message does: the facts it gives, the questions it asks, and its other acts. */
export interface ParsedMessage {
  facts: Partial<Record<FactName, string>>
  /** Requested services that the business doesn't list. */
  unlisted: string[]
  /** Whether the visitor describes work that isn't among the listed services. */
  isOffList: boolean
  /** Questions about the business or the work. */
  questions: readonly Found[]
  /** The message without its questions and acts: the part that can answer an open question. */
  statement: string
  acts: ReadonlySet<Act>
  danger: Danger | null
  /** How the visitor wants to be contacted instead of by phone. */
  prefers: Preference | null
  /** A known fact that is wrong, without a new value. */
  wrong?: Correction['fact']
}

const MOST_SERVICE_WORDS = 200

/** Acts that rule out a service request, even if they mention a service. */
const NO_REQUEST: readonly Act[] = [
  'complain',
  'praise',
  'job',
  'offtopic',
  'wrong',
  'joke',
  'stop',
  'delete',
]
/** A longer text without a question mark is a story, even if it requests an answer. */
const LONGEST_QUESTION = 160
/** Matches questions that request work rather than ask about it. */
const REQUESTS = new RegExp(
  `^for (?:an?|my|our|the) |\\b(?:can|could|would|will|do|does|are|is) (?:you|someone|somebody|anyone|they|it possible|there (?:any|some)one)\\b|\\b(?:can|could|may) i (?:get|have|book|schedule|add)\\b|\\b(?:how much|costs?|prices?|charge|quotes?|estimates?|ballpark|need|looking|help with|offer|interested|how soon|when can)\\b|\\b(?:pueden|puede|podrían|hacen|ofrecen|${VERBS_OF_WORK}|cuánto|cuanto|necesito|precio)(?![\\p{L}])`,
  'iu',
)
/** Matches a name next to a phone number or an email address. */
const NAME_ALONE = /^\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’.-]*){0,2}$/u
const NAME_FIRST = /^\s*\p{Lu}[\p{L}'’-]+\s*(?:[,;]|\s{2,}|$)/u
const NAMES_WORK = /(?:ing|\p{L}{4}al|care|work|services?|repairs?|design|install)$/iu
/** The maximum number of words in an answer where a bare number counts as a budget. */
const SHORT_ANSWER = 5
/** Matches the end of the first sentence or part of a message. */
const OPENING_END = /[.,;!\n]/
/** The least probability that a name in such a part is one. */
const LEAST_NAME = 0.4
/** The intents of a name, and their least probability in an answer that contains one word as the name. */
const OF_NAME = ['fact', 'place', 'correct', 'greet', 'accept']
const LEAST_WORD = 0.06
/** The least probability that a statement tells of work. */
const LEAST_WORK = 0.8
/** The least probability that a whole message offers something. */
const LEAST_VENDOR = 0.8
const isShortAnswer = (text: string) => text.trim().split(/\s+/).length <= SHORT_ANSWER
/** Acts that answer an owner's question. */
const ANSWERS: ReadonlySet<Act> = new Set(['accept', 'decline'])
/** Acts beside which a statement doesn't answer an owner's question. */
const NO_ANSWERS: ReadonlySet<Act> = new Set<Act>([
  'ability',
  'agentName',
  'bot',
  'complain',
  'customer',
  'delete',
  'job',
  'offtopic',
  'person',
  'repeat',
  'stop',
  'vendor',
  'visit',
  'wait',
  'why',
  'wrong',
])

/** Matches a message that gives only the visitor's location. */
const ONLY_ZIP =
  /^(?:(?:i['’]?m|i am|we['’]?re|it['’]?s|i live|my|the|zip|code|is|in|at|near|located|estoy|en|es|mi|c[oó]digo|postal)[\s:]+)*\d{5}(?:\s(?:lol|here|area))?\W*$/i

/** Matches a message that gives only the visitor's town and ZIP code. */
const TOWN_AND_ZIP =
  /^(?:i['’]?m|i am|we['’]?re|we are|i live|estoy|vivo)(?: located)? (?:in|near|en) ([\p{L}\s.,]{2,40}\d{5})\W*$/iu

/** Matches how a question about work begins: `do you guys do`. */
const ASKS_FOR = /^(?:do|can|could|would|will) you(?: guys)? (?:also )?(?:(?:do|offer|handle|provide) )?/i

/** Matches words that customers use, but people who sell to the business don't. */
const OWN_PLACE =
  /\b(?:my|our) (?:\w+ ){0,2}(?:lawn|yard|grass|trees?|house|home|garden|hedges?|bushes|driveway|property|place|site|plant|facility|campus)\b/i

/** Matches what follows praise if the visitor adds something else: `great job, but you missed a spot`. */
const RESERVED_PRAISE = /\b(?:but|however|except|though|although|unfortunately|pero)\b/i

/** Matches what can precede a size in an answer. */
const BEFORE_SIZE =
  /^\W*(?:(?:it['’]?s|it is|that['’]?s|we have|i have|about|around|roughly|maybe|probably|just|an?)\s+)*$/i
/** Matches what can follow a size that is masked. */
const OF_SIZE = /^\W*(?:lot|yard|lawn|property)\b/i
/** Removes the act from `Why?` in `My grass is yellow. Why?`, which isn't about the agent's question. */
const withoutBareWhy = (clause: Clause, index: number): Clause =>
  index > 0 && clause.act === 'why' && /^\P{L}*(?:why|por qué)\P{L}*$/iu.test(clause.text)
    ? { ...clause, act: null }
    : clause

/** Matches a street whose name can be a plant: `12 elm`, `corner of elm and 5th`. */
const STREET_ALONE =
  /^(?:(?:it['’]?s|the) )*(?:\d{2,6} (?:[nsew]\.? )?\p{L}+(?<!s)(?:$| (?:and|but) )|(?:corner|intersection) of )/iu
/** Matches an address without a town. */
const ENDS_IN_STREET =
  /^\d.* (?:street|st|avenue|ave|road|rd|drive|dr|lane|ln|court|ct|boulevard|blvd|way|circle|place|pl|terrace|trail|parkway)\.?$/i
/** Matches such a street before a town: `12 elm columbus`. */
const STREET_AND_TOWN = /^\d{1,6} \p{L}+(?: \p{L}+)? (\p{L}+)$/u

/**
 * Separates the parts of a list with commas: `Ann Bowen / 614-555-0147 / 12 Elm St`, `1. 12 Elm St 2. 4 Oak St`. Keeps
 * the length of the text.
 */
function withCommas(text: string): string {
  const parted = (text.match(/ [/|] /g) ?? []).length > 1 ? text.replace(/ [/|](?= )/g, ' ,') : text
  const numbered = /(?<=^|\s)\d{1,2}[.)](?= \d+ \p{L})/gu
  return (parted.match(numbered) ?? []).length > 1
    ? parted.replace(numbered, (mark) => ','.padStart(mark.length))
    : parted
}

/** Returns whether a message contained any fact that the console stores. */
export const hasFacts = ({ facts }: ParsedMessage) => Object.keys(facts).length > 0

/** Removes contact details and addresses from a message, so that their numbers aren't read as times. */
export function withoutPlaces(text: string): string {
  const numbered = withHouseNumbers(text)
  const withoutContact = mask(numbered, [...findPhones(numbered), ...findEmails(numbered)])
  return mask(withoutContact, findAddresses(withoutContact))
}

/** Returns the value that replaces one right before it: `1 Elm St. no, 1 Elm Ct.` */
function instead([first, second]: readonly Found[], text: string): string | undefined {
  const isRetracted = first && second && /^\W*(?:no|nope|oops)\W*$/i.test(text.slice(first.end, second.start))
  return isRetracted ? second.value : undefined
}

/** Returns which of several values to keep: the last one in a correction, otherwise the first. */
function chosen(found: readonly Found[], text: string): string | undefined {
  return instead(found, text) ?? (isCorrection(text) ? found.at(-1) : found[0])?.value
}

/** Returns the phone number whose other digits the visitor has sent before, possibly without the area code. */
function completedPhone(text: string, dialed: string): string | undefined {
  const part = dialed && partOfPhone(text)
  const all = part && (dialed.length === 7 && part.length === 3 ? part + dialed : dialed + part)
  return all ? findPhones(all)[0]?.value : undefined
}

/**
 * Reads one message in the context of what was asked. A fact needs evidence in its own words or must be a plausible
 * answer to the open question. Each value has at most 500 characters. Runs in linear time; the caller limits the length
 * of `text`.
 */
export function parseMessage(original: string, state: AgentState, business: Business): ParsedMessage {
  const text = withCommas(withHouseNumbers(original))
  const { asked, known } = state
  const before = known.service_needs?.split(', ') ?? []
  const clauses = readClauses(text, asked?.topic).map(withoutBareWhy)
  const acts = new Set(clauses.flatMap(({ act }) => act ?? []))
  // A visitor who has just asked for work tells how to get there.
  if (known.service_needs && tellsAccess(text)) acts.delete('customer')
  if (known.service_needs) acts.delete('visit')
  const prefers = preferenceIn(text, state.prefers)
  // With a booked call, `don't call me` cancels it first.
  // `I'm not giving my number, I get enough calls` refuses a detail, and nothing else.
  const refuses = acts.has('decline') && !acts.has('stop') && asked !== null && asked.topic !== 'slot'
  if (!refuses && wantsNoContact(text) && !(state.booked && dropsCall(text)))
    acts.add('stop').delete('callMe')
  // `Don't call me, email me` isn't an opt-out.
  if (prefers) acts.delete('stop')
  if (chanceOf(text, ['vendor']) >= LEAST_VENDOR) acts.add('vendor')
  if (OWN_PLACE.test(text)) acts.delete('vendor')
  // `What? I only want to know if you come to Mansfield` doesn't ask for the same words again.
  if (/^\W*(?:what|huh)\s*[?!.]+(?:\s*\S+){3}/i.test(text)) acts.delete('repeat')
  if (wantsService(text) || RESERVED_PRAISE.test(text)) acts.delete('praise')
  // A statement by a customer may contain a name.
  const done = clauses
    .filter(({ act }) => act !== null && act !== 'customer' && act !== 'visit')
    .map((each) => ({ ...each, value: each.text }))
  const questions: readonly Found[] = questionsIn(mask(text, done)).filter(
    ({ value }) =>
      (value.length <= LONGEST_QUESTION || value.endsWith('?')) &&
      !preferenceIn(value) &&
      servicesDropped(value, before).length === 0,
  )
  const said = tidy(mask(text, [...questions, ...done]))
  const statement = /[\p{L}\p{N}]/u.test(said) ? said : ''
  const danger = dangerIn(text)

  if (acts.has('vendor'))
    return { facts: {}, unlisted: [], isOffList: false, questions, statement, acts, danger, prefers }
  const phones = findPhones(text).filter(
    (found) => isNotTried(text, found) && !(business.phone && samePhone(found.value, business.phone)),
  )
  const emails = findEmails(text).filter((found) => isNotTried(text, found))
  const withoutContact = mask(text, [...phones, ...emails])
  const facts: ParsedMessage['facts'] = {}
  const keep = (name: FactName, value: string | null | undefined) => {
    const tidied = value && cutText(tidy(value), LIMITS.line)
    if (tidied) facts[name] = tidied
  }
  keep('phone', ownContact(phones, text) ?? chosen(phones, text) ?? completedPhone(text, state.dialed))
  const email = ownContact(emails, text) ?? chosen(emails, text)
  keep('email', (email && retyped(text, { email })?.value) ?? email)
  // `Wrong number. It's 614-555-0132` is a correction.
  if (facts.phone) acts.delete('wrong')
  const addresses = findAddresses(withoutContact)
  const plain = mask(withoutContact, addresses)
  const isKnown = known.name !== null && !isCorrection(text)
  const parsed: ParsedMessage = {
    facts,
    unlisted: [],
    isOffList: false,
    questions,
    statement,
    acts,
    danger,
    prefers,
  }
  if (danger !== null && danger !== 'urgent' && danger !== 'legal') return parsed
  keep('name', findName(mask(plain, questions), false, isKnown))
  const isOfJob = seeksJob(state.notes) && !wantsService(text) && !OWN_PLACE.test(text)
  if (danger === 'legal' || isOfJob || NO_REQUEST.some((act) => acts.has(act))) {
    if (isOfJob && !facts.name && !known.name && (facts.phone || facts.email))
      keep('name', nameBeside(mask(plain, [...questions, ...done]), true))
    return parsed
  }

  const idle = questions.filter(({ value }) => !REQUESTS.test(value) && !offersAsked(value))
  const request = maskName(mask(plain, idle), facts.name)
  // An answer to offered times concerns the call, not the work.
  const choosesSlot = asked?.topic === 'slot'
  const drops = servicesDropped(text, before).length > 0
  const looksForService =
    (asked?.topic !== 'question' && (!choosesSlot || !known.service_needs)) ||
    wantsService(text) ||
    isCorrection(text) ||
    drops
  const services = looksForService
    ? // `It's not mowing, it's leaf cleanup`
      findServices(
        drops ? request.replace(/\bit['’]?s\b/gi, ' ') : request,
        business.services,
        asked?.topic === 'service' && isShortAnswer(request),
      )
    : { offered: [], unlisted: [] }
  const isService = services.offered.length + services.unlisted.length > 0
  // `My furnace has quit`: one of the services does that, but which one is open.
  const isOpenWork =
    asked?.topic === 'service' &&
    !isService &&
    chanceOf(statement, ['work']) >= LEAST_WORK &&
    mayBeOffered(statement, business.services, LEAST_WORK)
  if (isOpenWork) keep('service_needs', statement)
  const isUnlisted = services.offered.length > 0 && !before.some((each) => business.services.includes(each))
  if (isUnlisted || asked?.topic === 'service' || wantsService(text) || isCorrection(text) || drops) {
    keep('service_needs', [...services.offered, ...services.unlisted].join(', '))
    parsed.unlisted = services.unlisted
  }
  const wanted = asked?.question ? factOfQuestion(asked.question) : null
  // Only a message that contains nothing else can answer the open question in any words.
  const isBare = statement !== '' && !facts.name && !isCorrection(text)
  const topic = isBare ? (asked?.topic ?? null) : null
  const asksAddress = topic === 'address' || (topic === 'question' && wanted === 'address')
  const answered = mask(withoutContact, [...questions, ...done])
  const [part = ''] = statement.split(/[,;]\s/)
  const isPlace = asksAddress && (!isService || STREET_ALONE.test(part)) && !facts.phone && !facts.email
  const isStreet = asksAddress && isTown(STREET_AND_TOWN.exec(part)?.[1] ?? '')
  const place = isStreet ? part : isPlace && addresses.length < 2 ? readAddress(answered) : null
  const precise = place && !/\d/.test(place) ? addresses[0]?.value : undefined
  const own = instead(addresses, text) ?? ownAddress(addresses, withoutContact)
  keep('address', own ?? precise ?? place ?? chosen(addresses, text))
  if (!facts.address && statement !== '') keep('address', announcedAddress(withoutContact))
  // The town of a street that the visitor gave before.
  if (
    !facts.address &&
    known.address &&
    choosesSlot &&
    ENDS_IN_STREET.test(known.address) &&
    isTownAfterStreet(statement)
  )
    keep('address', `${known.address}, ${statement}`)

  const told = mask(plain, [...questions, ...done])
  const wantedLater = new Set(business.questions.map(factOfQuestion))
  for (const [name, found] of detailsOf(wanted ? plain : request, wanted, choosesSlot)) {
    // A size has a unit, so it is an answer if it comes first.
    const isFirst = name === 'property_size' && BEFORE_SIZE.test(text.slice(0, found.start))
    const isClear = isFirst || isAnswerTo(name, tidy(statement || plain))
    const isAnswer = wanted === name && isClear
    // An answer that precedes the owner's question: `half an acre`.
    const isEarly = wantedLater.has(name) && isAnswerTo(name, statement)
    // `614-555-0134, after 4 works best`
    const isReach = name === 'service_availability' && Boolean(facts.phone ?? facts.email)
    const isPart =
      (name === 'property_size' || isReach) &&
      told.split(/[,;.]\s|\band\b|\s{2,}/).some((part) => isAnswerTo(name, part))
    if (isService || isAnswer || isEarly || isPart || isAnnounced(name, statement)) keep(name, found.value)
    // An answer may look like a question: `half an acre?`
    if (isAnswer)
      parsed.questions = questions.filter(({ start, end }) => start > found.start || end < found.end)
  }

  const size = findPropertySize(plain)
  const rest = size ? mask(told, [size]).replace(OF_SIZE, ' ') : told
  // `Smanatha Reed, sorry Samantha Reed`
  const isRespelled = asked?.topic === 'name' && !known.name && isCorrection(text)
  // The name can also follow the next question.
  const isLateName = topic === 'contact' && !known.name && (state.said.name ?? 0) > 0 && isShortAnswer(rest)
  if ((topic === 'name' || isLateName || isRespelled) && !isService && !facts.address)
    keep('name', findName(isRespelled ? afterCorrection(rest) : rest, true, isKnown))
  // The agent asked for the name, and the name comes first: `Maria, 512-555-0188, 12 Elm St`.
  const hasOthers = (facts.phone ?? facts.email ?? facts.address) !== undefined
  const [first = ''] = rest.split(/[,;]|\s{2,}/)
  const isNamed = topic === 'name' || !(describesWork(first) || NAMES_WORK.test(first) || isTown(tidy(first)))
  if (isBare && isNamed && hasOthers && !facts.name && !known.name && NAME_FIRST.test(rest))
    keep('name', findName(first, true, false))
  const isReachable = facts.phone || facts.email || known.phone || known.email
  if (!facts.name && !known.name && (facts.address || isReachable || topic === 'contact')) {
    keep('name', nameBeside(rest, isBare && (facts.phone !== undefined || topic === 'contact')))
  }
  // `Greg Pfeiffer. I booked it on Monday`
  const mayName = !known.name && !facts.name && (topic === 'name' || (state.said.name ?? 0) > 0)
  const opening = text.split(OPENING_END, 1)[0] ?? ''
  if (mayName && opening !== text && NAME_ALONE.test(opening) && chanceOf(opening, ['fact']) >= LEAST_NAME)
    keep('name', findName(opening, true, false))
  // `Backyard` is where the work is, and `question` is no name.
  const isWord = facts.name !== undefined && topic === 'name' && !rest.trim().includes(' ')
  const isYard = isWord && isGeneral(facts.name ?? '') && mentionsWork(facts.name ?? '')
  if (isYard || (isWord && chanceOf(rest.trim(), OF_NAME) < LEAST_WORD)) delete facts.name
  if (facts.name && isStray(facts.name, text)) delete facts.name
  if (isBare || facts.name) keep('name', fullerName(mask(plain, questions), facts.name ?? known.name))
  if (topic === 'service' && !hasFacts(parsed))
    keep('address', ONLY_ZIP.test(statement) ? zipIn(statement) : TOWN_AND_ZIP.exec(statement)?.[1])
  const again = asked?.topic === 'service' && !isService ? repeated(statement, state) : ''
  keep('service_needs', servicesNamed(again, business.services).offered.join(', '))
  // `Can you grind a stump?`
  const offer = questions.find(({ value }) => offersAsked(value))
  const described = statement || (offer ? tidy(offer.value) : '')
  const work = hasFacts(parsed) ? workAmongFacts(rest) : tellsWork(described) ? described : undefined
  if (asked?.topic === 'service' && !isService && !isCorrection(text) && !acts.has('customer') && work) {
    const requested = findServices(work, business.services).offered
    const named = (
      requested.length > 0 ? requested : servicesNamed(withoutDeclined(work), business.services).offered
    ).join(', ')
    keep('service_needs', named || cutText(work.replace(ASKS_FOR, ''), MOST_SERVICE_WORDS))
    parsed.isOffList =
      named === '' &&
      business.services.length > 0 &&
      !isGeneral(work) &&
      !mayBeOffered(work, business.services)
  }
  if (topic === 'question' && wanted && !hasFacts(parsed) && isAnswerTo(wanted, statement)) {
    keep(wanted, statement)
  }
  return parsed
}

/** Matches first names of plants before a surname: `Ivy Moss`. */
const PLANT_NAME = /^(?:Daisy|Hazel|Heather|Holly|Ivy|Lily|Olive|Rose|Violet) (\p{Lu}.*)/u

/**
 * Returns a name that stands alone between commas or other facts: two words, or one if the message says nothing else.
 */
function nameBeside(rest: string, isOnly: boolean): string | null {
  const parts = rest
    .replace(/^\W*(?:it['’]?s|soy|this is) (?=\p{L}+\W*$)/iu, '')
    .split(/[,;|]|\s{2,}|[.!?:]\s|\s[-–—]\s/)
    .map(tidy)
    .filter((part) => /\p{L}/u.test(part))
  const names = parts.filter(
    (part) => NAME_ALONE.test(part) && (part.includes(' ') || (isOnly && parts.length === 1)),
  )
  const [first] = names
  const surname = first && PLANT_NAME.exec(first)?.[1]
  const isPlant = first !== undefined && describesWork(first) && (!surname || describesWork(surname))
  return first && !isPlant && !NAMES_WORK.test(first) ? findName(first, true, false) : null
}

const INTRODUCES = /\b(?:name|call me|i['’]?m|i am|this is|it['’]?s|it is|here|soy|llamo|nombre|habla)\b/i

/** Returns whether a single word in lowercase is no name: `gas. house is 1900 sq ft`. */
const isStray = (name: string, text: string) =>
  !name.includes(' ') &&
  text.includes(name.toLowerCase()) &&
  text.trim().split(/\s+/).length > SHORT_ANSWER &&
  !INTRODUCES.test(text) &&
  !GIVEN_NAMES.has(name.toLowerCase())

/** Returns the work that a visitor describes between other facts: `Fence painting. Al Pope, 614-555-0122`. */
const workAmongFacts = (rest: string): string | undefined =>
  rest
    .split(/[,;|]|\s{2,}|[.!?](?:\s|$)/)
    .map(tidy)
    .find(
      (part) =>
        describesWork(part) && !tellsAccess(part) && (!NAME_ALONE.test(part) || NAMES_WORK.test(part)),
    )

/** Matches when work is done, which is too vague for a call: `this spring`. */
const SEASON =
  /\b(?:spring|summer|fall|autumn|winter|next (?:month|year)|primavera|verano|oto[ñn]o|invierno)\b/i

/** Returns the details in a message, as written. */
function detailsOf(text: string, wanted: FactName | null, choosesSlot: boolean): [FactName, Found][] {
  const size = findPropertySize(text)
  const withoutSize = size ? mask(text, [size]) : text
  const budget = findBudget(withoutSize, wanted === 'budget' && isShortAnswer(text))
  const withoutBudget = budget ? mask(withoutSize, [budget]) : withoutSize
  const timeline =
    choosesSlot && !SEASON.test(text) && !isAnnounced('timeline', text) ? null : findTimeline(withoutBudget)
  const availability = choosesSlot
    ? null
    : findAvailability(timeline ? mask(withoutBudget, [timeline]) : withoutBudget)
  const found = { property_size: size, budget, timeline, service_availability: availability }
  return Object.entries(found).flatMap(([name, value]) => (value ? [[name as FactName, value]] : []))
}

/**
 * Reduces a message that corrects a fact to exact facts: a phone number or an email address. Requests for a person and
 * complaints still count.
 */
export function onlyCorrects(parsed: ParsedMessage, { fact, value }: Correction): ParsedMessage {
  const { phone, email } = parsed.facts
  const exact = { ...(phone && { phone }), ...(email && { email }) }
  const acts = new Set([...parsed.acts].filter((act) => act === 'person' || act === 'complain'))
  const rest = { ...parsed, unlisted: [], questions: [], statement: '', acts }
  return value === null
    ? { ...rest, facts: {}, wrong: fact }
    : { ...rest, facts: { ...exact, [fact]: value } }
}

/** Returns whether a message answers an owner's question that doesn't ask for a fact. */
export const answersFreely = ({ acts, statement, facts, questions }: ParsedMessage) =>
  ![...acts].some((act) => NO_ANSWERS.has(act)) &&
  !facts.name &&
  (statement !== '' || ([...acts].some((act) => ANSWERS.has(act)) && questions.length === 0))
