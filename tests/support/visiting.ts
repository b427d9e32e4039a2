import { type APIRequestContext, expect } from '@playwright/test'
import type { ChatSession, ChatUpdate } from '../../src/contract/widget.ts'
import { TEST_ORIGINS } from './e2e.ts'

const CHATS = `${TEST_ORIGINS.api}/api/v1/widget`

/** Messages that create a lead, which becomes the first in the list. */
export const ADA = ['Lawn mowing', 'My name is Ada Lovelace', 'My phone is (555) 010-1234']

/** Starts a visitor's conversation without a browser and sends messages. Returns a function to send more. */
export async function visit(request: APIRequestContext, organization: string, contents: readonly string[]) {
  const begun = await request.post(`${CHATS}/${organization}/conversations`, { data: {} })
  const { conversation_id: id, visitor_token }: ChatSession = await begun.json()
  const headers = { Authorization: `Bearer ${visitor_token}` }
  let sent = 0
  const say = async (content: string): Promise<ChatUpdate> => {
    sent += 1
    const data = { client_id: `message-${sent}`, content }
    const answer = await request.post(`${CHATS}/conversations/${id}/messages`, { headers, data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer.json()
  }
  for (const content of contents) await say(content)
  /** Agrees to texts about the booked call. */
  const wantTexts = async (phone: string) => {
    const answer = await request.post(`${CHATS}/conversations/${id}/texts`, { headers, data: { phone } })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  return { id, say, wantTexts, read: () => request.get(`${CHATS}/conversations/${id}`, { headers }) }
}
