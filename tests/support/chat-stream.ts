import { CHAT_EVENTS_PATH, type ChatEvent, type ChatSession } from '../../src/contract/widget.ts'
import type { TestServer } from './server.ts'

export interface Sent {
  id: string | null
  event: ChatEvent
}

/** Opens the visitor's stream of a conversation, after a message's position if given. */
export async function openChatStream(
  server: TestServer,
  session: ChatSession,
  after?: string,
  token = session.visitor_token,
) {
  const response = await server.fetchApi(
    CHAT_EVENTS_PATH.replace(':conversationId', session.conversation_id),
    {
      as: null,
      headers: { Authorization: `Bearer ${token}`, ...(after !== undefined && { 'Last-Event-ID': after }) },
    },
  )
  const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async (): Promise<Sent | 'end'> => {
    while (!text.includes('\n\n')) {
      const { done, value } = await reader.read()
      if (done) return 'end'
      text += value
    }
    const [block = '', ...rest] = text.split('\n\n')
    text = rest.join('\n\n')
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? null
    return { id: field('id'), event: JSON.parse(field('data') ?? 'null') }
  }
  /** Returns the event ID, author, and text of the next message. */
  const said = async () => {
    const sent = await next()
    if (sent === 'end' || sent.event.type !== 'message') return [JSON.stringify(sent)]
    const { author, content } = sent.event.message
    return [sent.id, author, content]
  }
  return { response, next, said, close: () => reader.cancel() }
}
