import { tellFromSettings } from './about.ts'
import { findAnswer } from './faq.ts'
import { asksForInformation } from './intents.ts'
import { type Heard, hasFacts } from './listen.ts'
import { note } from './notes.ts'
import type { AgentContext, AgentState } from './state.ts'

/** So many questions of one message are answered. */
const MOST_ANSWERS = 3
const UNANSWERED = "I'm not sure about that one. I'll pass your question on to the team."
const REST_UNANSWERED = "I'm not sure about the rest, so I'll pass that on to the team."

/**
 * The answers to what a message asks, in one text, or null when it asks nothing; a question without one is noted
 * for the owner in `state`.
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
