import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import type { MessageAuthor } from '../../../src/contract/conversations.ts'
import { needsFixedWords } from '../interruptions.ts'
import { questionFor } from '../phrases.ts'
import { respond, type Turn } from '../respond.ts'
import { quickReplies } from '../schedule/offer.ts'
import type { AgentContext, AgentState } from '../state.ts'
import type { AskModel } from './client.ts'
import { faultOf } from './guards.ts'
import { INSTRUCTIONS, systemPrompt } from './prompt.ts'
import { TOOLS, toolbox } from './tools.ts'

/** One message of the conversation so far, without notes. */
export interface ChatMessage {
  author: MessageAuthor
  content: string
}

/** What a model promises of the team. The rules ask it to say that the team will tell. */
const TEAM_PROMISE =
  /\bpass(?:ed|ing)? (?:it|that|this|your \w+(?: \w+)?) (?:on|along)\b|\b(?:the|our) team will\b|\blet (?:the|our) team know\b|\bI(?:['’]ve| have) (?:noted|flagged|marked)\b/i

/** How much of the conversation is sent to the model. */
const MAX_HISTORY = 30

/** A turn, and why the script wrote it although a model was asked. */
export interface ModelTurn {
  turn: Turn
  fallback: string | null
}

/**
 * Returns a model's turn, checked against the business's facts. The script answers instead if the model fails, is slow,
 * or breaks a rule, and always for bookings, changes, cancellations, danger, and opt-outs, where the text is fixed.
 */
export async function answerByModel(
  ask: AskModel,
  context: AgentContext,
  before: AgentState,
  history: readonly ChatMessage[],
  content: string,
): Promise<ModelTurn> {
  const scripted = respond(context, before, content)
  if (scripted.booking || needsFixedWords(content)) return { turn: scripted, fallback: null }
  const visitor = [
    ...history.filter(({ author }) => author === 'visitor').map((each) => each.content),
    content,
  ]
  const team = history.filter(({ author }) => author === 'person').map((each) => each.content)
  const tools = toolbox(context, before, structuredClone(scripted), visitor)
  const messages: ChatCompletionMessageParam[] = [
    { role: 'system', content: systemPrompt(context, scripted, team) },
    ...history.slice(-MAX_HISTORY).map(({ author, content: each }): ChatCompletionMessageParam => {
      return { role: author === 'visitor' ? 'user' : 'assistant', content: each }
    }),
    { role: 'user', content },
  ]
  let text: string
  try {
    text = (await ask(messages, TOOLS, tools.run)).trim()
  } catch (error) {
    return { turn: scripted, fallback: error instanceof Error ? error.name : 'failure' }
  }
  const turn = tools.turn()
  if (turn.booking) return { turn, fallback: null }
  const grounds = {
    business: context.business,
    state: turn.state,
    scripted: scripted.replies,
    visitor,
    team,
    instructions: INSTRUCTIONS,
  }
  const fault = faultOf(text, grounds)
  if (fault) return { turn: scripted, fallback: fault }
  return {
    turn: {
      ...turn,
      replies: repliesOf(text, tools.offer(), turn, context),
      quickReplies: quickReplies(turn.state, context.business),
      needs: turn.needs ?? (TEAM_PROMISE.test(text) ? 'unanswered' : null),
    },
    fallback: null,
  }
}

/** The model's text, plus the script's pending question if the text lacks it. */
function repliesOf(text: string, offer: string, { state, replies }: Turn, context: AgentContext): string[] {
  if (offer) return [text, offer]
  const { asked } = state
  if (asked === null || (text.includes('?') && asked.topic !== 'slot')) return [text]
  if (asked.topic === 'slot') return [text, replies.at(-1) ?? '']
  return [text, questionFor(asked.topic, asked.question, context)]
}
