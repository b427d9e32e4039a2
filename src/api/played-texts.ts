import { type ChatAnswer, type ChatSession, sendChatMessage, startChat } from '../contract/widget.ts'
import { call } from './client.ts'

/** Begins a test in which a member texts with the agent. */
export const beginTexts = (org: string, pass: string): Promise<ChatSession> =>
  call(startChat, { organizationId: undefined, params: { org }, query: { pass }, body: { by_text: true } })

/** Sends a text in such a test. Sending the same `client_id` again changes nothing. */
export const sendPlayedText = (
  { conversation_id: conversationId, visitor_token }: ChatSession,
  pass: string,
  body: { client_id: string; content: string },
): Promise<ChatAnswer> =>
  call(sendChatMessage, {
    organizationId: undefined,
    params: { conversationId },
    query: { pass },
    body,
    headers: { Authorization: `Bearer ${visitor_token}` },
  })
