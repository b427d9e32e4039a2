import { aboutOffer, aboutPlace, answerFromSettings, claimsMore, type SettingsAnswer } from './about.ts'
import { findAnswer, YES_OR_NO } from './faq.ts'
import { asksForInformation, isQuestion, offersAsked } from './intents.ts'
import { noteAsked } from './notes.ts'
import { hasFacts, type ParsedMessage } from './parse-message.ts'
import type { AgentContext, AgentState } from './state.ts'
import { sayKnowledge as say } from './texts/knowledge.ts'

/** How many questions of one message the agent answers. */
const MOST_ANSWERS = 3
/** A request in the form of a question. */
const REQUEST =
  /\b(?:can|could|would|will|may) (?:you|u|i|we|someone|somebody|they|it)\b|\bdo you (?:guys )?(?:do|offer|have|provide|handle|mow|trim|plant|install|remove)\b|\b(?:are you able|is it possible|is .* (?:ok|okay|fine|possible|free|available))\b|\b(?:pueden?|podr[ií]an?|hacen|ofrecen|tienen)\b/i

/** Returns whether a question with a fact asks nothing else: `Can you mow my lawn?`, `Tree trimming?` */
const isRequest = (question: string) =>
  !asksForInformation(question) &&
  (REQUEST.test(question) || offersAsked(question) || !isQuestion(question.replace(/\?+$/, '')))

/** The answers as one text, null without questions, and whether the team has a question left to answer. */
interface Answers {
  text: string | null
  isOpen: boolean
}

const OBLIGES = /\b(?:must|should|need|have to|has to|required|tengo que|debo|necesito)\b/i

/** The owner's answer; with its question, if yes or no means the opposite for the visitor's: `Can you come while I am away?` */
function faqAnswer({ business }: AgentContext, question: string): SettingsAnswer | null {
  const entry = findAnswer(business.faqs, question)
  if (!entry) return null
  const isTurned = YES_OR_NO.test(entry.answer) && OBLIGES.test(entry.question) !== OBLIGES.test(question)
  return { text: isTurned ? `${entry.question} ${entry.answer}` : entry.answer, isOpen: false }
}

/**
 * Answers one question: by the owner's words, else from the settings; null if neither clearly does. A place is compared
 * with the service area. `before` is the rest of the message.
 */
export function answerTo(
  context: AgentContext,
  state: AgentState,
  question: string,
  before = '',
): SettingsAnswer | null {
  const place = aboutPlace(context, state, question, before)
  if (place?.isCertain) return place
  const faq = faqAnswer(context, question)
  if (faq) return faq
  return place ?? aboutOffer(context, state, question) ?? answerFromSettings(context, state, question)
}

/** Answers a message's questions. Adds a note for the owner in `state` for each question without an answer. */
export function answerQuestions(context: AgentContext, state: AgentState, parsed: ParsedMessage): Answers {
  const { language } = state
  const texts = new Set<string>()
  let isUnanswered = false
  let isOpen = false
  for (const { value } of parsed.questions.slice(0, MOST_ANSWERS)) {
    // What was taken as the wanted service is acknowledged as such.
    const isTaken = parsed.facts.service_needs && aboutOffer(context, state, value)
    const answer = isTaken ? faqAnswer(context, value) : answerTo(context, state, value, parsed.statement)
    const isAsked = !hasFacts(parsed) || !isRequest(value) || claimsMore(context, value)
    if (!answer && !isAsked) continue
    if (answer) texts.add(answer.text)
    else isUnanswered = true
    if (answer && !answer.isOpen) continue
    noteAsked(state, value)
    isOpen = true
  }
  if (isUnanswered) texts.add(say(language, texts.size > 0 ? 'restUnanswered' : 'unanswered'))
  return { text: texts.size > 0 ? [...texts].join(' ') : null, isOpen }
}
