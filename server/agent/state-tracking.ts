import { LIMITS } from '../../src/contract/limits.ts'
import { cutText } from '../../src/domain/common/cut-text.ts'
import { areaNote, areaNotice, judgeAddress } from './area.ts'
import { findAddresses } from './extract/address.ts'
import { findEmails, findPhones, hasExtension, partOfPhone } from './extract/contact.ts'
import { namesOther } from './extract/name.ts'
import { servicesDropped } from './extract/service.ts'
import { isCorrection, wantsService } from './intents.ts'
import { isOfCustomer, note, noteInWords, noteOnce } from './notes.ts'
import { factOfQuestion, isAnswerTo } from './owner-questions.ts'
import { answersFreely, type ParsedMessage } from './parse-message.ts'
import { isEndangered } from './safety.ts'
import { type AgentState, type Business, type FactName, isCorrectable } from './state.ts'
import { addsTo, isForOther, namesRelative } from './told.ts'
import { mayAnswer } from './understand/answers.ts'
import { chanceOf } from './understand/likelihoods.ts'
import { tellsAccess } from './work.ts'

/** The maximum number of words in a first message that contains only a service name. */
const TELLING_WORDS = 5
/** The minimum number of words besides the facts of a message that make it worth a note. */
const FEWEST_ADDED = 2
/** Matches what may join a service to another thing that the services don't cover. */
const JOINED = /[,;&+/]|\b(?:and|plus|y)\b/i

/** Matches statements that the visitor has no phone. */
const NO_PHONE =
  /\b(?:(?:do not|don['’]?t) (?:have|own|use) an?|without an?|no) (?:phone|cell|mobile)\b(?! calls?)|\bno tengo (?:tel[eé]fono|celular)\b/i
const LOCAL_DIGITS = 7
const ALL_DIGITS = 10

/** Adds part of a phone number to `state`. Returns what to ask for next; null if the message isn't such a part. */
export function dial(state: AgentState, text: string): 'areaCode' | 'restOfNumber' | null {
  const part = partOfPhone(text)
  if (!part) return null
  const all = state.dialed + part
  state.dialed = all.length < ALL_DIGITS ? all : part
  return state.dialed.length === LOCAL_DIGITS ? 'areaCode' : 'restOfNumber'
}

/** The facts that a message added. */
export interface Learned {
  isNew: boolean
  /** Facts that changed, with their new values. */
  changes: readonly (readonly [FactName, string])[]
}

/** Adds a message's facts to `state`, and notes what the message says besides them. */
export function learn(state: AgentState, text: string, parsed: ParsedMessage): Learned {
  const { known } = state
  const { facts } = parsed
  const changes: [FactName, string][] = []
  let isNew = false
  const drops = dropsService(known.service_needs, text)
  const all = drops ? { service_needs: '', ...facts } : facts
  state.replaced = null
  for (const [name, value] of Object.entries(all) as [FactName, string][]) {
    const before = known[name]
    const after = name === 'service_needs' ? mergedServices(before, value, text) : value
    if (after === before) {
      if (name === 'service_needs' && wantsService(text)) noteOnce(state, `Also: ${text}`)
      continue
    }
    isNew = true
    if (before && isBeside(name, value, before, text)) {
      noteOnce(state, `Also: ${text}`)
      continue
    }
    const replaces = name !== 'service_needs' || isCorrection(text) || drops
    if (before && replaces && !isFuller(name, before, after)) changes.push([name, after])
    store(state, text, name, after)
  }
  if (facts.email && NO_PHONE.test(text)) state.declined.push('phone')
  if (isNew) noteRest(state, text, parsed)
  return { isNew, changes }
}

/** Returns whether a value only adds to the known one: a street to a town, or words at the end. */
function isFuller(name: FactName, before: string, after: string): boolean {
  const isTown = name === 'address' && /^\D*(?:\d{5})?\W*$/.test(before)
  return isTown || (after.startsWith(before) && /^,? /.test(after.slice(before.length)))
}

/** Stores a fact, and what follows from it. */
function store(state: AgentState, text: string, name: FactName, value: string): void {
  const before = state.known[name]
  if (before && isCorrectable(name)) state.replaced = { fact: name, value: before }
  state.known[name] = value
  // Digits that follow belong to something else, such as the house number.
  if (name === 'phone') state.dialed = ''
  if (name === 'service_needs' && !isEndangered(state.notes) && isOfNewWork(state, text))
    state.handoff = false
}

/** Notes a message that says more than the facts that it adds. */
function noteRest(state: AgentState, text: string, { facts, statement, prefers }: ParsedMessage): void {
  const adds = !prefers && addsTo(statement, Object.values(facts)) >= FEWEST_ADDED
  const isLong =
    text.split(' ').length > TELLING_WORDS || (facts.service_needs && (adds || JOINED.test(text)))
  if (state.asked?.topic === 'service' && isLong) {
    noteInWords(state, text)
    return
  }
  const isNamed = facts.name !== undefined && namesOther(text)
  const isOfOther = (facts.phone ?? facts.email) !== undefined && namesRelative(text)
  const isMore = adds || hasSeveral(text) || hasExtension(text) || tellsAccess(text)
  if (!isCorrection(text) && (isMore || isNamed || isOfOther)) noteOnce(state, `Also: ${text}`)
}

/** The intents of a request for work, and the least probability at which a customer makes another one. */
const OF_WORK = ['work', 'add', 'ask_offer']
const LEAST_WORK = 0.5
const isOfNewWork = ({ notes }: AgentState, text: string) =>
  !isOfCustomer(notes) || (wantsService(text) && chanceOf(text, OF_WORK) >= LEAST_WORK)

/** Matches another property, or another person's number, in addition to the known one. */
const ANOTHER = '\\b(?:also|another|second|other|backup|alternate|alternative|additional)\\b.{0,20}'
const PEOPLE =
  'wife|husband|son|daughter|mom|dad|mother|father|partner|spouse|roommate|neighbor|tenant|landlord|owner|manager|brother|sister'
const FURTHER: Partial<Record<FactName, RegExp>> = {
  address:
    /\b(?:(?:also|another|second|other|additional|too|as well|tambi[eé]n|otra|segunda)\b.{0,40}\b(?:property|properties|house|home|place|address|location|yard|lot|rental|duplex|condo|propiedad|casa|direcci[oó]n)|also (?:have|own|need|at)|\badd(?:ing)? (?:an?|one|another|this|that)\b(?! (?:\w+ )?(?:unit|apt|zip|street|suffix)\b)|^(?:and |but )?(?:s?he|they)(?:['’]?s|['’]?re| is| are| lives?)? (?:at|on|over)\b|tambi[eé]n (?:tengo|tenemos))\b/i,
  phone: new RegExp(
    `${ANOTHER}\\b(?:phone|number|cell|contact|line|landline)\\b|(?<!\\b(?:i['’]?m|i am|as) (?:the|an?|his|her|their) )\\b(?:${PEOPLE})\\b|\\b(?:her|his|their) (?:phone|number|cell)\\b|\\b(?:hers|his|theirs) is\\b|\\b(?:if|when) (?:i|we|you)\\b.{0,25}\\b(?:pick up|answer|reach|available)|\\bin case (?:i|you)\\b|\\bfor (?:texts?|texting|whatsapp)\\b|\\b(?:n[uú]mero|celular|tel[eé]fono) de mi\\b`,
    'i',
  ),
  email: new RegExp(
    `${ANOTHER}\\be-?mail\\b|\\b(?:${PEOPLE})(?:['’]?s (?:e-?mail|is)| at)\\b|\\b(?:hers|his|theirs) is\\b`,
    'i',
  ),
}
/** Matches an address or a contact for bills, which isn't where the work is. */
const FOR_BILLS = /\b(?:bills?|billing|invoices?|invoicing|mailing|accounts payable)\b/i
/** Matches words of an addition, even after a word that marks a correction. */
const ADDS = /\b(?:also|too|as well|tambi[eé]n)\b/i
const isFurther = (name: FactName, text: string): boolean =>
  (!isCorrection(text) || ADDS.test(text)) &&
  !/\b(?:keep my|my own|moved|changed|new|use(?!.*\bfor (?:texts?|texting|whatsapp)\b)|usen|call (?:me (?:at|on) )?my other)\b/i.test(
    text,
  ) &&
  (FURTHER[name]?.test(text) || FOR_BILLS.test(text) || isForOther(text))

/** Returns whether a value is vaguer than the known one: `I live in Denver` after the street address. */
const isVaguer = (name: FactName, value: string, before: string, text: string) =>
  name === 'address' && /\d/.test(before) && !/\d/.test(value) && !isCorrection(text)

/** Returns whether a value doesn't replace the known one, but is only worth a note. */
const isBeside = (name: FactName, value: string, before: string, text: string) =>
  isFurther(name, text) || isVaguer(name, value, before, text)

/** Returns whether a text contains several numbers or addresses, only one of which is stored as the fact. */
const hasSeveral = (text: string) =>
  findPhones(text).length > 1 || findEmails(text).length > 1 || findAddresses(text).length > 1

function mergedServices(before: string | null, mentioned: string, text: string): string {
  if (!before || (isCorrection(text) && !ADDS.test(text))) return mentioned
  const kept = withoutDropped(before, text)
  const added = mentioned.split(', ').filter((service) => service && !before.includes(service))
  return cutText([...kept, ...added].join(', '), LIMITS.line) || before
}

const dropsService = (known: string | null, text: string): boolean =>
  Boolean(known) && servicesDropped(text, known?.split(', ') ?? []).length > 0

function withoutDropped(known: string, text: string): string[] {
  const all = known.split(', ')
  const dropped = servicesDropped(text, all)
  return all.filter((service) => !dropped.includes(service))
}

/** Matches where visitors who ask for work are: `I'm in Cleveland, OH 44113`, `mowing in Cleveland 44113`. */
const WHERE =
  /\b(?:i['’]?m|i am|we['’]?re|we are|estoy|estamos)(?: located)? (?:in|en) ([^.;!?]{3,120})|\b(?:in|en) ([^.;!?\d]{3,60}\b\d{5})\b/i

/**
 * Compares a new address with the service area, or the place that a first message names. Returns the text for the
 * visitor.
 */
export function placeAddress(state: AgentState, text: string, { area }: Business): string {
  const { known, asked } = state
  const told =
    asked?.topic === 'service' && known.service_needs ? WHERE.exec(text)?.slice(1).find(Boolean) : undefined
  const address = known.address ?? told
  if (!address || address === state.placed) return ''
  state.placed = address
  const verdict = judgeAddress(area, address)
  if (!known.address && verdict.kind !== 'outside') return ''
  const outside = areaNote(verdict)
  if (outside) note(state, `${outside} (${address})`)
  return areaNotice(area, verdict, state.language)
}

/** The intents of messages about the call, and the least probability of one. */
const OF_CALL = ['book', 'call_me', 'cancel', 'choose', 'move', 'other_time']
const LEAST_OF_CALL = 0.6
const concernsCall = (text: string) => chanceOf(text, OF_CALL) >= LEAST_OF_CALL

/** The minimum number of words beside thanks that answer a question. */
const FEWEST_TOLD = 4

/** Records that one of the owner's questions was answered or skipped. Returns whether one was open. */
export function answerOwnersQuestion(state: AgentState, text: string, parsed: ParsedMessage): boolean {
  const question = state.asked?.topic === 'question' ? state.asked.question : null
  if (!question) return false
  const fact = factOfQuestion(question)
  const isSkipped = parsed.acts.has('skip') || parsed.acts.has('unsure')
  const isDeclined = fact !== null && parsed.acts.has('decline') && parsed.statement === ''
  const isOther = fact !== null && !mayAnswer(fact, parsed.statement || text)
  const isFarewell = parsed.acts.has('thank') && parsed.statement.split(' ').length < FEWEST_TOLD
  const isFree = answersFreely(parsed) && !isOther && !isFarewell
  const isRead = fact !== null && parsed.facts[fact] !== undefined
  const isAnswered = isRead || isFree
  if (!isSkipped && !isDeclined && (!isAnswered || concernsCall(text))) return false
  state.settled.push(question)
  const isMore = fact === 'property_size' && !isAnswerTo(fact, parsed.statement) && !tellsAccess(text)
  if (isAnswered && !isSkipped && (!isRead || isMore)) note(state, `${question} ${text}`)
  return true
}
