import { describe, expect, it } from 'vitest'
import { provisionOrganization } from '../../../server/db/provision.ts'
import { createGuard } from '../../../server/http/auth.ts'
import type { ServerEvent } from '../../../server/kernel/deps.ts'
import { MOST_MESSAGES } from '../../../server/widget/room.ts'
import { widgetRoutes } from '../../../server/widget/routes.ts'
import { VISITOR_LIMITS } from '../../../server/widget/visitor-limits.ts'
import { LIMITS } from '../../../src/contract/limits.ts'
import type { ChatMessage, ChatSession } from '../../../src/contract/widget.ts'
import { sharedServer } from '../../support/server.ts'
import { beginChat, leadOfChat, leadsOf, readChat, sayInChat, sendInChat } from '../../support/visitor.ts'

const GREEN = 'org_greenacres'
const RIVAL = 'org_rivalmowing'

const server = await sharedServer({ now: new Date('2026-11-20T15:00:00Z') })

const json = (body: unknown) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
const widget = (path: string, init: RequestInit = {}) =>
  server.fetchApi(`/api/v1/widget${path}`, { as: null, ...init })

const begin = (organization = GREEN) => beginChat(server, organization)
const send = (session: ChatSession, content: string, clientId?: string) =>
  sendInChat(server, session, content, clientId)
const say = async (session: ChatSession, content: string) =>
  (await sayInChat(server, session, content)).messages
const history = (session: ChatSession, token?: string) => readChat(server, session, token)
const leads = (organization = GREEN, as?: 'owner' | 'rival') => leadsOf(server, organization, as)
const leadOf = (session: ChatSession) => leadOfChat(server, GREEN, session)

describe("the widget's settings", () => {
  it('are available by id and by slug, to any origin, without credentials', async () => {
    const byId = await widget(`/${GREEN}/config`, { headers: { Origin: 'https://stranger.test' } })
    expect(byId.headers.get('access-control-allow-origin')).toBe('*')
    expect(byId.headers.get('access-control-allow-credentials')).toBeNull()
    const config = await byId.json()
    expect(config).toMatchObject({ organization_id: GREEN, business_name: 'Green Acres Lawn & Landscape' })
    const bySlug = await widget(`/${encodeURIComponent('green-acres-lawn-&-landscape')}/config`)
    expect(await bySlug.json()).toEqual(config)
  })

  it('contain only what the widget shows', async () => {
    const text = await (await widget(`/${GREEN}/config`)).text()
    for (const secret of ['escalation', 'pricing', 'prompt', 'trial', 'services', 'owner@']) {
      expect(text).not.toContain(secret)
    }
  })

  it.each(['org_nobody', '%25', '___________', 'green', '..', '%F0%9F%8C%B1'])(
    'are refused for %s',
    async (org) => {
      const response = await widget(`/${org}/config`)
      expect(response.status).toBe(404)
      expect(await response.json()).toHaveProperty('message')
    },
  )

  it('are refused as ambiguous if two businesses share a slug', async () => {
    for (const [id, name] of Object.entries({ org_one: 'Same  NAME', org_two: ' same name ' })) {
      await provisionOrganization(server.deps.db, { id, name }, server.clock.now())
    }
    const response = await widget('/same-name/config')
    expect(response.status).toBe(409)
    expect((await response.json()).message).toContain('Several businesses go by this name')
    expect((await widget('/org_two/config')).status).toBe(200)
  })
})

describe('a conversation', () => {
  it("becomes a lead in the owner's list, and in no one else's", async () => {
    const events: ServerEvent[] = []
    server.deps.events.subscribe(GREEN, (event) => events.push(event))
    const session = await begin()
    expect(session.messages[0]?.content).toContain('Fern')

    await say(session, 'My lawn needs mowing')
    await say(session, 'Jane Doe')
    expect(await leadOf(session)).toBeUndefined()

    await say(session, '614-555-0199')
    expect(await leadOf(session)).toMatchObject({
      status: 'new',
      source: 'website_chat',
      prospect_name: 'Jane Doe',
      prospect_phone: '(614) 555-0199',
      prospect_address: null,
      service_interest: 'Lawn Care & Maintenance',
    })

    await say(session, '12 Elm Street, Columbus')
    const lead = await leadOf(session)
    expect(lead).toMatchObject({ prospect_address: '12 Elm Street, Columbus' })
    expect(lead?.extracted_metadata).toMatchObject({ name: 'Jane Doe', phone: '(614) 555-0199' })
    expect(await leads(RIVAL, 'rival')).not.toContainEqual(expect.objectContaining({ id: lead?.id }))
    expect(events.filter(({ type }) => type === 'lead_created')).toEqual([
      { type: 'lead_created', event_type: 'lead_created', lead_id: lead?.id, contact_name: 'Jane Doe' },
    ])
  })

  it('shows the owner the same messages as the visitor', async () => {
    const session = await begin()
    await say(session, 'Mowing for Jane, jane@example.test')
    const lead = await leadOf(session)
    const path = `/api/v1/organizations/${GREEN}/leads/${lead?.id}/conversation`
    const shown = await (await server.fetchApi(path, { as: 'owner' })).json()
    expect(await (await history(session)).json()).toMatchObject(shown)
  })

  it("keeps the owner's corrections and follows the visitor's changes", async () => {
    const session = await begin()
    await say(session, 'Mowing, jane@example.test')
    const lead = await leadOf(session)
    await server.deps.db
      .updateTable('leads')
      .set({ service_interest: 'Hand mowing' })
      .where('id', '=', lead?.id ?? '')
      .execute()
    await say(session, 'My name is Jane')
    await say(session, 'my email is actually jd@example.test')
    expect(await leadOf(session)).toMatchObject({
      service_interest: 'Hand mowing',
      prospect_name: 'Jane',
      prospect_email: 'jd@example.test',
    })
  })

  it('stores a repeated message once and returns the same answer', async () => {
    const session = await begin()
    const [first, second] = await Promise.all([
      send(session, 'mowing', 'twice'),
      send(session, 'mowing', 'twice'),
    ])
    const answer = await first.json()
    expect(await second.json()).toEqual(answer)
    await say(session, 'Jane')
    // What the agent offers belongs to its present question.
    expect(await (await send(session, 'something else', 'twice')).json()).toEqual({
      ...answer,
      control: { kind: 'phone_or_email' },
    })
    const { messages } = await (await history(session)).json()
    expect(messages.filter((each: ChatMessage) => each.content === 'mowing')).toHaveLength(1)
  })

  it('loses no acknowledged message when fifty arrive at once', async () => {
    const session = await begin()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => send(session, `message ${index}`)),
    )
    const accepted = answers.filter((answer) => answer.status === 200)
    const refused = answers.filter((answer) => answer.status === 429)
    expect(accepted).toHaveLength(20)
    expect(refused).toHaveLength(30)
    for (const answer of refused) {
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await answer.json()).message).toBe(
        'Too many messages at once. Please wait a moment and try again',
      )
    }
    const rows = await server.deps.db
      .selectFrom('messages')
      .select(['id', 'position'])
      .where('conversation_id', '=', session.conversation_id)
      .orderBy('position')
      .execute()
    expect(rows.map(({ position }) => position)).toEqual(rows.map((_, index) => index))
    const stored = new Set(rows.map(({ id }) => id))
    for (const answer of accepted) {
      for (const { id } of (await answer.json()).messages) expect(stored).toContain(id)
    }
  })

  it('is limited in length, with a message', async () => {
    const session = await begin()
    const filler = Array.from({ length: MOST_MESSAGES - 4 }, (_, index) => ({
      id: `filler_${index}`,
      conversation_id: session.conversation_id,
      position: index + 1,
      organization_id: GREEN,
      message_type: 'incoming' as const,
      author: 'visitor' as const,
      content: 'x',
      client_id: null,
      created_at: new Date(),
    }))
    await server.deps.db.insertInto('messages').values(filler).execute()
    const response = await send(session, 'one more')
    expect(response.status).toBe(409)
    expect((await response.json()).message).toBe('This conversation is full. Please start a new chat')
  })

  it.each([
    ['a question', 'Can you tell me whether your people are '],
    ['an address', 'My address is 12 Oak Street '],
    ['a service', 'Tilling and digging of very strange things in my yard '],
  ])('is answered, although %s is cut within an emoji', async (_, start) => {
    // One of two lengths divides the last one that fits.
    for (const words of [start, `x${start}`]) {
      const session = await begin()
      await say(session, 'Hello')
      expect((await send(session, `${words}${'🌱'.repeat(600)}?`)).status).toBe(200)
      expect((await send(session, words + '🌱'.repeat(600))).status).toBe(200)
    }
  })

  it('stores no query of its page', async () => {
    const url = 'https://user:secret@shop.test/quote?token=secret#x'
    const response = await widget(`/${GREEN}/conversations`, json({ page_url: url }))
    const { conversation_id } = await response.json()
    const row = await server.deps.db
      .selectFrom('conversations')
      .select(['page_url', 'visitor_token_hash'])
      .where('id', '=', conversation_id)
      .executeTakeFirstOrThrow()
    expect(row.page_url).toBe('https://shop.test/quote')
    expect(row.visitor_token_hash).toMatch(/^[\da-f]{64}$/)
  })
})

describe('a visitor cannot', () => {
  it('read or write a conversation without its token', async () => {
    const mine = await begin()
    const other = await begin(RIVAL)
    expect((await history(mine, other.visitor_token)).status).toBe(404)
    expect((await send({ ...mine, visitor_token: other.visitor_token }, 'hello')).status).toBe(404)
    expect((await send({ ...mine, conversation_id: 'conv_unknown' }, 'hello')).status).toBe(404)
    expect((await history(mine, '')).status).toBe(401)
    expect((await history(mine, '\u00e9 x')).status).toBe(401)
    const stored = await server.deps.db
      .selectFrom('messages')
      .select('id')
      .where('conversation_id', '=', mine.conversation_id)
      .execute()
    expect(stored).toHaveLength(1)
  })

  it('write to a demo conversation, which has no token', async () => {
    const seeded = await server.deps.db
      .selectFrom('conversations')
      .select('id')
      .where('visitor_token_hash', 'is', null)
      .limit(1)
      .executeTakeFirstOrThrow()
    const session = { ...(await begin()), conversation_id: seeded.id }
    expect((await send(session, 'hello')).status).toBe(404)
  })

  it.each([
    ['nothing', '', 'A message cannot be empty'],
    ['white space', ' \n\t ', 'A message cannot be empty'],
    ['too much', 'x'.repeat(LIMITS.message + 1), 'A message can hold 4000 characters'],
    ['NUL', 'a\0b', 'Text contains characters that cannot be stored'],
    ['half a surrogate pair', 'a\ud800b', 'Text contains characters that cannot be stored'],
  ])('send %s', async (_, content, message) => {
    const response = await send(await begin(), content)
    expect(response.status).toBe(400)
    expect((await response.json()).message).toBe(message)
  })

  it('send 100 kB, broken JSON, or another type', async () => {
    const session = await begin()
    const big = await send(session, 'x'.repeat(100_000))
    expect(big.status).toBe(413)
    expect((await big.json()).message).toBe('This message is too long')
    expect((await widget(`/${GREEN}/conversations`, json('{'))).status).toBe(400)
    expect((await widget(`/${GREEN}/conversations`, json('null'))).status).toBe(400)
    const plain = { ...json({}), headers: { 'Content-Type': 'text/plain' } }
    expect((await widget(`/${GREEN}/conversations`, plain)).status).toBe(415)
  })

  it.each([
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '🌱👨‍👩‍👧‍👦',
    "'; drop table leads; --",
    '\u202Ertl',
    'x'.repeat(LIMITS.message),
  ])('inject anything: %s', async (content) => {
    const session = await begin()
    const [own] = await say(session, content)
    expect(own).toMatchObject({ message_type: 'incoming', content })
    const { messages } = await (await history(session)).json()
    expect(messages[1].content).toBe(content)
  })

  it('start sixty conversations at once', async () => {
    const init = { ...json({}), headers: { ...json({}).headers, 'X-Forwarded-For': '203.0.113.10' } }
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => widget(`/${GREEN}/conversations`, init)),
    )
    const begun = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status === 429)
    expect([begun.length, refused.length]).toEqual([20, 40])
    expect(Number(refused[0]?.headers.get('Retry-After'))).toBeGreaterThan(0)
  })

  it('start an unlimited number of conversations', async () => {
    const limits = { ...VISITOR_LIMITS, conversationsPerAddress: { points: 3, duration: 60 } }
    const deps = { ...server.deps, config: { ...server.deps.config, trustProxy: 1 } }
    const app = widgetRoutes({ deps, guard: createGuard(deps, server.standIns.identity) }, limits)
    const from = json({})
    const init = { ...from, headers: { ...from.headers, 'X-Forwarded-For': '203.0.113.9' } }
    const statuses = []
    for (let attempt = 0; attempt < 5; attempt++) {
      const response = await app.request(`/api/v1/widget/${GREEN}/conversations`, init)
      statuses.push(response.status)
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429])
  })
})
