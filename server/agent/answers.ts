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

/** The answers as one text, null without questions, and whether the team has a question left to answer. */
interface Answers {
  text: string | null
  isOpen: boolean
}

/** Answers a message's questions. Adds a note for the owner in `state` for each question without an answer. */
export function answerQuestions(context: AgentContext, state: AgentState, parsed: ParsedMessage): Answers {
  const texts = new Set<string>()
  let isUnanswered = false
  let isOpen = false
  for (const { value } of parsed.questions.slice(0, MOST_ANSWERS)) {
    const faq = findAnswer(context.business.faqs, value)
    const answer = faq ? { text: faq.answer, isOpen: false } : answerFromSettings(context, state, value)
    if (!answer && hasFacts(parsed) && !asksForInformation(value)) continue
    if (answer) texts.add(answer.text)
    else isUnanswered = true
    if (answer && !answer.isOpen) continue
    note(state, `Asked: ${value}`)
    isOpen = true
  }
  if (isUnanswered) texts.add(texts.size > 0 ? REST_UNANSWERED : UNANSWERED)
  return { text: texts.size > 0 ? [...texts].join(' ') : null, isOpen }
}
