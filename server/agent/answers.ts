import { tellFromSettings } from './about.ts'
import { findAnswer } from './faq.ts'
import { asksForInformation } from './intents.ts'
import { note } from './notes.ts'
import { type Heard, hasFacts } from './parse-message.ts'
import type { AgentContext, AgentState } from './state.ts'

/** How many questions of one message the agent answers. */
const MOST_ANSWERS = 3
const UNANSWERED = "I'm not sure about that one. I'll pass your question on to the team."
const REST_UNANSWERED = "I'm not sure about the rest, so I'll pass that on to the team."

/**
 * Returns the answers to a message's questions as one text, or null without questions. Adds a note for the owner in
 * `state` for each question without an answer.
 */
export function answerQuestions(context: AgentContext, state: AgentState, heard: Heard): string | null {
  const said = new Set<string>()
  let isOpen = false
  for (const { value } of heard.questions.slice(0, MOST_ANSWERS)) {
    const faq = findAnswer(context.business.faqs, value)
    const told = faq ? { said: faq.answer, isOpen: false } : tellFromSettings(context, state, value)
    if (!told && hasFacts(heard) && !asksForInformation(value)) continue
    if (told) said.add(told.said)
    else isOpen = true
    if (!told || told.isOpen) note(state, `Asked: ${value}`)
  }
  if (isOpen) said.add(said.size > 0 ? REST_UNANSWERED : UNANSWERED)
  return said.size > 0 ? [...said].join(' ') : null
}
