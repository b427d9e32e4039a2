import { answerFromSettings } from './about.ts'
import { findAnswer } from './faq.ts'
import { asksForInformation } from './intents.ts'
import { note } from './notes.ts'
import { hasFacts, type ParsedMessage } from './parse-message.ts'
import type { AgentContext, AgentState } from './state.ts'

/** How many questions of one message the agent answers. */
const MOST_ANSWERS = 3
const UNANSWERED = "I'm not sure about that one. I'll pass your question on to the team."
const REST_UNANSWERED = "I'm not sure about the rest, so I'll pass that on to the team."

/**
 * Returns the answers to a message's questions as one text, or null without questions. Adds a note for the owner in
 * `state` for each question without an answer.
 */
export function answerQuestions(
  context: AgentContext,
  state: AgentState,
  parsed: ParsedMessage,
): string | null {
  const texts = new Set<string>()
  let isOpen = false
  for (const { value } of parsed.questions.slice(0, MOST_ANSWERS)) {
    const faq = findAnswer(context.business.faqs, value)
    const answer = faq ? { text: faq.answer, isOpen: false } : answerFromSettings(context, state, value)
    if (!answer && hasFacts(parsed) && !asksForInformation(value)) continue
    if (answer) texts.add(answer.text)
    else isOpen = true
    if (!answer || answer.isOpen) note(state, `Asked: ${value}`)
  }
  if (isOpen) texts.add(texts.size > 0 ? REST_UNANSWERED : UNANSWERED)
  return texts.size > 0 ? [...texts].join(' ') : null
}
