import { beforeEach, expect, it } from 'vitest'
import {
  closeConversation,
  handBack,
  markRead,
  postInboxMessage,
  readInboxConversation,
  takeOver,
} from '../../../src/contract/conversations.ts'
import type { Scope } from '../../../src/contract/scopes.ts'
import type { ChatSession } from '../../../src/contract/widget.ts'
import { call, FRESH, GREEN } from '../../support/api.ts'
import { makeApiKey } from '../../support/api-key.ts'
import { sharedServer } from '../../support/server.ts'
import { beginChat, readChat, sayInChat } from '../../support/visitor.ts'
import { storedIn } from './support.ts'

const server = await sharedServer()
const { key, headers } = await makeApiKey(server, ['conversations:read', 'conversations:write'])
let session: ChatSession
let conversationId: string

beforeEach(async () => {
  session = await beginChat(server, FRESH)
  conversationId = session.conversation_id
  await sayInChat(server, session, 'Lawn mowing')
})

const caller = (given = headers) =>
  ({ params: { orgId: FRESH, conversationId }, as: null, headers: given }) as const
const post = (content: string, more: object = {}, given = headers) =>
  call(server, postInboxMessage, {
    ...caller(given),
    body: { client_id: 'one', message_type: 'outgoing', content, ...more },
  })

it("shows visitors a program's reply as the team's, and members the program", async () => {
  const first = await post('We can come on Friday')
  expect([first.status, first.body.conversation]).toEqual([
    201,
    expect.objectContaining({ status: 'person', taken_by: key.id, taken_by_name: 'Zapier (API key)' }),
  ])
  expect(await post('We can come on Friday')).toMatchObject({ status: 201, body: first.body })
  const written = (await storedIn(server, session)).filter(({ author }) => author === 'person')
  expect(written).toMatchObject([{ message_type: 'outgoing', content: 'We can come on Friday' }])

  const chat = await (await readChat(server, session)).json()
  expect(chat).toMatchObject({ status: 'person', person_name: null })
  expect(chat.messages.at(-1)).toMatchObject({ content: 'We can come on Friday', author_name: null })
  const { body: thread } = await call(server, readInboxConversation, caller())
  expect(thread.messages.at(-1)).toMatchObject({ author_name: 'Zapier (API key)' })
})

it('lets a program hand back, close, and mark as read, and tells it who is answering', async () => {
  await call(server, takeOver, { params: caller().params, body: {} })
  const refused = await post('Me too')
  expect([refused.status, refused.body.code]).toEqual([409, 'answered_by_other'])
  expect((await post('For the team', { message_type: 'note' })).status).toBe(201)
  expect((await post('Now me', { client_id: 'two', take: true })).status).toBe(201)
  const states = []
  for (const target of [handBack, closeConversation]) states.push((await call(server, target, caller())).body)
  states.push((await call(server, markRead, { ...caller(), body: { position: 9 } })).body)
  expect(states.map(({ status }) => status)).toEqual(['agent', 'closed', 'closed'])
})

it.each<[Scope[], string]>([
  [['conversations:read'], FRESH],
  [['conversations:read', 'conversations:write'], GREEN],
])('stores nothing of a key with %o of %s', async (scopes, orgId) => {
  const before = await storedIn(server, session)
  const other = (await makeApiKey(server, scopes, { orgId })).headers
  expect((await post('Hello', {}, other)).status).toBe(403)
  expect(await storedIn(server, session)).toEqual(before)
})
