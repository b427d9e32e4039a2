import type { InboxThread } from '../../contract/conversations.ts'

/** The question that the reasons for a turn answer, on buttons and as a title. */
export const WHY = 'Why did it say that?'

/** A turn of the agent for which the API can say why. */
export interface TracedTurn {
  conversationId: string
  /** The message that has the trace: the first one of the turn. */
  messageId: string
  /** The ids of all messages of the turn. */
  messageIds: readonly string[]
  /** What the visitor had written. */
  asked: string
  answer: string
}

/** Returns the agent's turns that have a trace, oldest first. */
export function tracedTurns({ conversation, messages }: InboxThread): TracedTurn[] {
  const turns: TracedTurn[] = []
  let asked = ''
  let turn: TracedTurn | null = null
  for (const { id, author, message_type, content, has_trace } of messages) {
    if (message_type === 'note') continue
    if (author !== 'agent') {
      turn = null
      asked = author === 'visitor' ? content : ''
      continue
    }
    if (has_trace) {
      turn = { conversationId: conversation.id, messageId: id, messageIds: [], asked, answer: '' }
      turns.push(turn)
    }
    if (turn === null) continue
    turn.messageIds = [...turn.messageIds, id]
    turn.answer = turn.answer ? `${turn.answer}\n${content}` : content
  }
  return turns
}
