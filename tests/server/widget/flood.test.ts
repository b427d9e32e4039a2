import { expect, it } from 'vitest'
import { readState } from '../../../server/agent/state.ts'
import { newId } from '../../../server/base/ids.ts'
import { createGuard } from '../../../server/http/auth.ts'
import { widgetRoutes } from '../../../server/widget/routes.ts'
import { VISITOR_LIMITS } from '../../../server/widget/visitor-limits.ts'
import type { ChatSession, ChatUpdate } from '../../../src/contract/widget.ts'
import { FRESH, GREEN } from '../../support/api.ts'
import { beforeTransactions } from '../../support/interrupt.ts'
import { sharedServer } from '../../support/server.ts'

const server = await sharedServer()
const FLOODER = '203.0.113.7'
const OTHER = '203.0.113.8'

let sent = 0

/** Calls the widget's API from a network address. */
function post(path: string, from: string, body: object, token = ''): Promise<Response> {
  return server.fetchApi(`/api/v1/widget${path}`, {
    as: null,
    method: 'POST',
    headers: { 'X-Forwarded-For': from, Authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
}

const begin = async (from: string): Promise<ChatSession> =>
  (await post(`/${FRESH}/conversations`, from, {})).json()

const send = (from: string, { conversation_id, visitor_token }: ChatSession, content: string) =>
  post(
    `/conversations/${conversation_id}/messages`,
    from,
    { client_id: `message-${++sent}`, content },
    visitor_token,
  )

async function say(from: string, session: ChatSession, content: string): Promise<ChatUpdate> {
  const response = await send(from, session, content)
  expect(response.ok).toBe(true)
  return response.json()
}

/** Starts a conversation up to the offer of times. Returns it with the first time. */
async function untilOffer(from: string): Promise<{ session: ChatSession; time: string }> {
  const session = await begin(from)
  for (const fact of ['Lawn mowing', 'Ada Lovelace', '614-555-0173']) await say(from, session, fact)
  const { quick_replies } = await say(from, session, '12 Elm Street, Columbus')
  return { session, time: quick_replies[0] ?? '' }
}

it('one address can’t book all free times of a business', async () => {
  const { points } = VISITOR_LIMITS.callsPerAddress
  const calls: ChatSession[] = []
  for (let count = 0; count < points; count += 1) {
    const { session, time } = await untilOffer(FLOODER)
    expect((await say(FLOODER, session, time)).booking).not.toBeNull()
    calls.push(session)
  }
  const { session, time } = await untilOffer(FLOODER)
  const refused = await send(FLOODER, session, time)
  expect(refused.status).toBe(403)
  expect(await refused.json()).toEqual({
    message:
      'Too many appointments were booked from your network today. Please write when it suits you, or call us',
  })
  expect((await say(FLOODER, session, 'Call me on Monday morning at my office please')).booking).toBeNull()

  const [first] = calls as [ChatSession]
  const { quick_replies } = await say(FLOODER, first, 'Can I move the call?')
  const before = quick_replies[0] ?? ''
  expect((await say(FLOODER, first, before)).booking).not.toBeNull()

  const honest = await untilOffer(OTHER)
  expect((await say(OTHER, honest.session, honest.time)).booking).not.toBeNull()
})

it('messages that don’t book a call don’t count as calls', async () => {
  const { points } = VISITOR_LIMITS.callsPerAddress
  const { session, time } = await untilOffer('203.0.113.9')
  for (let count = 0; count <= points; count += 1) await say('203.0.113.9', session, 'Are you insured?')
  expect((await say('203.0.113.9', session, time)).booking).not.toBeNull()
})

it('calls whose time is taken just before they are stored don’t count', async () => {
  const { points } = VISITOR_LIMITS.callsPerAddress
  const from = '203.0.113.13'
  const { session, time } = await untilOffer(from)
  let next = time
  const takeTime = async () => {
    const { state } = await server.deps.db
      .selectFrom('conversations')
      .select('state')
      .where('id', '=', session.conversation_id)
      .executeTakeFirstOrThrow()
    await server.deps.db
      .insertInto('leads')
      .values({
        id: newId('lead'),
        organization_id: FRESH,
        status: 'converted',
        source: 'manual',
        booking_start_time: new Date(readState(state).offered[0] ?? ''),
        created_at: server.clock.now(),
        updated_at: server.clock.now(),
      })
      .execute()
  }
  for (let count = 0; count <= points; count += 1) {
    const { stop } = beforeTransactions(server, takeTime)
    const { booking, quick_replies } = await say(from, session, next)
    stop()
    expect(booking).toBeNull()
    next = quick_replies[0] ?? ''
  }
  expect((await say(from, session, next)).booking).not.toBeNull()
})

it('the script answers an address that has used up the model’s answers', async () => {
  let asked = 0
  server.deps.model = () => {
    asked += 1
    return Promise.reject(new Error('no model here'))
  }
  const { points } = VISITOR_LIMITS.modelAnswersPerAddress
  let session = await begin('203.0.113.10')
  for (let count = 0; count < points; count += 1) {
    if (count % 15 === 14) session = await begin('203.0.113.10')
    await say('203.0.113.10', session, 'Lawn mowing')
  }
  expect(asked).toBe(points)
  const { messages } = await say('203.0.113.10', await begin('203.0.113.10'), 'Lawn mowing')
  expect(messages.map(({ message_type }) => message_type)).toEqual(['incoming', 'outgoing'])
  expect(asked).toBe(points)
  await say(OTHER, await begin(OTHER), 'Lawn mowing')
  expect(asked).toBe(points + 1)
})

it('one address can start only so many conversations a day with one business, and learns what to do', async () => {
  const limits = { ...VISITOR_LIMITS, conversationsPerBusiness: { points: 2, duration: 86_400 } }
  const app = widgetRoutes(
    { deps: server.deps, guard: createGuard(server.deps, server.standIns.identity) },
    limits,
  )
  const start = (from: string, business: string) =>
    app.request(`/api/v1/widget/${business}/conversations`, {
      method: 'POST',
      headers: { 'X-Forwarded-For': from, 'Content-Type': 'application/json' },
      body: '{}',
    })
  const asked = [FRESH, FRESH, FRESH, GREEN] as const
  const answers: Response[] = []
  for (const business of asked) answers.push(await start('203.0.113.11', business))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 200])
  expect((await start('203.0.113.12', FRESH)).status).toBe(200)
  expect(await answers[2]?.text()).toBe(
    'There was too much activity from your network. Please try again later, or call us',
  )
})
