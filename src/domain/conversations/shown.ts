import type { InboxMessage, InboxThread } from '../../contract/conversations.ts'
import type { Message } from '../../contract/leads.ts'
import type { Photo } from '../../contract/photos.ts'
import { present } from '../common/present.ts'
import { senderOf } from '../leads/sender.ts'
import { type TracedTurn, tracedTurns } from './traced-turns.ts'

export interface ShownMessage {
  id: string
  from: 'customer' | 'agent' | 'person' | 'note'
  /** The author's name. */
  sender: string
  content: string
  photos: readonly Photo[]
  created_at: string
  /** What a caller didn't hear of it. */
  unheard?: string | null | undefined
  /** The turn that it belongs to, if the API can say why the agent wrote it. */
  turn?: TracedTurn | undefined
}

/** Converts a message of section 7. */
export const shownMessage = (message: Message): ShownMessage => {
  const sender = senderOf(message)
  return { ...message, sender, from: sender === 'Customer' ? 'customer' : 'agent' }
}

/** Converts a message of the inbox. `customer` is the visitor's display name. */
export function shownInboxMessage(message: InboxMessage, customer: string): ShownMessage {
  const { id, author, message_type, author_name, content, photos, created_at, unheard } = message
  const shown = { id, content, photos, created_at, unheard }
  const member = present(author_name) ?? 'Team'
  if (message_type === 'note') {
    return { ...shown, from: 'note', sender: `Note · ${author === 'person' ? member : 'Agent'}` }
  }
  if (author === 'person') return { ...shown, from: 'person', sender: member }
  return author === 'visitor'
    ? { ...shown, from: 'customer', sender: customer }
    : { ...shown, from: 'agent', sender: 'Agent' }
}

/** Converts the messages of a conversation. */
export function shownThread(thread: InboxThread, customer: string): ShownMessage[] {
  const turns = new Map(tracedTurns(thread).flatMap((turn) => turn.messageIds.map((id) => [id, turn])))
  return thread.messages.map((message) => ({
    ...shownInboxMessage(message, customer),
    turn: turns.get(message.id),
  }))
}
