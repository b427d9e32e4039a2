import { beforeAll, describe, expect, it } from 'vitest'
import {
  CONVERSATION_STATUSES,
  type InboxConversation,
  type InboxQuery,
  listConversations,
  NEEDS,
} from '../../../src/contract/conversations.ts'
import { call, FRESH, GREEN } from '../../support/api.ts'
import { sharedServer } from '../../support/server.ts'
import { beginChat, sayInChat } from '../../support/visitor.ts'
import { replyTo } from './support.ts'

const server = await sharedServer()

const list = async (query: InboxQuery = {}, orgId = FRESH) =>
  (await call(server, listConversations, { params: { orgId }, query })).body
const ids = ({ conversations }: { conversations: InboxConversation[] }) => conversations.map(({ id }) => id)

/** A conversation in which the visitor says all of this, one minute after the one before. */
async function chat(...lines: string[]): Promise<string> {
  server.clock.advance(60_000)
  const session = await beginChat(server, FRESH)
  for (const line of lines) await sayInChat(server, session, line)
  return session.conversation_id
}

describe('the inbox', () => {
  const made: Record<string, string> = {}
  beforeAll(async () => {
    await beginChat(server, FRESH)
    made.lead = await chat('Lawn mowing', 'Jane Doe', 'jane@example.test')
    made.person = await chat('Can I talk to a human?')
    made.gas = await chat('I smell gas in the yard')
    made.mulch = await chat('How much is mulch?', "Call 614-555-0188, I'm Max")
    made.plain = await chat('my name is Ada Park')
    made.mine = await chat('Mulch please for the jardín')
    await replyTo(server, { conversation_id: made.mine }, 'Olivia here')
  })

  it('has every conversation in which a visitor wrote, latest message first', async () => {
    const { conversations, cursor } = await list()
    expect(conversations.map(({ id }: InboxConversation) => id)).toEqual([
      made.mine,
      made.plain,
      made.mulch,
      made.gas,
      made.person,
      made.lead,
    ])
    expect(cursor).toBeNull()
    expect(conversations[5]).toMatchObject({
      name: 'Jane Doe',
      lead_id: expect.any(String),
      lead_status: 'new',
    })
    expect(conversations[1]).toMatchObject({
      name: 'Ada Park',
      lead_id: null,
      unread: 1,
      channel: 'website_chat',
    })
  })

  it('pages without gaps or repetitions', async () => {
    const all: string[] = []
    let query: InboxQuery = { limit: '2' }
    for (;;) {
      const page = await list(query)
      all.push(...ids(page))
      if (page.cursor === null) break
      query = { limit: '2', cursor: page.cursor }
    }
    expect(all).toEqual(ids(await list()))
    expect(await list({ cursor: 'nonsense' })).toMatchObject({ message: 'The cursor is not valid' })
  })

  it('filters', async () => {
    expect(ids(await list({ needs_person: 'true' }))).toEqual([made.mulch, made.gas, made.person])
    expect(ids(await list({ mine: 'true' }))).toEqual([made.mine])
    expect(ids(await list({ lead: 'true' }))).toEqual([made.mulch, made.lead])
    expect(ids(await list({ unread: 'true' }))).not.toContain(made.mine)
    expect(ids(await list({ channel: 'phone' }))).toEqual([])
    expect(await list()).toMatchObject({ needs_person: 2, unread: 5 })
  })

  it.each([
    ['mulch', ['mine', 'mulch']],
    ['MUL', ['mine', 'mulch']],
    ['JARDIN', ['mine']],
    ['jardín múlch', ['mine']],
    ['talk human', ['person']],
    ['614-555-0188', ['mulch']],
    ['jane@example.test', ['lead']],
    ['gas mulch', []],
    ["' & | ! :* <->", []],
    ["o'brien\\", []],
  ])('finds the words of messages: %s', async (q, expected) => {
    expect(ids(await list({ q }))).toEqual(expected.map((name) => made[name]))
  })

  it('finds as many as a page holds, and the others on the next one', async () => {
    const first = await list({ q: 'MULCH', limit: '1' })
    expect(ids(first)).toEqual([made.mine])
    expect(ids(await list({ q: 'MULCH', limit: '1', cursor: first.cursor }))).toEqual([made.mulch])
    expect(ids(await list({ q: 'call', limit: '1' }))).toEqual([made.mulch])
  })
})

it.each([
  ['Can I talk to a human?', 'asked'],
  ['your crew ruined my lawn', 'complaint'],
  ['I smell gas in the yard', 'emergency'],
  ['this is urgent, can I talk to a human', 'emergency'],
  ['Are you insured?', 'unanswered'],
  ['Bonjour, je voudrais tondre ma pelouse', 'unanswered'],
  ['delete my data', 'deletion'],
])('%j needs a person: %s, and the list shows it', async (message, needs) => {
  const id = await chat(message)
  const { conversations } = await list({ limit: '1' })
  expect(conversations[0]).toMatchObject({
    id,
    status: 'needs_person',
    needs,
    last_excerpt: message,
    last_author: 'visitor',
  })
})

it('counts a question that the team has to answer until the visitor has a lead, and other reasons always', async () => {
  const before = (await list()).needs_person
  const price = await chat('How much is a patio?')
  expect((await list()).needs_person).toBe(before + 1)
  const called = await chat('How much is a patio?', "I'm Ann Poe, 614-555-0177")
  expect((await list({ limit: '1' })).conversations[0]).toMatchObject({ id: called, needs: 'unanswered' })
  expect((await list()).needs_person).toBe(before + 1)
  expect(ids(await list({ needs_person: 'true' })).slice(0, 2)).toEqual([called, price])
  await chat("I'm Ann Poe, 614-555-0177", 'Can I talk to a human?')
  expect((await list()).needs_person).toBe(before + 2)
})

it('keeps the most important reason until a person acts', async () => {
  const id = await chat('your crew ruined my lawn', 'Are you insured?')
  expect((await list({ limit: '1' })).conversations[0]).toMatchObject({ id, needs: 'complaint' })
})

it('shows the message that is urgent, not the last one, and the number to call', async () => {
  const id = await chat('I smell gas in my basement', 'My name is Renee', '614-555-0171')
  const [row] = (await list({ limit: '1' })).conversations
  const expected = { last_excerpt: 'I smell gas in my basement', last_author: 'visitor' }
  expect(row).toMatchObject({ id, needs: 'emergency', phone: '(614) 555-0171', ...expected })
})

it('shows no number of a visitor who asked not to be contacted', async () => {
  const id = await chat('mowing', '614-555-0171', 'do not call me')
  expect((await list({ limit: '1' })).conversations[0]).toMatchObject({ id, needs: 'opt_out', phone: null })
})

it('shows every state and reason in the demo, also without a lead', async () => {
  const { conversations } = await list({ limit: '100' }, GREEN)
  const without = conversations.filter(({ lead_id }: InboxConversation) => lead_id === null)
  const of = (field: 'status' | 'needs') => new Set(without.map((each: InboxConversation) => each[field]))
  expect([...of('status')].toSorted()).toEqual([...CONVERSATION_STATUSES].toSorted())
  // The demo's agent isn't paused, nothing is urgent without being a danger, and nobody opts out.
  const missing: readonly string[] = ['message', 'urgent', 'deletion', 'opt_out']
  const shown = NEEDS.filter((each) => !missing.includes(each))
  expect(of('needs')).toEqual(new Set([...shown, null]))
  expect(conversations.some(({ lead_id }: InboxConversation) => lead_id !== null)).toBe(true)
})
