import { LIMITS } from '../../src/contract/limits.ts'
import { cutText } from '../../src/domain/common/cut-text.ts'
import { isTown, isTownAfterStreet, placesIn, zipIn } from '../places/locate.ts'
import type { Act } from './acts.ts'
import { announcedAddress, findAddresses, namesStreet, readAddress } from './extract/address.ts'
import { findEmails, findPhones, partOfPhone, samePhone } from './extract/contact.ts'
import { retyped } from './extract/correction.ts'
import { findAvailability, findBudget, findPropertySize, findTimeline } from './extract/details.ts'
import { findName, fullerName, isGivenName } from './extract/name.ts'
import { current, isNotTried, ownAddress, ownContact } from './extract/own.ts'
import {
  findServices,
  type ServicesFound,
  servicesDropped,
  servicesNamed,
  tellsWork,
  withoutDeclined,
} from './extract/service.ts'
import { type Found, mask, maskName, tidy } from './extract/spans.ts'
import { repeated } from './follow-up.ts'
import { afterCorrection, isCorrection, offersAsked, VERBS_OF_WORK, wantsService } from './intents.ts'
import { seeksJob } from './notes.ts'
import { factOfQuestion, isAnnounced, isAnswerTo } from './owner-questions.ts'
import type { Danger } from './safety.ts'
import type { AgentState, Business, FactName, Topic } from './state.ts'
import { GIVEN_NAMES } from './texts/given-names.ts'
import { FIRST_NAMES } from './texts/names.ts'
import { TYPES } from './texts/streets.ts'
import { chanceOf } from './understand/likelihoods.ts'
import { mayBeOffered } from './understand/trades.ts'
import { describesWork, isGeneral, mentionsWork, tellsAccess } from './work.ts'

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
/** The lowest probability at which a statement counts as being about work. */
const LEAST_WORK = 0.8
const isShortAnswer = (text: string) => text.trim().split(/\s+/).length <= SHORT_ANSWER

/** Matches a message that gives only the visitor's location. */
const ONLY_ZIP =
  /^(?:(?:i['’]?m|i am|we['’]?re|it['’]?s|i live|my|the|zip|code|is|in|at|near|located|estoy|en|es|mi|c[oó]digo|postal)[\s:]+)*\d{5}(?:\s(?:lol|here|area))?\W*$/i

/** Matches a message that gives only the visitor's town and ZIP code. */
const TOWN_AND_ZIP =
  /^(?:i['’]?m|i am|we['’]?re|we are|i live|estoy|vivo)(?: located)? (?:in|near|en) ([\p{L}\s.,]{2,40}\d{5})\W*$/iu

/** Matches a message that gives only the visitor's town, which may not be one. */
const TOWN_ALONE =
  /^(?:i['’]?m|i am|we['’]?re|we are|it['’]?s|i live|estoy|vivo)(?: located)? (?:in|near|en) ([\p{L}\s.]{2,40})$/iu

/** The questions that visitors answer with their town or ZIP code. */
const BEFORE_PLACE: readonly Topic[] = ['service', 'name', 'contact']

/** Matches how a question about work begins: `do you guys do`. */
const ASKS_FOR = /^(?:do|can|could|would|will) you(?: guys)? (?:also )?(?:(?:do|offer|handle|provide) )?/i

/** Matches words that customers use, but people who sell to the business don't. */
const OWN_PLACE =
  /\b(?:my|our) (?:\w+ ){0,2}(?:lawn|yard|grass|trees?|house|home|garden|hedges?|bushes|driveway|property|place|site|plant|facility|campus)\b/i
/** Returns whether a message is about the visitor's own place, as customers write, but not people who sell something. */
export const namesOwnPlace = (text: string) => OWN_PLACE.test(text)

/** Matches what can precede a size in an answer. */
const BEFORE_SIZE =
  /^\W*(?:(?:it['’]?s|it is|that['’]?s|we have|i have|about|around|roughly|maybe|probably|just|an?)\s+)*$/i
/** Matches what can follow a size that is masked. */
const OF_SIZE = /^\W*(?:lot|yard|lawn|property)\b/i

/** Matches a street whose name can be a plant: `12 elm`, `corner of elm and 5th`. */
const STREET_ALONE =
  /^(?:(?:it['’]?s|the) )*(?:\d{2,6} (?:[nsew]\.? )?\p{L}+(?<!s)(?:$| (?:and|but) )|(?:corner|intersection) of )/iu
/** Matches a town, and the state and ZIP code after it. */
const TOWN_AND_REST = /^(?:in )?(\p{L}[\p{L} .'’-]*?)(?:,? \p{L}{2})??(?:,? \d{5})?\W*$/iu
/** Matches such a street before a town: `12 elm columbus`. */
const STREET_AND_TOWN = /^\d{1,6} \p{L}+(?: \p{L}+)? (\p{L}+)$/u

/** Matches a house number and a street without a type at the end: `its karen at 73 elm`. */
const UNTYPED = /(?:\bat )?(?<=[\p{L}\s] )(\d{2,6} (?:[nsew]\.? )?\p{L}{3,})(?<!s)\W*$/iu
/** Matches what is left of a text whose name is masked. */
const MASKED = /\s{4}$/

/** Returns a street without a type after a name, which may be masked. */
function streetAfterName(text: string): Found[] {
  const found = UNTYPED.exec(text)
  const value = found?.[1]
  if (!found || !value) return []
  const before = text.slice(0, found.index)
  if (!MASKED.test(before) && !findName(before, false, false)) return []
  return [{ value, start: found.index, end: text.indexOf(value, found.index) + value.length }]
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

/** A message, divided into what asks or does something and the rest. */
export interface Message {
  text: string
  questions: readonly Found[]
  /** The clauses that do something other than give a fact or ask a question. */
  done: readonly Found[]
  /** The message without its questions and acts: the part that can answer an open question. */
  statement: string
  acts: ReadonlySet<Act>
  danger: Danger | null
}

export interface FactsRead {
  facts: Partial<Record<FactName, string>>
  /** Requested services that the business doesn't list. */
  unlisted: string[]
  /** Whether the visitor describes work that isn't among the listed services. */
  isOffList: boolean
  /** Questions about the business or the work. */
  questions: readonly Found[]
}

/** Reads the facts of a message. Of someone in danger, reads only the name, the address, and contact details. */
export function readFacts(message: Message, state: AgentState, business: Business): FactsRead {
  return new FactReader(message, state, business).read()
}

/** Reads the facts of one message in a fixed order: what is read first isn't read again as something else. */
class FactReader {
  readonly #message: Message
  readonly #state: AgentState
  readonly #business: Business
  readonly #phones: readonly Found[]
  readonly #emails: readonly Found[]
  readonly #addresses: readonly Found[]
  /** The message without contact details. */
  readonly #withoutContact: string
  /** The message without contact details and addresses. */
  readonly #plain: string
  /** The message without all these, its questions, and its acts. */
  readonly #told: string
  /** The same without the size of the property. */
  readonly #rest: string
  /** The fact for which the open question of the owner asks. */
  readonly #wanted: FactName | null
  readonly #facts: FactsRead['facts'] = {}
  #unlisted: string[] = []
  #isOffList = false
  #questions: readonly Found[]
  /** The part that can request work, and whether it names a service. */
  #request = ''
  #isService = false
  /** Whether the message contains only an answer to the open question. */
  #isBare = false
  /** Whether the message contains only a town or a ZIP code. */
  #isPlace = false

  constructor(message: Message, state: AgentState, business: Business) {
    const { text, questions, done } = message
    this.#message = message
    this.#state = state
    this.#business = business
    this.#questions = questions
    this.#phones = findPhones(text).filter(
      (found) => isNotTried(text, found) && !(business.phone && samePhone(found.value, business.phone)),
    )
    this.#emails = findEmails(text).filter((found) => isNotTried(text, found))
    this.#withoutContact = mask(text, [...this.#phones, ...this.#emails])
    const addresses = findAddresses(this.#withoutContact)
    this.#addresses = addresses.length > 0 ? addresses : streetAfterName(this.#withoutContact)
    this.#plain = mask(this.#withoutContact, this.#addresses)
    this.#told = mask(this.#plain, [...questions, ...done])
    const size = findPropertySize(this.#plain)
    this.#rest = size ? mask(this.#told, [size]).replace(OF_SIZE, ' ') : this.#told
    this.#wanted = state.asked?.question ? factOfQuestion(state.asked.question) : null
  }

  read(): FactsRead {
    const { danger, questions } = this.#message
    this.#readContact()
    if (danger === null || danger === 'urgent' || danger === 'legal') {
      this.#keep('name', findName(mask(this.#plain, questions), false, this.#isNameKnown()))
      if (this.#isOfJob()) this.#readApplicant()
      else if (this.#mayRequest()) this.#readRequest()
    } else {
      this.#readWhoAndWhere()
    }
    return {
      facts: this.#facts,
      unlisted: this.#unlisted,
      isOffList: this.#isOffList,
      questions: this.#questions,
    }
  }

  /** Reads what a message can contain that requests work or answers a question. */
  #readRequest(): void {
    this.#readServices()
    this.#isBare = this.#message.statement !== '' && !this.#facts.name && !isCorrection(this.#message.text)
    this.#readAddress()
    this.#readDetails()
    this.#readPlaceAlone()
    if (!this.#isPlace) this.#readName()
    this.#readWork()
    this.#readAnswer()
  }

  #keep(name: FactName, value: string | null | undefined): void {
    const tidied = value && cutText(tidy(value), LIMITS.line)
    if (tidied) this.#facts[name] = tidied
  }

  /** Returns the open topic, if the message contains nothing but an answer, which can then be in any words. */
  #topic(): Topic | null {
    return this.#isBare ? (this.#state.asked?.topic ?? null) : null
  }

  #isAsked = (topic: Topic): boolean => this.#state.asked?.topic === topic

  #hasFacts = (): boolean => Object.keys(this.#facts).length > 0

  #hasContact = (): boolean => this.#facts.phone !== undefined || this.#facts.email !== undefined

  #hasName = (): boolean => this.#facts.name !== undefined || Boolean(this.#state.known.name)

  #isNameKnown(): boolean {
    return this.#state.known.name !== null && !isCorrection(this.#message.text)
  }

  #isOfJob(): boolean {
    const { text } = this.#message
    return seeksJob(this.#state.notes) && !wantsService(text) && !namesOwnPlace(text)
  }

  /** Returns whether nothing in the message rules out a request. */
  #mayRequest(): boolean {
    const { acts, danger } = this.#message
    // `Wrong number. It's 614-555-0132` is a correction.
    const rulesOut = (act: Act) => acts.has(act) && !(act === 'wrong' && this.#facts.phone)
    return danger !== 'legal' && !NO_REQUEST.some(rulesOut)
  }

  #readContact(): void {
    const { text } = this.#message
    const [phones, emails] = [current(this.#phones, text), current(this.#emails, text)]
    this.#keep(
      'phone',
      ownContact(phones, text) ?? chosen(phones, text) ?? completedPhone(text, this.#state.dialed),
    )
    const email = ownContact(emails, text) ?? chosen(emails, text)
    this.#keep('email', (email && retyped(text, { email })?.value) ?? email)
  }

  /** Reads the name and the address of someone in danger, the name only beside an address or contact details. */
  #readWhoAndWhere(): void {
    const { text, questions } = this.#message
    this.#keep('address', this.#withTown(chosen(this.#addresses, text)))
    if (this.#isNameKnown() || !(this.#hasContact() || this.#facts.address)) return
    this.#keep('name', findName(mask(this.#plain, questions), false, false) ?? nameBeside(this.#told, false))
  }

  /** Reads the name of someone who asks about a job, next to contact details. */
  #readApplicant(): void {
    if (!this.#hasName() && this.#hasContact()) this.#keep('name', nameBeside(this.#told, true))
  }

  /** Reads the services that the message requests. */
  #readServices(): void {
    const { text, questions, statement } = this.#message
    const { services } = this.#business
    const idle = questions.filter(({ value }) => !REQUESTS.test(value) && !offersAsked(value))
    this.#request = maskName(mask(this.#plain, idle), this.#facts.name)
    const before = this.#state.known.service_needs?.split(', ') ?? []
    const drops = servicesDropped(text, before).length > 0
    const isClear = wantsService(text) || isCorrection(text) || drops
    const found = isClear || this.#mayNameService() ? this.#requested(drops) : { offered: [], unlisted: [] }
    this.#isService = found.offered.length + found.unlisted.length > 0
    // `My furnace has quit`: one of the services does that, but which one is open.
    const isOpenWork =
      this.#isAsked('service') &&
      !this.#isService &&
      chanceOf(statement, ['work']) >= LEAST_WORK &&
      mayBeOffered(statement, services, LEAST_WORK)
    if (isOpenWork) this.#keep('service_needs', statement)
    const isFirst = found.offered.length > 0 && !before.some((each) => services.includes(each))
    if (isFirst || isClear || this.#isAsked('service')) {
      this.#keep('service_needs', [...found.offered, ...found.unlisted].join(', '))
      this.#unlisted = found.unlisted
    }
  }

  /** Returns whether a service counts even without a request. An answer to offered times concerns the call. */
  #mayNameService(): boolean {
    return !this.#isAsked('question') && (!this.#isAsked('slot') || !this.#state.known.service_needs)
  }

  #requested(drops: boolean): ServicesFound {
    const isAnswer = this.#isAsked('service') && isShortAnswer(this.#request)
    // `It's not mowing, it's leaf cleanup`
    const request = drops ? this.#request.replace(/\bit['’]?s\b/gi, ' ') : this.#request
    return findServices(request, this.#business.services, isAnswer)
  }

  #readAddress(): void {
    const { text, statement } = this.#message
    const addresses = this.#addresses
    const place = this.#placeAnswered()
    const precise = place && !/\d/.test(place) ? addresses[0]?.value : undefined
    const own = instead(addresses, text) ?? ownAddress(addresses, this.#withoutContact)
    this.#keep('address', this.#withTown(own ?? precise ?? place ?? chosen(addresses, text)))
    if (this.#facts.address || statement === '') return
    this.#keep('address', announcedAddress(this.#withoutContact) ?? this.#addressContinued())
  }

  /** Adds the town or the ZIP code that the visitor has given before to a street without one. */
  #withTown(street: string | undefined): string | undefined {
    const { address } = this.#state.known
    const isRest = street && address && namesStreet(street) && !namesStreet(address)
    return isRest && !zipIn(street) && placesIn(street).length === 0 ? `${street}, ${address}` : street
  }

  /** Returns the place in an answer to the question for the address, or null. */
  #placeAnswered(): string | null {
    const { questions, done, statement } = this.#message
    const topic = this.#topic()
    if (topic !== 'address' && !(topic === 'question' && this.#wanted === 'address')) return null
    const [part = ''] = statement.split(/[,;]\s/)
    if (isTown(STREET_AND_TOWN.exec(part)?.[1] ?? '')) return part
    const isOther = (this.#isService && !STREET_ALONE.test(part)) || this.#hasContact()
    if (isOther || this.#addresses.length > 1) return null
    return readAddress(mask(this.#withoutContact, [...questions, ...done]))
  }

  /** Returns the known address with the rest of it, if a message is only that: `567 Riverview`, then `Dr, Columbus`. */
  #addressContinued(): string | null {
    const { address } = this.#state.known
    const { statement } = this.#message
    if (!address || !/^\d/.test(address) || zipIn(address)) return null
    const isType = TYPES.has(/^\p{L}+/u.exec(statement)?.[0].toLowerCase() ?? '')
    const town = TOWN_AND_REST.exec(statement)?.[1]
    // `Austin` answers the question for the name.
    const mayBeName = this.#isAsked('name') && FIRST_NAMES.has(town?.toLowerCase() ?? '')
    const isTown = town && !mayBeName && placesIn(address).length === 0 && this.#isTownSaid(town)
    if (!isType && !isTown && !ONLY_ZIP.test(statement)) return null
    const whole = `${address}${isType ? '' : ','} ${statement}`
    const [found] = findAddresses(whole)
    return found?.start === 0 && found.end >= tidy(whole).length - 1 ? found.value : null
  }

  /** Returns whether words are a town. `Forest Hill` can be a name, too. */
  #isTownSaid(town: string): boolean {
    const mayBeName = this.#isAsked('name') && town.includes(' ') && !isTown(town)
    return isTownAfterStreet(town) && !mayBeName && !isGivenName(town)
  }

  /** Reads the size of the property, the budget, and the times. */
  #readDetails(): void {
    const { questions, statement } = this.#message
    const wanted = this.#wanted
    const wantedLater = new Set(this.#business.questions.map(factOfQuestion))
    for (const [name, found] of detailsOf(
      wanted ? this.#plain : this.#request,
      wanted,
      this.#isAsked('slot'),
    )) {
      const isAnswer = wanted === name && this.#isClear(name, found)
      // An answer that precedes the owner's question: `half an acre`.
      const isEarly = wantedLater.has(name) && isAnswerTo(name, statement)
      const isMeant = isAnswer || isEarly || this.#isPart(name) || isAnnounced(name, statement)
      if (this.#isService || isMeant) this.#keep(name, found.value)
      // An answer may look like a question: `half an acre?`
      if (isAnswer)
        this.#questions = questions.filter(({ start, end }) => start > found.start || end < found.end)
    }
  }

  /** Returns whether a detail clearly answers its question. A size at the start does, because its unit identifies it. */
  #isClear(name: FactName, { start }: Found): boolean {
    const { text, statement } = this.#message
    const isFirst = name === 'property_size' && BEFORE_SIZE.test(text.slice(0, start))
    return isFirst || isAnswerTo(name, tidy(statement || this.#plain))
  }

  /** Returns whether a part of the message gives only a size, or a time next to contact details: `614-555-0134, after 4`. */
  #isPart(name: FactName): boolean {
    const isReach = name === 'service_availability' && this.#hasContact()
    if (name !== 'property_size' && !isReach) return false
    return this.#told.split(/[,;.]\s|\band\b|\s{2,}/).some((part) => isAnswerTo(name, part))
  }

  #readName(): void {
    const { questions } = this.#message
    this.#keep('name', this.#nameAnswered())
    if (!this.#hasName())
      this.#keep('name', this.#nameBeforeFacts() ?? this.#nameBesideFacts() ?? this.#nameInOpening())
    const { name } = this.#facts
    if (name && !this.#mayBeName(name)) delete this.#facts.name
    if (this.#isBare || this.#facts.name)
      this.#keep('name', fullerName(mask(this.#plain, questions), this.#facts.name ?? this.#state.known.name))
  }

  /** Returns the name in an answer to the question for it. The answer can also follow the next question. */
  #nameAnswered(): string | null {
    const { known } = this.#state
    if (this.#isService || this.#facts.address) return null
    // `Smanatha Reed, sorry Samantha Reed`
    const isRespelled = this.#isAsked('name') && !known.name && isCorrection(this.#message.text)
    const isLate =
      this.#topic() === 'contact' && !known.name && this.#wasNameAsked() && isShortAnswer(this.#rest)
    if (this.#topic() !== 'name' && !isLate && !isRespelled) return null
    return findName(isRespelled ? afterCorrection(this.#rest) : this.#rest, true, this.#isNameKnown())
  }

  #wasNameAsked = (): boolean => (this.#state.said.name ?? 0) > 0

  /** Returns a name that comes before other facts: `Maria, 512-555-0188, 12 Elm St`. */
  #nameBeforeFacts(): string | null {
    const hasOthers = this.#hasContact() || this.#facts.address !== undefined
    if (!this.#isBare || !hasOthers || !NAME_FIRST.test(this.#rest)) return null
    const [first = ''] = this.#rest.split(/[,;]|\s{2,}/)
    const isOther = describesWork(first) || NAMES_WORK.test(first) || isTown(tidy(first))
    return isOther && this.#topic() !== 'name' ? null : findName(first, true, false)
  }

  /** Returns a name that stands alone, if the visitor can be reached or has given other facts. */
  #nameBesideFacts(): string | null {
    const { known } = this.#state
    const asksContact = this.#topic() === 'contact'
    const isReachable = this.#hasContact() || known.phone || known.email
    if (!this.#facts.address && !isReachable && !asksContact) return null
    return nameBeside(this.#rest, this.#isBare && (this.#facts.phone !== undefined || asksContact))
  }

  /** Returns the name in the first sentence, after the agent has asked: `Greg Pfeiffer. I booked it on Monday`. */
  #nameInOpening(): string | null {
    const { text } = this.#message
    if (this.#topic() !== 'name' && !this.#wasNameAsked()) return null
    const opening = text.split(OPENING_END, 1)[0] ?? ''
    const isName = opening !== text && NAME_ALONE.test(opening) && chanceOf(opening, ['fact']) >= LEAST_NAME
    return isName ? findName(opening, true, false) : null
  }

  /**
   * Returns whether a name can be one. `Backyard` is where the work is, `question` is no name, and what is left of `1/3
   * acre flat` describes the property.
   */
  #mayBeName(name: string): boolean {
    const { text } = this.#message
    if (isStray(name, text)) return false
    const isPlainWord = !name.includes(' ') && !text.includes(name) && !isGivenName(name)
    if (isPlainWord && this.#facts.property_size !== undefined) return false
    const word = this.#rest.trim()
    if (this.#topic() !== 'name' || word.includes(' ')) return true
    return !(isGeneral(name) && mentionsWork(name)) && chanceOf(word, OF_NAME) >= LEAST_WORD
  }

  /** Reads the place of a visitor who was asked for something else and tells only that. */
  #readPlaceAlone(): void {
    const { statement } = this.#message
    const topic = this.#topic()
    if (topic === null || !BEFORE_PLACE.includes(topic) || this.#hasFacts() || this.#state.known.address)
      return
    const town = TOWN_ALONE.exec(statement)?.[1] ?? statement
    const zip = ONLY_ZIP.test(statement) ? zipIn(statement) : TOWN_AND_ZIP.exec(statement)?.[1]
    this.#keep('address', this.#isTownSaid(town) ? town : zip)
    this.#isPlace = this.#facts.address !== undefined
  }

  /** Reads the work that a visitor describes, or repeats, instead of naming a service. */
  #readWork(): void {
    const { text, statement, acts } = this.#message
    const { services } = this.#business
    if (!this.#isAsked('service') || this.#isService) return
    this.#keep('service_needs', servicesNamed(repeated(statement, this.#state), services).offered.join(', '))
    const work = this.#workDescribed()
    if (!work || isCorrection(text) || acts.has('customer')) return
    const requested = findServices(work, services).offered
    const named = (
      requested.length > 0 ? requested : servicesNamed(withoutDeclined(work), services).offered
    ).join(', ')
    this.#keep('service_needs', named || cutText(work.replace(ASKS_FOR, ''), MOST_SERVICE_WORDS))
    this.#isOffList = named === '' && services.length > 0 && !isGeneral(work) && !mayBeOffered(work, services)
  }

  /** Returns the description of work in the statement, or in a question: `Can you grind a stump?` */
  #workDescribed(): string | undefined {
    const { questions, statement } = this.#message
    if (this.#hasFacts()) return workAmongFacts(this.#rest)
    const offer = questions.find(({ value }) => offersAsked(value))
    const described = statement || (offer ? tidy(offer.value) : '')
    return tellsWork(described) ? described : undefined
  }

  /** Reads an answer in the visitor's own words to the owner's question for a fact. */
  #readAnswer(): void {
    const { statement } = this.#message
    const wanted = this.#wanted
    if (this.#topic() === 'question' && wanted && !this.#hasFacts() && isAnswerTo(wanted, statement))
      this.#keep(wanted, statement)
  }
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
