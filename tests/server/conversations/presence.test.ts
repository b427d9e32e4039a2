import { beforeEach, describe, expect, it } from 'vitest'
import { expirePresence, TAB_MS } from '../../../server/conversations/presence.ts'
import type { ServerEvent } from '../../../server/kernel/deps.ts'
import {
  exportConversation,
  type InboxThread,
  readInboxConversation,
  type ThreadVisitor,
} from '../../../src/contract/conversations.ts'
import { type ChatSession, type PresenceReport, reportPresence } from '../../../src/contract/widget.ts'
import { call, FRESH } from '../../support/api.ts'
import { openChatStream } from '../../support/chat-stream.ts'
import { sharedServer } from '../../support/server.ts'
import { beginChat, sayInChat } from '../../support/visitor.ts'
import { replyTo } from './support.ts'

const server = await sharedServer()
const { clock } = server
let session: ChatSession

beforeEach(async () => {
  session = await beginChat(server, FRESH)
  await sayInChat(server, session, 'Lawn mowing')
})

function report(
  tab: string,
  is_here: boolean,
  positions: Partial<PresenceReport> = {},
  token = session.visitor_token,
): Promise<Response> {
  return server.fetchApi(reportPresence.path.replace(':conversationId', session.conversation_id), {
    as: null,
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: JSON.stringify({ tab, is_here, received_position: null, read_position: null, ...positions }),
  })
}

const params = () => ({ orgId: FRESH, conversationId: session.conversation_id })

async function visitor(): Promise<ThreadVisitor | null | undefined> {
  const { body } = await call(server, readInboxConversation, { params: params() })
  return (body as InboxThread).visitor
}

/** Collects the announcements about visitors. */
function announced(): { count: () => number; stop: () => void } {
  let count = 0
  const stop = server.deps.events.subscribe(FRESH, (event: ServerEvent) => {
    if (event.type === 'conversation_presence') count += 1
  })
  return { count: () => count, stop }
}

describe('a visitor', () => {
  it('with three tabs is one visitor, who leaves with the last one', async () => {
    const streams = await Promise.all(['a', 'b', 'c'].map(() => openChatStream(server, session)))
    expect(await visitor()).toMatchObject({ is_here: false, left_at: null })
    const heard = announced()
    const answers = await Promise.all(['a', 'b', 'c'].map((tab) => report(tab, true)))
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
    expect(await visitor()).toMatchObject({ is_here: true, left_at: null })
    expect(heard.count()).toBe(1)
    await report('a', false)
    await report('b', false)
    expect(await visitor()).toMatchObject({ is_here: true })
    clock.advance(60_000)
    const left = clock.now().toISOString()
    await report('c', false)
    expect(await visitor()).toMatchObject({ is_here: false, left_at: left })
    expect(heard.count()).toBe(2)
    // A hidden tab keeps its stream, and that doesn't count.
    await report('c', false, { received_position: 2 })
    expect(await visitor()).toMatchObject({ is_here: false, left_at: left, received_position: 2 })
    heard.stop()
    for (const stream of streams) await stream.close()
  })

  it('whose browser or server crashes leaves after two minutes, once', async () => {
    const heard = announced()
    await report('a', true)
    const seen = clock.now().toISOString()
    clock.advance(TAB_MS - 1)
    await expirePresence(server.deps)
    expect(await visitor()).toMatchObject({ is_here: true })
    clock.advance(1)
    expect(await visitor()).toMatchObject({ is_here: false, left_at: seen })
    // As several servers do.
    await Promise.all([expirePresence(server.deps), expirePresence(server.deps)])
    expect(heard.count()).toBe(2)
    heard.stop()
  })

  it('stays while a tab reports', async () => {
    await report('a', true)
    await report('crashed', true)
    for (let minute = 0; minute < 5; minute += 1) {
      clock.advance(60_000)
      await report('a', true)
    }
    expect(await visitor()).toMatchObject({ is_here: true })
    const { tabs } = await server.deps.db
      .selectFrom('visitor_presence')
      .select('tabs')
      .where('conversation_id', '=', session.conversation_id)
      .executeTakeFirstOrThrow()
    expect(Object.keys(tabs)).toEqual(['a'])
  })

  it('has read up to a position, which neither goes back nor beyond the last message', async () => {
    await report('a', true, { received_position: 2, read_position: 1 })
    const readAt = clock.now().toISOString()
    clock.advance(1_000)
    await report('a', true, { received_position: 1, read_position: 0 })
    expect(await visitor()).toMatchObject({ received_position: 2, read_position: 1, read_at: readAt })
    await report('a', true, { received_position: 999, read_position: 999 })
    expect(await visitor()).toMatchObject({ received_position: 2, read_position: 2 })
    await replyTo(server, session, 'Difficult customer', { message_type: 'note' })
    await report('a', true, { received_position: 3, read_position: 3 })
    expect(await visitor()).toMatchObject({ received_position: 2, read_position: 2 })
  })
})

it('only the holder of the token can report, and only members learn of it', async () => {
  expect((await report('a', true, {}, 'another-token')).status).toBe(404)
  expect((await report('a', true, { read_position: -1 })).status).toBe(400)
  await report('a', true)
  const own = await server.fetchApi(`/api/v1/widget/conversations/${session.conversation_id}`, {
    as: null,
    headers: { Authorization: `Bearer ${session.visitor_token}` },
  })
  expect(await own.text()).not.toContain('is_here')
  const exported = await call(server, exportConversation, { params: params() })
  expect(JSON.stringify(exported.body)).not.toContain('is_here')
})

it('says since when a person is needed, whatever the visitor writes afterwards, until somebody answers', async () => {
  const since = async () =>
    ((await call(server, readInboxConversation, { params: params() })).body as InboxThread).conversation
      .waiting_since
  expect(await since()).toBeNull()
  await sayInChat(server, session, 'I want to talk to a real person')
  const asked = clock.now().toISOString()
  expect(await since()).toBe(asked)
  clock.advance(60_000)
  await sayInChat(server, session, 'Is anyone there?')
  expect(await since()).toBe(asked)
  await replyTo(server, session, 'Olivia here')
  expect(await since()).toBeNull()
})
