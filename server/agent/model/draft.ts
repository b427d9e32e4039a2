import type { AskModel } from '../../model/client.ts'
import { draftAnswer } from '../draft.ts'
import type { AgentContext, AgentState } from '../state.ts'
import { type ChatMessage, groundsFor, latest } from './answer.ts'
import { readAnswer, SCHEMA } from './form.ts'
import { draftPrompt, INSTRUCTIONS } from './prompt.ts'
import { Writing } from './writing.ts'

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
  const said = history.slice(0, last + 1)
  const sources = groundsFor(context, state, history, message.content)
  const writing = new Writing({
    business: context.business,
    sources,
    visitor: history.filter(({ author }) => author === 'visitor').map(({ content }) => content),
    known: Object.values(state.known).filter((value) => value !== null),
    isBooked: state.booked !== null,
    instructions: INSTRUCTIONS,
  })
  try {
    const messages = [
      { role: 'system' as const, content: draftPrompt(context, state, sources) },
      ...latest(said),
    ]
    writing.add(readAnswer(await ask({ messages, schema: SCHEMA })).sentences)
    if (writing.sources.length > 0) return { draft: writing.text(), fallback: null }
    return { draft: plain, fallback: writing.dropped[0]?.reason ?? null }
  } catch (error) {
    return { draft: plain, fallback: error instanceof Error ? error.name : 'failure' }
  }
}
