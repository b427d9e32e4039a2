import type { Needs } from '../../src/contract/conversations.ts'
import { DELETION, NO_CONTACT } from '../../src/domain/leads/agent-notes.ts'
import { type Act, actsIn } from './acts.ts'
import { wantsService } from './intents.ts'
import { wantsNoContact } from './no-contact.ts'
import { COMPLAINT, note, noteCustomer, noteOnce } from './notes.ts'
import type { ParsedMessage } from './parse-message.ts'
import { callbackTime } from './phrases.ts'
import { type Danger, dangerIn, dangerTold, isAlarmed, isDistressed, isOfMinor, warningOf } from './safety.ts'
import { dropsCall, inWordsOfCalls, wantsBooking, wantsToCancel, wantsToMove } from './schedule/intents.ts'
import { isMasked } from './secrets.ts'
import type { AgentContext, AgentState } from './state.ts'
import { say } from './texts/dialogue.ts'
import { sayManners } from './texts/manners.ts'
import { saySafety } from './texts/safety.ts'
import { contactTopic, type NextTopic } from './topics.ts'
import { chanceOf } from './understand/likelihoods.ts'
import { sayPassedOn } from './vary.ts'
import { wishes } from './wishes/wishes.ts'

/** The reply to a message that a person must handle, or that needs no further response. */
export interface Handoff {
  reply: string
  /** What to ask next: contact details, the open question, or nothing. */
  next: NextTopic | 'same' | null
  /** Why the team must see the conversation; null if it doesn't need to. */
  needs: Needs | null
}

/** Matches what someone in danger asks next. */
const ASKS_WHAT_TO_DO =
  /^\W*(?:(?:so|and|ok|okay|but|y|oh no)[\s,]+)*(?:what (?:should|do|can) (?:i|we) do|what now|is it (?:safe|dangerous)|should (?:i|we) (?:leave|evacuate|go out|get out)|qu[eé] (?:hago|debo hacer|hacemos))(?: (?:now|then|first|here|inside|outside|the (?:house|building)|about (?:it|this|that)|to (?:stay|be|go)(?: (?:back|here|in|inside|outside|home|the|house))*|ahora))*\s*(?:[.!?]|$)/iu

/** Matches that help has come, or that a danger is over. */
const ENDED =
  /\b(?:(?:fire|gas|power|electric|utility|water) (?:dep\p{L}*|department|company|guys?|people|crew)|fire(?:fighters|men|man)|paramedics?|ambulance|police|cops|medics?|(?:at|to) (?:the )?(?:er|hospital|vet|urgent care)|doctor|all clear|all good now|safe now|we['’]?re (?:ok|okay|fine|safe|out)|(?:he|she|it|everyone|everybody)(?:['’]?s| is) (?:ok|okay|fine|safe|out|off now)|taken care of|false alarm|shut (?:it )?off|put (?:it )?out|(?:no|not|n['’]?t have(?: any)?|isn['’]?t) (?:gas|a gas leak|an? emergency|danger|fire)|bomberos|polic[ií]a|hospital|ya est[aá] bien|estamos bien)(?!\p{L})/iu
/** The intents of questions about work rather than about a danger, and the least probability of one. */
const OF_WORK = [
  'ask_offer',
  'ask_price',
  'ask_services',
  'ask_start',
  'add',
  'book',
  'call_me',
  'time',
  'visit',
  'work',
]
const LEAST_WORK = 0.4

/** Returns whether a message of someone in danger may be about that, rather than about work. */
export const mayBeAboutDanger = (text: string) => chanceOf(text, OF_WORK) < LEAST_WORK

/**
 * Returns whether a message requires fixed wording: danger, distress, abuse, a legal threat, a secret, or an opt-out.
 */
export function needsFixedWords(text: string): boolean {
  const acts = actsIn(text)
  const isOptOut = acts.has('stop') || acts.has('delete') || wantsNoContact(text)
  return dangerIn(text) !== null || isOfMinor(text) || isMasked(text) || isOptOut
}

/** The least probability that an opt-out also asks for a deletion, and that a message is one or the other. */
const LEAST_BESIDE = 0.1
const LEAST_OF_BOTH = 0.8

/** Acts after which someone in distress is not told about the crisis line again. */
const DISTRESS_ENDS: readonly Act[] = ['thank', 'leave', 'stop', 'delete', 'person']

const warningKey = (danger: Danger) => `danger:${danger}`

/** Returns whether the agent has already told a visitor what to do about a danger that threatens a life. */
export const isWarned = ({ said, notes }: AgentState, danger: Danger) =>
  said[warningKey(danger)] !== undefined && dangerTold(notes) === danger

/** The maximum number of times that the agent repeats what to do about a danger. */
const MOST_WARNINGS = 2

/** Repeats what to do about a danger to a visitor who asks about it, unless it is over. Returns null for others. */
function warnedAgain(
  { danger, questions }: Pick<ParsedMessage, 'danger' | 'questions'>,
  context: AgentContext,
  state: AgentState,
  text: string,
): Handoff | null {
  const told = dangerTold(state.notes)
  if (told === null || (danger !== null && danger !== told)) return null
  const asks = questions.some(({ value }) => mayBeAboutDanger(value))
  if (!asks && ENDED.test(text)) state.said.isOver = 1
  else if (danger === told) state.said.isOver = 0
  const repeated = state.said.warned ?? 0
  const isMeant = asks || ASKS_WHAT_TO_DO.test(text)
  if (!isMeant || state.said.isOver || repeated >= MOST_WARNINGS) return null
  state.said.warned = repeated + 1
  const { reply, needs } = warningOf(told, text, context, state.language)
  return { reply, next: null, needs }
}

type Read = Pick<ParsedMessage, 'acts' | 'danger' | 'facts' | 'questions'>

/**
 * Hands the conversation over if the message calls for it; otherwise returns null. Danger comes first, then opt-outs,
 * complaints, and requests for a person. Adds a note for the owner to `state`.
 */
export function handOff(read: Read, context: AgentContext, state: AgentState, text: string): Handoff | null {
  const { acts, danger } = read
  const warned =
    warnedAgain(read, context, state, text) ??
    (danger && !isWarned(state, danger) ? firstWarning(danger, context, state, text) : null) ??
    comforted(read, state)
  if (warned) return warned
  const asksToDelete = acts.has('delete') || chanceOf(text, ['delete']) >= LEAST_BESIDE
  const isBoth = asksToDelete && chanceOf(text, ['stop', 'delete']) >= LEAST_OF_BOTH
  if (acts.has('stop') || acts.has('delete') || isBoth) return leaveAlone(context, state, asksToDelete)
  return passedToPerson(read, context, state, text)
}

/** Tells a visitor what to do about a danger that the agent hasn't warned of, and marks the conversation. */
function firstWarning(danger: Danger, context: AgentContext, state: AgentState, text: string): Handoff {
  const isFirst = danger === 'legal' || !isAlarmed(state.notes)
  state.handoff = true
  const { reply, note: line, needs, wantsAnswer } = warningOf(danger, text, context, state.language)
  const isNew = noteOnce(state, line)
  state.said[warningKey(danger)] = 1
  if (danger === 'urgent' && !isNew) return { reply: say(state.language, 'urgentMarked'), next: null, needs }
  return { reply, next: wantsAnswer && isFirst ? contactTopic(state) : null, needs }
}

/** Warns a visitor whom a person answers of a danger, once. The person says everything else. */
export function warnOnce(
  danger: Danger,
  context: AgentContext,
  state: AgentState,
  text: string,
): { replies: string[]; needs: Needs | null } {
  const isKnown = state.said[warningKey(danger)] !== undefined
  const { reply, needs } = firstWarning(danger, context, state, text)
  return { replies: isKnown ? [] : [reply], needs }
}

/** Repeats where someone in distress finds help. Returns null for others, and after the maximum number of times. */
function comforted({ acts, facts }: Read, { notes, language, said }: AgentState): Handoff | null {
  const isAside = DISTRESS_ENDS.some((act) => acts.has(act)) || facts.phone || facts.email
  const told = said.selfharm ?? 0
  if (!isDistressed(notes) || isAside || told >= MOST_WARNINGS) return null
  said.selfharm = told + 1
  return { reply: saySafety(language, 'selfharmAgain'), next: null, needs: 'emergency' }
}

/** Passes on a complaint, a request for a person, and a customer's message. Returns null for others. */
function passedToPerson(
  { acts, facts }: Read,
  context: AgentContext,
  state: AgentState,
  text: string,
): Handoff | null {
  const isComplaint = acts.has('complain') && !acts.has('vendor')
  const asks = !isComplaint && wantsPerson(acts, state, text)
  const isOfWork = isOfCustomer(acts, facts, text) && !changesVisit(context, state, text)
  if (!isComplaint && !asks && !isOfWork) return null
  const needs = isComplaint ? 'complaint' : 'asked'
  const reply = isComplaint
    ? regret(context, state, text)
    : asks
      ? introduction(context, state)
      : passOn(state, text)
  const contact = contactTopic(state)
  if (contact) return { reply, next: contact, needs }
  const { phone, email } = state.known
  const when = callbackTime(context, state.language)
  const callback = phone || email ? say(state.language, 'backToYou', { when }) : ''
  return { reply: reply + callback, next: asks ? 'same' : null, needs }
}

/** Returns whether a visitor asks for a person, rather than for a call about work. */
function wantsPerson(acts: ReadonlySet<Act>, { asked }: AgentState, text: string): boolean {
  const isOfCall = asked?.topic === 'slot' || wantsToMove(text, false) || dropsCall(text)
  const asks = acts.has('person') || (!isOfCall && wishes('person', text))
  return asks && !acts.has('vendor') && !acts.has('job') && !wantsBooking(text)
}

/** Returns whether a message is about a customer's ongoing work or account, and not a request for new work. */
function isOfCustomer(acts: ReadonlySet<Act>, facts: ParsedMessage['facts'], text: string): boolean {
  const isNewWork = facts.service_needs !== undefined && wantsService(text) && !ENDS_WORK.test(text)
  const isCustomer = acts.has('customer') || (acts.has('visit') && !wantsService(text))
  return isCustomer && !isNewWork && !wantsBooking(text)
}

/** Returns whether a visitor moves or cancels the visit that they have booked, which is no ongoing work. */
function changesVisit({ business }: AgentContext, { booked }: AgentState, message: string): boolean {
  const text = inWordsOfCalls(message)
  const isBooked = booked !== null && business.appointment.kind === 'visit'
  return isBooked && (wantsToMove(text, false) || wantsToCancel(text))
}

const direct = ({ business: { phone } }: AgentContext, { language }: AgentState) =>
  phone ? say(language, 'callUs', { phone }) : ''

/** Introduces the agent to a visitor who wants a person. One who hasn't asked for work is only asked for contact. */
function introduction(context: AgentContext, state: AgentState): string {
  if (!state.known.service_needs) state.handoff = true
  return noteOnce(state, 'Would like to speak with a person')
    ? sayManners(state.language, 'introduction', { business: context.business.name }) + direct(context, state)
    : sayManners(state.language, 'introduced')
}

const ENDS_WORK =
  /\b(?:reschedule|move|change|cancel|pause|skip|stop|resume|restart|end|invoice|receipt|cancelar|pausar|suspender)\b/i

/** Passes on a message about a customer's ongoing work or account, which a new request doesn't resolve. */
export function passOn(state: AgentState, text: string): string {
  if (!state.booked) state.handoff = true
  noteCustomer(state, text)
  return sayPassedOn(state)
}

function regret(context: AgentContext, state: AgentState, text: string): string {
  const isFirst = !state.handoff
  state.handoff = true
  note(state, `${COMPLAINT}: ${text}`)
  return isFirst
    ? sayManners(state.language, 'regret') + direct(context, state)
    : sayManners(state.language, 'regretAgain')
}

/** Stores that the visitor asked not to be contacted: no offered time and no question is open anymore. */
export function promiseNoContact(state: AgentState): void {
  Object.assign(state, { noContact: true, asked: null, proposed: null, offered: [], wish: null, dialed: '' })
  // The last wish counts.
  state.notes = state.notes.filter((each) => each !== NO_CONTACT)
  noteOnce(state, NO_CONTACT)
}

function leaveAlone({ business }: AgentContext, state: AgentState, isDeletion: boolean): Handoff {
  const { known, booked, language } = state
  promiseNoContact(state)
  if (isDeletion) noteOnce(state, DELETION)
  if (!known.phone && !known.email && !isDeletion) {
    return { reply: sayManners(language, 'stopped'), next: null, needs: null }
  }
  const wish = sayManners(language, isDeletion ? 'wishDeleted' : 'wishAlone')
  const call = booked ? sayManners(language, 'stillBooked', { kind: business.appointment.kind }) : ''
  return {
    reply: sayManners(language, 'stoppedNoted', { wish }) + call,
    next: null,
    needs: isDeletion ? 'deletion' : 'opt_out',
  }
}
