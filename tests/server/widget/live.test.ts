import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createApp } from '../../../server/app/app.ts'
import { CHAT_HEARTBEAT_MS, STREAMS_PER_CONVERSATION } from '../../../server/widget/live.ts'
import { deleteConversation, handBack, markRead, showTyping } from '../../../src/contract/conversations.ts'
import { deleteLead } from '../../../src/contract/leads.ts'
import { CHAT_EVENTS_PATH, type ChatSession } from '../../../src/contract/widget.ts'
import { call, FRESH, RIVAL } from '../../support/api.ts'
import { openChatStream } from '../../support/chat-stream.ts'
import { publish } from '../../support/publish.ts'
import { sharedServer } from '../../support/server.ts'
import { beginChat, leadOfChat, sayInChat } from '../../support/visitor.ts'
import { replyTo } from '../conversations/support.ts'

const server = await sharedServer()
let session: ChatSession

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  session = await beginChat(server, FRESH)
})
afterEach(() => {
  vi.useRealTimers()
})

/** Opens the visitor's stream, after a message's position if one is given. */
const open = (after?: string, token?: string) => openChatStream(server, session, after, token)

const status = (name: string | null, seen: number | null = null, booking: object | null = null) => ({
  id: null,
  event: {
    type: 'status',
    status: name === null ? 'agent' : 'person',
    person_name: name,
    seen_position: seen,
    call_news: null,
    booking,
  },
})
const params = () => ({ orgId: FRESH, conversationId: session.conversation_id })

describe("the visitor's stream", () => {
  it('sends what is said, who answers, and that a person types, but no notes', async () => {
    const stream = await open()
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream')
    expect((await stream.said()).slice(0, 2)).toEqual(['0', 'agent'])
    expect(await stream.next()).toEqual(status(null))
    await sayInChat(server, session, 'Lawn mowing')
    expect(await stream.said()).toEqual(['1', 'visitor', 'Lawn mowing'])
    expect((await stream.said()).slice(0, 2)).toEqual(['2', 'agent'])
    await call(server, showTyping, { params: params() })
    expect(await stream.next()).toEqual({
      id: null,
      event: { type: 'typing', person_name: 'Olivia' },
    })
    await replyTo(server, session, 'Difficult customer', { message_type: 'note' })
    await replyTo(server, session, 'Olivia here')
    expect(await stream.said()).toEqual(['4', 'person', 'Olivia here'])
    expect(await stream.next()).toEqual(status('Olivia', 1))
    await call(server, handBack, { params: params() })
    expect(await stream.next()).toEqual(status(null, 1))
    await stream.close()
  })

  it('resumes after the last message that the client has', async () => {
    await sayInChat(server, session, 'Lawn mowing')
    await replyTo(server, session, 'Olivia here')
    const stream = await open('2')
    expect(await stream.said()).toEqual(['3', 'person', 'Olivia here'])
    expect(await stream.next()).toEqual(status('Olivia', 1))
    const other = await open('3')
    expect(await other.next()).toEqual(status('Olivia', 1))
    await Promise.all([stream.close(), other.close()])
  })

  it('sends no part of an answer that is stored already, or that a person has replaced', async () => {
    const part = { type: 'reply_part', conversation_id: session.conversation_id, text: 'Hello.' } as const
    await sayInChat(server, session, 'Lawn mowing')
    const stream = await open('2')
    expect(await stream.next()).toEqual(status(null))
    await publish(server.deps, FRESH, { ...part, position: 2 })
    await call(server, showTyping, { params: params() })
    expect(await stream.next()).toMatchObject({ event: { type: 'typing' } })
    await publish(server.deps, FRESH, { ...part, position: 3 })
    expect(await stream.next()).toMatchObject({ id: null, event: { type: 'reply_part', position: 3 } })
    await replyTo(server, session, 'Olivia here')
    expect(await stream.said()).toEqual(['3', 'person', 'Olivia here'])
    expect(await stream.next()).toEqual(status('Olivia', 1))
    await publish(server.deps, FRESH, { ...part, position: 4 })
    await call(server, showTyping, { params: params() })
    expect(await stream.next()).toMatchObject({ event: { type: 'typing' } })
    await stream.close()
  })

  it('tells up to where a member has read', async () => {
    await sayInChat(server, session, 'Lawn mowing')
    await sayInChat(server, session, 'and hedges')
    const stream = await open('100')
    expect(await stream.next()).toEqual(status(null))
    await call(server, markRead, { params: params(), body: { position: 2 } })
    expect(await stream.next()).toEqual(status(null, 1))
    await replyTo(server, session, 'Olivia here')
    expect(await stream.next()).toEqual(status('Olivia', 3))
    const update = await sayInChat(server, session, 'Thanks')
    expect(update.seen_position).toBe(3)
    await stream.close()
  })

  it('has a heartbeat, and ends with it if the conversation was erased', async () => {
    await sayInChat(server, session, 'Call me at 614-555-0173')
    const lead = await leadOfChat(server, FRESH, session)
    const stream = await open('100')
    expect(await stream.next()).toEqual(status(null))
    await vi.advanceTimersByTimeAsync(CHAT_HEARTBEAT_MS)
    expect(await stream.next()).toEqual({ id: null, event: { type: 'heartbeat' } })
    await call(server, deleteLead, { params: { orgId: FRESH, leadId: lead?.id ?? '' } })
    await vi.advanceTimersByTimeAsync(CHAT_HEARTBEAT_MS)
    expect(await stream.next()).toBe('end')
  })

  it('ends at once if a member erases the conversation', async () => {
    await sayInChat(server, session, 'Lawn mowing')
    const stream = await open('100')
    expect(await stream.next()).toEqual(status(null))
    await call(server, deleteConversation, { params: params() })
    expect(await stream.next()).toBe('end')
  })

  it('needs the token, and ends the oldest of too many', async () => {
    expect((await open(undefined, 'wrong')).response.status).toBe(404)
    const streams = []
    for (let count = 0; count <= STREAMS_PER_CONVERSATION; count += 1) streams.push(await open('100'))
    expect(await streams[0]?.next()).toEqual(status(null))
    expect(await streams[0]?.next()).toBe('end')
    expect(await streams[1]?.next()).toEqual(status(null))
    await Promise.all(streams.slice(1).map((stream) => stream.close()))
  })

  it('is limited per network address and organization, and a request without a body opens none', async () => {
    const streamLimits = { perAddress: 2, perOrganization: 3 }
    const app = createApp(server.deps, { ...server.standIns, streamLimits })
    const rival = await beginChat(server, RIVAL)
    const from = (address: string, chat = session, method = 'GET') =>
      app.api.request(CHAT_EVENTS_PATH.replace(':conversationId', chat.conversation_id), {
        method,
        headers: { Authorization: `Bearer ${chat.visitor_token}`, 'X-Forwarded-For': address },
      })
    for (let count = 0; count < 3; count += 1) {
      expect((await from('203.0.113.1', session, 'HEAD')).status).toBe(200)
    }
    const streams = [await from('203.0.113.1'), await from('203.0.113.1', rival)]
    const refused = await from('203.0.113.1')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
    expect(await refused.json()).toEqual({ message: 'Too many live streams are open from your network' })
    streams.push(await from('203.0.113.2'), await from('203.0.113.2'))
    const full = await from('203.0.113.3')
    expect(full.status).toBe(429)
    expect(await full.json()).toEqual({ message: 'Too many live streams are open for this organization' })
    streams.push(await from('203.0.113.3', rival))
    expect(streams.map(({ status }) => status)).toEqual(Array(5).fill(200))
    await streams[0]?.body?.cancel()
    await expect.poll(async () => (await from('203.0.113.3')).status).toBe(200)
    await Promise.all(streams.slice(1).map(({ body }) => body?.cancel()))
  })
})
