import { beforeAll, describe, expect, it } from 'vitest'
import { createApiKey } from '../../../src/contract/api-keys.ts'
import {
  deleteConversation,
  exportConversation,
  type InboxMessage,
  readInboxConversation,
} from '../../../src/contract/conversations.ts'
import { getConversation } from '../../../src/contract/leads.ts'
import type { Scope } from '../../../src/contract/scopes.ts'
import { readMessageTrace } from '../../../src/contract/trace.ts'
import type { ChatSession } from '../../../src/contract/widget.ts'
import { call, FRESH, RIVAL } from '../../support/api.ts'
import { openChatStream } from '../../support/chat-stream.ts'
import { columnsContaining } from '../../support/search-tables.ts'
import { sharedServer } from '../../support/server.ts'
import { beginChat, leadOfChat, readChat, sayInChat, sendInChat } from '../../support/visitor.ts'

/** An intent, whose name occurs only in traces and the agent's state. */
const INTENT = 'ask_insured'

const server = await sharedServer()
let session: ChatSession
let messages: InboxMessage[]

const paramsOf = ({ conversation_id: conversationId }: ChatSession) => ({ orgId: FRESH, conversationId })
const traceOf = (
  messageId: string,
  {
    params,
    ...more
  }: {
    params?: { orgId: string; conversationId: string }
    as?: 'rival' | null
    headers?: Record<string, string>
  } = {},
) => call(server, readMessageTrace, { params: { ...(params ?? paramsOf(session)), messageId }, ...more })

async function read(of: ChatSession): Promise<InboxMessage[]> {
  return (await call(server, readInboxConversation, { params: paramsOf(of) })).body.messages
}
const first = (author: string) =>
  messages.find((each) => each.author === author && each.position > 0)?.id ?? ''

beforeAll(async () => {
  session = await beginChat(server, FRESH)
  await sayInChat(server, session, 'Are you insured?')
  await sayInChat(server, session, "I'm Jane Doe, 614-555-0188")
  messages = await read(session)
})

describe('the reasons for what the agent said', () => {
  it('belong to its first message of a turn', async () => {
    await sayInChat(server, session, 'I smell gas')
    const all = await read(session)
    const turns = all.map(({ author, has_trace }, at) => [author, all[at - 1]?.author ?? null, has_trace])
    expect(turns.length).toBeGreaterThan(3)
    for (const [author, before, hasTrace] of turns)
      expect(hasTrace).toBe(author === 'agent' && before === 'visitor')
    const { status, body } = await traceOf(first('agent'))
    expect(status).toBe(200)
    expect(body).toMatchObject({ maker: 'script', fallback: null, danger: null, dropped: [] })
    expect(body.intents).toContainEqual({ name: INTENT, chance: expect.any(Number) })
    const later = await traceOf(all.find(({ position, has_trace }) => has_trace && position > 2)?.id ?? '')
    expect(later.body.facts).toContainEqual({ field: 'name', value: 'Jane Doe', quote: 'Jane Doe' })
  })

  it('have every field, even if an earlier version stored fewer', async () => {
    const { db } = server.deps
    const other = await beginChat(server, FRESH)
    await sayInChat(server, other, 'Are you insured?')
    const old = (await read(other)).find(({ has_trace }) => has_trace)?.id ?? ''
    const trace = JSON.stringify({ maker: 'script', acts: ['greet'] })
    await db.updateTable('messages').set({ trace }).where('id', '=', old).execute()
    const { body } = await call(server, readMessageTrace, { params: { ...paramsOf(other), messageId: old } })
    expect(body).toMatchObject({ acts: ['greet'], sources: [], dropped: [], danger: null })
  })

  it('are there for the organization alone, and only for messages that have them', async () => {
    const id = first('agent')
    const other = await beginChat(server, FRESH)
    await sayInChat(server, other, 'Hello')
    expect((await traceOf(id, { as: 'rival' })).status).toBe(403)
    expect((await traceOf(id, { as: 'rival', params: { ...paramsOf(session), orgId: RIVAL } })).status).toBe(
      404,
    )
    expect((await traceOf(id, { params: paramsOf(other) })).status).toBe(404)
    for (const none of [first('visitor'), messages[0]?.id ?? '', 'msg_unknown'])
      expect((await traceOf(none)).status).toBe(404)
  })

  it.each<[Scope, number]>([
    ['conversations:read', 200],
    ['leads:read', 403],
  ])('are part of the conversation for an API key with %s: %i', async (scope, status) => {
    const body = { name: 'Zapier', scopes: [scope] }
    const { token } = (await call(server, createApiKey, { params: { orgId: FRESH }, body })).body
    const headers = { Authorization: `Bearer ${token}` }
    expect((await traceOf(first('agent'), { as: null, headers })).status).toBe(status)
  })

  it('reach neither the visitor nor anything else that is stored, sent, or exported as text', async () => {
    const { conversation_id: id } = session
    const stream = await openChatStream(server, session, '0')
    const sent = [await stream.next(), await stream.next(), await stream.next()]
    await stream.close()
    const lead = await leadOfChat(server, FRESH, session)
    const params = { orgId: FRESH, leadId: lead?.id ?? '' }
    const shown = [
      await (await sendInChat(server, session, 'Are you insured?')).text(),
      await (await readChat(server, session)).text(),
      JSON.stringify(sent),
      JSON.stringify((await call(server, getConversation, { params })).body),
      (await call(server, exportConversation, { params: paramsOf(session) })).body.transcript,
    ]
    for (const text of shown) {
      expect(text).toContain('insured')
      expect(text).not.toMatch(new RegExp(`trace|${INTENT}`))
    }
    expect(await columnsContaining(server.deps.db, INTENT)).toEqual(['conversations.state', 'messages.trace'])
    expect((await call(server, deleteConversation, { params: paramsOf(session) })).status).toBe(204)
    expect((await traceOf(first('agent'))).status).toBe(404)
    expect(await columnsContaining(server.deps.db, id)).not.toContain('messages.conversation_id')
  })
})
