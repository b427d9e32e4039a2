import type { Needs } from '../../src/contract/conversations.ts'
import { answerByModel } from '../agent/model/answer.ts'
import { respond } from '../agent/respond.ts'
import type { AgentContext } from '../agent/state.ts'
import { begin, type Turn } from '../agent/turn.ts'
import type { AskModel } from '../model/client.ts'
import type { Chat, Played, Said, Step } from './types.ts'

/** The visitor's message if no time is offered. */
const NO_TIME = 'When could you call me?'

const isTime = (label: string) => /\d:\d\d/.test(label)

const textOf = (step: Step, { quickReplies }: Turn) =>
  typeof step === 'string' ? step : (quickReplies.find(isTime) ?? NO_TIME)

/**
 * Plays a chat with the agent the way a visitor would, using the model if there is one. Stores, sends, and announces
 * nothing, and leaves other visitors' calls unchanged.
 */
export async function playChat(
  model: AskModel | null,
  context: AgentContext,
  chat: Pick<Chat, 'steps'>,
): Promise<Played> {
  let turn = begin(context)
  let booked: string | null = null
  const needs: Needs[] = []
  const greeting = turn.replies
  const messages: Said[] = greeting.map((content) => ({ author: 'agent', content }))
  for (const step of chat.steps) {
    const content = textOf(step, turn)
    const before = { ...turn.state, booked }
    turn = model
      ? (await answerByModel(model, context, before, messages, content)).turn
      : respond(context, before, content)
    if (turn.booking) booked = turn.booking.kind === 'book' ? turn.booking.start.toISOString() : null
    if (turn.needs) needs.push(turn.needs)
    messages.push({ author: 'visitor', content })
    for (const reply of turn.replies) messages.push({ author: 'agent', content: reply })
  }
  const said = messages
    .slice(greeting.length)
    .flatMap(({ author, content }) => (author === 'agent' ? [content] : []))
  return {
    messages,
    said: said.join('\n'),
    last: turn.replies.join('\n'),
    facts: turn.extracted,
    booked,
    needs,
  }
}
