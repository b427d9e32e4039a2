import type { Language } from '../base/catalogue.ts'
import { aboutOffer, aboutPlace, answerFromSettings, claimsMore } from './about.ts'
import { type FaqEntry, findAnswer, YES_OR_NO } from './faq.ts'
import { noteAsked } from './notes.ts'
import { hasFacts, type ParsedMessage } from './parse-message.ts'
import { isInEnglish, languageOfOwner, ownWords, quoted } from './quotes.ts'
import { search } from './search/search.ts'
import { open, type SettingsAnswer } from './settings-answer.ts'
import { quotableOf, sourceOfFaq } from './sources.ts'
import type { AgentContext, AgentState, Business } from './state.ts'
import { sayKnowledge as say } from './texts/knowledge.ts'
import type { Cited } from './trace.ts'
import { chanceOf, questionIn } from './understand/likelihoods.ts'
import { sayUnanswered } from './vary.ts'

/** The maximum number of questions that the agent answers per message. */
const MOST_ANSWERS = 3
/** The intents of requests phrased as questions, and the least probability of one. */
const REQUESTS = [
  'ask_offer',
  'work',
  'add',
  'book',
  'call_me',
  'visit',
  'time',
  'other_time',
  'choose',
  'fact',
]
const LEAST_REQUEST = 0.5

/** Matches requests for something that only the team can send. */
const ASKS_FOR_PAPER =
  /\bsend\b.{0,20}\b(?:confirmation|reminder|receipt|invoice|contract|copy|proof|certificate)\b/i

/** Returns whether a question that contains a fact asks nothing else: `Can you mow my lawn?`, `Tree trimming?` */
const isRequest = (question: string) =>
  !ASKS_FOR_PAPER.test(question) && chanceOf(question, REQUESTS) >= LEAST_REQUEST

/**
 * The answers as one text, null if there were no questions, whether a question is left for the team, and what the
 * answers rest on.
 */
interface Answers {
  text: string | null
  isOpen: boolean
  /** Whether the text answers nothing, but only says that the team was asked. */
  isOnlyOpen: boolean
  cited: Cited[]
}

const OBLIGES = /\b(?:must|should|need|have to|has to|required|tengo que|debo|necesito)\b/i

/** The least probability of an intent at which a question clearly has it. */
const CLEAR = 0.4

/** Returns whether an FAQ asks something else than a question: about the weather, not when the team calls. */
function asksOther(faq: FaqEntry, question: string): boolean {
  const [own, other] = [questionIn(question), questionIn(faq.question)]
  return own.chance >= CLEAR && other.chance >= CLEAR && own.intent !== other.intent
}

/** Returns the FAQ that answers a question in the view of the classifier. */
function searchedFaq(business: Business, question: string): FaqEntry | null {
  const found = search(
    business.faqs.map((entry) => sourceOfFaq(business, entry)),
    question,
  )
  const index = found?.isAnswer ? Number(found.source.id.slice('faq.'.length)) - 1 : -1
  const entry = business.faqs[index]
  return entry && !asksOther(entry, question) ? entry : null
}

/**
 * Returns the owner's answer. Includes the FAQ's question if the visitor's reverses the meaning of yes and no: `Can you
 * come while I am away?`
 */
function faqAnswer(
  { business }: AgentContext,
  { language }: AgentState,
  question: string,
): SettingsAnswer | null {
  const entry = faqFor(business.faqs, question, language) ?? searchedFaq(business, question)
  if (!entry) return null
  const isTurned = YES_OR_NO.test(entry.answer) && OBLIGES.test(entry.question) !== OBLIGES.test(question)
  const answer = isTurned ? `${entry.question} ${entry.answer}` : entry.answer
  return { text: quoted([answer], language), isOpen: false, source: sourceOfFaq(business, entry) }
}

/** Returns the entries in a language. */
const faqsIn = (faqs: readonly FaqEntry[], language: Language) =>
  faqs.filter(({ question, answer }) => languageOfOwner(`${question} ${answer}`) === language)

/** Returns the entry that answers a question; of two on the same subject, the one in the visitor's language. */
export function faqFor(faqs: readonly FaqEntry[], question: string, language: Language): FaqEntry | null {
  const best = findAnswer(faqs, question)
  if (best && faqsIn([best], language).length > 0) return best
  const own = findAnswer(faqsIn(faqs, language), question)
  return best === null || (own && findAnswer([own], best.question)) ? own : best
}

/**
 * Answers one question in the owner's words or from the settings. Returns null if neither clearly answers it. Compares
 * a place with the service area. `before` is the rest of the message.
 */
export function answerTo(
  context: AgentContext,
  state: AgentState,
  question: string,
  before = '',
): SettingsAnswer | null {
  const place = aboutPlace(context, state, question, before)
  if (place?.isCertain) return place
  const faq = faqAnswer(context, state, question)
  if (faq) return faq
  return (
    place ??
    aboutOffer(context, state, question, before) ??
    answerFromSettings(context, state, question) ??
    nearAnswer(context, state, question)
  )
}

/** Returns what the owner says on the same subject, and leaves the question itself to the team. */
function nearAnswer(
  context: AgentContext,
  { language }: AgentState,
  question: string,
): SettingsAnswer | null {
  const found = search(quotableOf(context.business), question)
  if (!found) return null
  const { id, text } = found.source
  const isWhole = found.isAnswer && !id.startsWith('faq.')
  if (isWhole) return { text: ownWords(text, language) ?? text, isOpen: false, source: { id, text } }
  const faq = context.business.faqs[Number(/^faq\.(\d+)$/.exec(id)?.[1] ?? 0) - 1]
  const isOfKind = faq === undefined || questionIn(faq.question).intent === questionIn(question).intent
  if (!isOfKind) return null
  const quote = isInEnglish(text, language)
    ? `${quoted([text], language)} ${say(language, 'restUnanswered')}`
    : say(language, 'nearAnswer', { text })
  return { ...open(quote), source: { id, text } }
}

/** Returns whether the business offers the work, if a question was read as a request for it; otherwise null. */
function offerRequested(
  context: AgentContext,
  state: AgentState,
  { facts }: ParsedMessage,
  question: string,
): SettingsAnswer | null {
  if (!facts.service_needs || aboutPlace(context, state, question)?.isCertain) return null
  return aboutOffer(context, state, question)
}

/**
 * Answers a question. Returns null if only the team can answer it, and undefined if it needs no answer: a question that
 * was read as a service request is acknowledged as one.
 */
function answerOrRequest(
  context: AgentContext,
  state: AgentState,
  parsed: ParsedMessage,
  question: string,
): SettingsAnswer | null | undefined {
  const offer = offerRequested(context, state, parsed, question)
  if (offer) return faqAnswer(context, state, question) ?? (offer.isOpen ? undefined : offer)
  const answer = answerTo(context, state, question, parsed.statement)
  if (answer) return answer
  const isAsked = !hasFacts(parsed) || !isRequest(question) || claimsMore(context, question)
  return isAsked ? null : undefined
}

/** Answers a message's questions. Adds a note for the owner to `state` for each unanswered question. */
export function answerQuestions(context: AgentContext, state: AgentState, parsed: ParsedMessage): Answers {
  const { language } = state
  const texts = new Set<string>()
  const included = new Set<string>()
  const unanswered: string[] = []
  const cited: Cited[] = []
  let isOpen = false
  for (const { value } of parsed.questions.slice(0, MOST_ANSWERS)) {
    const answer = answerOrRequest(context, state, parsed, value)
    if (answer === undefined) continue
    if (answer?.source) cited.push({ question: value, ...answer.source })
    if (answer?.includes) included.add(answer.includes)
    if (answer) texts.add(answer.text)
    else unanswered.push(value)
    if (answer && !answer.isOpen) continue
    noteAsked(state, value)
    isOpen = true
  }
  for (const each of included) texts.delete(each)
  const [first] = unanswered
  if (first) texts.add(texts.size > 0 ? say(language, 'restUnanswered') : sayUnanswered(state, first))
  const isOnlyOpen = unanswered.length > 0 && texts.size === 1
  return { text: texts.size > 0 ? [...texts].join(' ') : null, isOpen, isOnlyOpen, cited }
}
