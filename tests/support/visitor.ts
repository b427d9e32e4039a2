import { expect } from 'vitest'
import type { Lead } from '../../src/contract/leads.ts'
import { createPreviewPass } from '../../src/contract/preview.ts'
import type { ChatSession, ChatUpdate } from '../../src/contract/widget.ts'
import { call } from './api.ts'
import type { TestServer } from './server.ts'

let sent = 0

const start = (server: TestServer, organization: string, query = '') =>
  server.fetchApi(`/api/v1/widget/${organization}/conversations${query}`, {
    as: null,
    method: 'POST',
    body: '{}',
  })

/** Starts a visitor's conversation with an organization's agent. */
export async function beginChat(server: TestServer, organization: string): Promise<ChatSession> {
  const response = await start(server, organization)
  expect(response.status).toBe(200)
  return response.json()
}

/** Starts a test of an organization's agent, as its owner does in the preview. */
export async function beginTest(server: TestServer, organization: string): Promise<ChatSession> {
  const { body } = await call(server, createPreviewPass, { params: { orgId: organization } })
  const response = await start(server, organization, `?pass=${body.pass}`)
  expect(response.status).toBe(200)
  return response.json()
}

/** Sends a visitor's message. Passing a client ID again repeats the same message. */
export function sendInChat(
  server: TestServer,
  { conversation_id, visitor_token }: ChatSession,
  content: string,
  clientId = `message-${++sent}`,
): Promise<Response> {
  return server.fetchApi(`/api/v1/widget/conversations/${conversation_id}/messages`, {
    as: null,
    method: 'POST',
    headers: { Authorization: `Bearer ${visitor_token}` },
    body: JSON.stringify({ client_id: clientId, content }),
  })
}

/** Like `sendInChat`, but returns what the chat shows next. */
export async function sayInChat(
  server: TestServer,
  session: ChatSession,
  content: string,
): Promise<ChatUpdate> {
  const response = await sendInChat(server, session, content)
  expect([content.slice(0, 40), response.status]).toEqual([content.slice(0, 40), 200])
  return response.json()
}

/** Requests the conversation so far. */
export function readChat(
  server: TestServer,
  { conversation_id, visitor_token }: ChatSession,
  token = visitor_token,
): Promise<Response> {
  return server.fetchApi(`/api/v1/widget/conversations/${conversation_id}`, {
    as: null,
    headers: { Authorization: `Bearer ${token}` },
  })
}

/** Returns an organization's leads as its owner lists them. */
export async function leadsOf(
  server: TestServer,
  organization: string,
  as: 'owner' | 'rival' = 'owner',
): Promise<Lead[]> {
  return (await server.fetchApi(`/api/v1/organizations/${organization}/leads`, { as })).json()
}

/** Returns the lead of a conversation, if any. */
export async function leadOfChat(
  server: TestServer,
  organization: string,
  { conversation_id }: ChatSession,
): Promise<Lead | undefined> {
  return (await leadsOf(server, organization)).find((lead) => lead.conversation_id === conversation_id)
}
