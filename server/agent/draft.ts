import { answerTo } from './answers.ts'
import { questionsIn } from './questions.ts'
import { readText } from './read-text.ts'
import type { AgentContext, AgentState } from './state.ts'

const MOST_ANSWERS = 3

/**
 * Drafts a team member's reply to a visitor's message from the owner's answers and settings. Returns null if they don't
 * contain an answer. Never contains anything that only the team can know.
 */
export function draftAnswer(context: AgentContext, state: AgentState, message: string): string | null {
  const asked = questionsIn(readText(message)).map(({ value }) => value)
  const answers = (asked.length > 0 ? asked : [message]).slice(0, MOST_ANSWERS).flatMap((question) => {
    const answer = answerTo(context, state, question)
    return answer && !answer.isOpen ? answer.text : []
  })
  return answers.length > 0 ? [...new Set(answers)].join(' ') : null
}
