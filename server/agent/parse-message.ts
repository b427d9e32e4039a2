import type { Preference } from '../../src/domain/leads/agent-notes.ts'
import { type Act, type Clause, readClauses } from './acts.ts'
import type { Correction } from './extract/correction.ts'
import { servicesDropped } from './extract/service.ts'
import { type Found, mask, tidy } from './extract/spans.ts'
import { withHouseNumbers } from './extract/spoken.ts'
import { wantsService } from './intents.ts'
import { wantsNoContact } from './no-contact.ts'
import { preferenceIn } from './preference.ts'
import { questionsIn } from './questions.ts'
import { type FactsRead, namesOwnPlace, readFacts } from './read-facts.ts'
import { type Danger, dangerIn } from './safety.ts'
import { dropsCall } from './schedule/intents.ts'
import type { AgentState, Business } from './state.ts'
import { saysOfAppointment } from './understand/appointments.ts'
import { chanceOf } from './understand/likelihoods.ts'
import { tellsAccess } from './work.ts'

/** What one message does: the facts it gives, the questions it asks, and its other acts. */
export interface ParsedMessage extends FactsRead {
  /** The message without its questions and acts: the part that can answer an open question. */
  statement: string
  acts: ReadonlySet<Act>
  danger: Danger | null
  /** How the visitor wants to be contacted instead of by phone. */
  prefers: Preference | null
  /** A known fact that is wrong, without a new value. */
  wrong?: Correction['fact']
}

/** A longer text without a question mark is a story, even if it requests an answer. */
const LONGEST_QUESTION = 160
/** The least probability that a whole message offers something. */
const LEAST_VENDOR = 0.8
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

/** Matches what follows praise if the visitor adds something else: `great job, but you missed a spot`. */
const RESERVED_PRAISE = /\b(?:but|however|except|though|although|unfortunately|pero)\b/i
/** Removes the act from `Why?` in `My grass is yellow. Why?`, which isn't about the agent's question. */
const withoutLoneWhy = (clause: Clause, index: number): Clause =>
  index > 0 && clause.act === 'why' && /^\P{L}*(?:why|por qué)\P{L}*$/iu.test(clause.text)
    ? { ...clause, act: null }
    : clause

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

/**
 * Reads one message in the context of what was asked. A fact needs evidence in its own words or must be a plausible
 * answer to the open question. Each value has at most 500 characters. Runs in linear time; the caller limits the length
 * of `text`.
 */
export function parseMessage(original: string, state: AgentState, business: Business): ParsedMessage {
  const text = withCommas(withHouseNumbers(original))
  const clauses = readClauses(text, state.asked?.topic).map(withoutLoneWhy)
  const prefers = preferenceIn(text, state.prefers)
  const acts = actsOf(clauses, text, state, prefers)
  const message = { text, acts, danger: dangerIn(text), ...divided(text, clauses, state) }
  const { questions, statement, danger } = message
  const read = acts.has('vendor')
    ? { facts: {}, unlisted: [], isOffList: false, questions }
    : readFacts(message, state, business)
  // `Wrong number. It's 614-555-0132` is a correction.
  if (read.facts.phone) acts.delete('wrong')
  return { ...read, statement, acts, danger, prefers }
}

/** Returns what a message does, besides asking questions and giving facts. */
function actsOf(
  clauses: readonly Clause[],
  text: string,
  state: AgentState,
  prefers: Preference | null,
): Set<Act> {
  const { known } = state
  const acts = new Set(clauses.flatMap(({ act }) => act ?? []))
  // A visitor who has just asked for work tells how to get there.
  if (known.service_needs && tellsAccess(text)) acts.delete('customer')
  if (known.service_needs) acts.delete('visit')
  if (optsOut(acts, text, state)) acts.add('stop').delete('callMe')
  // With a booked call, `don't call me` cancels it first.
  if (state.booked && dropsCall(text)) acts.delete('stop')
  // `Don't call me, email me` is neither an opt-out nor a wish for a call.
  if (prefers || saysOfAppointment('visit', text)) acts.delete('stop')
  if (prefers) acts.delete('callMe')
  if (chanceOf(text, ['vendor']) >= LEAST_VENDOR) acts.add('vendor')
  if (namesOwnPlace(text)) acts.delete('vendor')
  // `What? I only want to know if you come to Mansfield` doesn't ask for the same words again.
  if (/^\W*(?:what|huh)\s*[?!.]+(?:\s*\S+){3}/i.test(text)) acts.delete('repeat')
  if (wantsService(text) || RESERVED_PRAISE.test(text)) acts.delete('praise')
  return acts
}

/**
 * Returns whether a visitor asks not to be contacted. `I'm not giving my number, I get enough calls` only refuses a
 * detail.
 */
function optsOut(acts: ReadonlySet<Act>, text: string, { asked }: AgentState): boolean {
  const isOfDetail = asked !== null && asked.topic !== 'slot' && asked.topic !== 'service'
  const refuses = acts.has('decline') && !acts.has('stop') && isOfDetail
  return !refuses && wantsNoContact(text)
}

/** Divides a message into its questions, its acts, and the rest. */
function divided(text: string, clauses: readonly Clause[], { known }: AgentState) {
  const services = known.service_needs?.split(', ') ?? []
  // A statement by a customer may contain a name.
  const done = clauses
    .filter(({ act }) => act !== null && act !== 'customer' && act !== 'visit')
    .map((each) => ({ ...each, value: each.text }))
  const questions: readonly Found[] = questionsIn(mask(text, done)).filter(
    ({ value }) =>
      (value.length <= LONGEST_QUESTION || value.endsWith('?')) &&
      !preferenceIn(value) &&
      servicesDropped(value, services).length === 0,
  )
  const said = tidy(mask(text, [...questions, ...done]))
  return { questions, done, statement: /[\p{L}\p{N}]/u.test(said) ? said : '' }
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
