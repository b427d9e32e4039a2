import { draftAnswer } from '../draft.ts'
import { findAnswer } from '../faq.ts'
import type { AgentContext, AgentState } from '../state.ts'
import { type ChatMessage, latest } from './answer.ts'
import type { AskModel } from './client.ts'
import type { ModelMessage } from './completions.ts'
import { faultOf } from './guards.ts'
import { DRAFT_RULES, draftPrompt, NOTHING } from './prompt.ts'
import { TOOLS } from './tools.ts'

const ANSWERS = TOOLS.filter((tool) => tool.function.name === 'answer_faq')

/** Returns the question in the model's call; empty if it has none. */
function questionOf(argumentsJson: string): string {
  try {
    return String(JSON.parse(argumentsJson).question ?? '')
  } catch {
    return ''
  }
}

/**
 * Drafts a team member's reply to the visitor's last message in `history`. Uses the model, checked like the agent's
 * answers, or else the owner's answers and settings. Returns null if neither has an answer.
 */
export async function draftReply(
  ask: AskModel | null,
  context: AgentContext,
  state: AgentState,
  history: readonly ChatMessage[],
): Promise<{ draft: string | null; fallback: string | null }> {
  const last = history.findLastIndex(({ author }) => author === 'visitor')
  const message = history[last]
  if (!message) return { draft: null, fallback: null }
  const plain = draftAnswer(context, state, message.content)
  if (!ask) return { draft: plain, fallback: null }

  const of = (author: ChatMessage['author']) =>
    history.filter((each) => each.author === author).map(({ content }) => content)
  const messages: ModelMessage[] = [
    { role: 'system', content: draftPrompt(context, state, of('person'), plain) },
    ...latest(history.slice(0, last + 1)),
  ]
  const run = (name: string, argumentsJson: string) => {
    const found = name === 'answer_faq' ? findAnswer(context.business.faqs, questionOf(argumentsJson)) : null
    return found?.answer ?? 'There is no answer on file.'
  }
  try {
    const text = (await ask({ messages, tools: ANSWERS, run, onText: () => {} })).trim()
    if (text.includes(NOTHING)) return { draft: plain, fallback: null }
    const fault = faultOf(text, {
      business: context.business,
      now: context.now,
      state,
      scripted: plain === null ? [] : [plain],
      visitor: of('visitor'),
      team: of('person'),
      instructions: DRAFT_RULES,
    })
    return fault ? { draft: plain, fallback: fault } : { draft: text, fallback: null }
  } catch (error) {
    return { draft: plain, fallback: error instanceof Error ? error.name : 'failure' }
  }
}
