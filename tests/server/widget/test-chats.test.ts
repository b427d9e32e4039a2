import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { feedUrl } from '../../../server/calendars/feed.ts'
import type { ServerEvent } from '../../../server/kernel/deps.ts'
import { markStaleLeads } from '../../../server/leads/stale-leads.ts'
import { readSummary } from '../../../server/notifications/compose/numbers.ts'
import { openCalendarFeed } from '../../../src/contract/calendar-setup.ts'
import {
  deleteConversation,
  eraseVisitor,
  type InboxQuery,
  listConversations,
} from '../../../src/contract/conversations.ts'
import { getInsights } from '../../../src/contract/insights.ts'
import { deleteLead, getLeadStats } from '../../../src/contract/leads.ts'
import { createPreviewPass } from '../../../src/contract/preview.ts'
import { createWebhook } from '../../../src/contract/webhooks.ts'
import type { ChatSession } from '../../../src/contract/widget.ts'
import { call, clear, FRESH, RIVAL } from '../../support/api.ts'
import { confirmEveryone } from '../../support/confirmed.ts'
import { eventually } from '../../support/eventually.ts'
import { startNotifyingServer } from '../../support/notifying.ts'
import { TEST_NOW } from '../../support/server.ts'
import { beginChat, beginTest, leadOfChat, leadsOf, sayInChat } from '../../support/visitor.ts'

const server = await startNotifyingServer()
const { db, clock, config, events } = server.deps
afterAll(() => server.close())
beforeEach(async () => {
  await clear(server, FRESH)
  await db.updateTable('organizations').set({ first_test_lead: null }).execute()
  await confirmEveryone(db, FRESH, TEST_NOW)
})
afterEach(async () => {
  server.mailbox.mails.clear()
  await db.deleteFrom('notifications').execute()
  server.clock.set(TEST_NOW)
})

const params = { orgId: FRESH }
const CONTACT = ['Lawn mowing', 'Ada Hedgerow', 'ada@hedgerow.example']
const say = (session: ChatSession, text: string) => sayInChat(server, session, text)
const leadOf = (session: ChatSession) => leadOfChat(server, FRESH, session)

async function chat(begin: typeof beginChat, messages: readonly string[] = CONTACT): Promise<ChatSession> {
  const session = await begin(server, FRESH)
  for (const message of messages) await say(session, message)
  return session
}
/** Books the call of Monday at 8:00 AM in New York. */
const book = (begin: typeof beginChat) =>
  chat(begin, ['Lawn mowing', 'Jane Doe', '614-555-0188', '12 Elm Street, Columbus', 'Mon, Nov 23, 8:00 AM'])

const inbox = async (query: InboxQuery = {}) =>
  (await call(server, listConversations, { params, query })).body
const ids = async (query: InboxQuery) =>
  (await inbox(query)).conversations.map(({ id }: { id: string }) => id)
const start = (query: string, init: RequestInit = {}) =>
  server.fetchApi(`/api/v1/widget/${FRESH}/conversations${query}`, {
    as: null,
    method: 'POST',
    body: '{}',
    ...init,
  })
const isTest = async (session: ChatSession) =>
  (
    await db
      .selectFrom('conversations')
      .select('is_test')
      .where('id', '=', session.conversation_id)
      .executeTakeFirstOrThrow()
  ).is_test
const passOf = async (orgId: string, as: 'owner' | 'rival' = 'owner'): Promise<string> =>
  (await call(server, createPreviewPass, { params: { orgId }, as })).body.pass

describe('a chat', () => {
  it('is a test if a member holds it in the preview, and marks its lead and conversation', async () => {
    const [test, visitor] = [await chat(beginTest), await chat(beginChat)]
    expect([(await leadOf(test))?.is_test, (await leadOf(visitor))?.is_test]).toEqual([true, false])
    const { conversations } = await inbox()
    const marks = conversations.map(({ id, is_test }: { id: string; is_test: boolean }) => [id, is_test])
    expect(Object.fromEntries(marks)).toEqual({
      [test.conversation_id]: true,
      [visitor.conversation_id]: false,
    })
    expect(await ids({ test: 'true' })).toEqual([test.conversation_id])
  })

  it("is a visitor's without a pass, also on the page of the preview and whatever it says", async () => {
    const { widget } = config.origins
    const body = JSON.stringify({ page_url: `${widget}/preview.html`, page: '/preview.html', is_test: true })
    const answer = await start('?preview=1&is_test=true', { body, headers: { Origin: widget } })
    expect(answer.status).toBe(200)
    expect(await isTest(await answer.json())).toBe(false)
  })

  it("is a visitor's on another website, also with a pass", async () => {
    const answer = await start(`?pass=${await passOf(FRESH)}`, {
      headers: { Origin: 'https://lawn.example' },
    })
    expect(answer.status).toBe(200)
    expect(await isTest(await answer.json())).toBe(false)
  })

  it('does not begin with a pass that is guessed, outdated, or of another organization', async () => {
    for (const pass of ['guessed', await passOf(RIVAL, 'rival')])
      expect((await start(`?pass=${pass}`)).status).toBe(402)
    const pass = await passOf(FRESH)
    server.clock.advance(12 * 3_600_000)
    const answer = await start(`?pass=${pass}`)
    expect([answer.status, (await answer.json()).message]).toEqual([
      402,
      'This preview has expired. Refresh it',
    ])
  })

  it('becomes a test with its lead if a member goes on with it in the preview', async () => {
    const session = await chat(beginChat)
    const pass = await passOf(FRESH)
    const read = (query: string) =>
      server.fetchApi(`/api/v1/widget/conversations/${session.conversation_id}${query}`, {
        as: null,
        headers: { Authorization: `Bearer ${session.visitor_token}` },
      })
    expect((await read('?pass=guessed')).status).toBe(200)
    expect((await leadOf(session))?.is_test).toBe(false)
    expect((await read(`?pass=${pass}`)).status).toBe(200)
    expect((await leadOf(session))?.is_test).toBe(true)
    expect(await isTest(session)).toBe(true)
  })
})

describe('a test', () => {
  it('is in no figure, badge, or summary', async () => {
    const figures = async () => {
      const { conversations: _, cursor: __, ...counts } = await inbox()
      return {
        counts,
        stats: (await call(server, getLeadStats, { params })).body,
        insights: (await call(server, getInsights, { params, query: { days: '7' } })).body,
        summary: await readSummary(db, config, FRESH, '2026-11-20', 'America/New_York', clock()),
        callDay: await readSummary(db, config, FRESH, '2026-11-22', 'America/New_York', clock()),
      }
    }
    const before = await figures()
    await book(beginTest)
    await chat(beginTest, ['I want to talk to a person', 'Please call me'])
    expect(await ids({ test: 'true' })).toHaveLength(2)
    expect(await figures()).toEqual(before)
    for (const only of ['needs_person', 'unread'] as const) expect(await ids({ [only]: 'true' })).toEqual([])
    await book(beginChat)
    await chat(beginChat, ['I want to talk to a person', 'Please call me'])
    const after = await figures()
    expect(after.stats).toMatchObject({ total: 1, converted: 1 })
    expect(after.counts.needs_person).toBe(1)
    expect(after.summary).toMatchObject({ leads: 1, conversations: 2, booked: 1, waiting: 1 })
    expect(after.callDay.callsNextDay).toBe(1)
    expect(after.insights.funnel).toMatchObject({ conversations: 2, leads: 1, booked: 1 })
  })

  it('leaves its time to visitors, in the chat and in the calendar feed', async () => {
    const test = await book(beginTest)
    const { body } = await call(server, openCalendarFeed, { params, body: { renew: false } })
    expect(body.url).toContain(feedUrl(config.origins.widget, '').slice(0, -4))
    const events = async () =>
      (await (await server.app.widget.request(new URL(body.url).pathname)).text()).split('BEGIN:VEVENT')
        .length - 1
    expect(await events()).toBe(0)
    const visitor = await book(beginChat)
    const calls = [await leadOf(test), await leadOf(visitor)].map((lead) => lead?.booking_start_time)
    expect(calls).toEqual(['2026-11-23T13:00:00.000Z', '2026-11-23T13:00:00.000Z'])
    expect(await events()).toBe(1)
    // A visitor's call takes the time from a test.
    const late = await book(beginTest)
    expect((await leadOf(late))?.booking_start_time ?? null).toBeNull()
  })

  it('is never marked as lost', async () => {
    const test = await chat(beginTest)
    const later = new Date(TEST_NOW.getTime() + 40 * 86_400_000)
    await markStaleLeads(db, later, later)
    expect((await leadOf(test))?.status).toBe('new')
  })

  it('is marked in webhooks', async () => {
    const { body } = await call(server, createWebhook, {
      params,
      body: { url: 'https://hooks.example/in', events: ['lead.created'] } as never,
    })
    expect(body.id).toBeTruthy()
    await chat(beginTest)
    const { contentsOf } = await import('../../../server/webhooks/contents.ts')
    const event = await db.selectFrom('webhook_events').selectAll().executeTakeFirstOrThrow()
    expect(await contentsOf(db, event)).toMatchObject({ lead: { is_test: true } })
  })

  it.each([
    ['its chat', deleteConversation],
    ['its visitor', eraseVisitor],
    ['its lead', deleteLead],
  ] as const)('is gone with %s, and stays apart from a visitor with the same email', async (_, endpoint) => {
    const [test, visitor] = [await chat(beginTest), await chat(beginChat)]
    const leadId = (await leadOf(test))?.id ?? ''
    const { conversation_id: conversationId } = test
    const answer = await call(server, endpoint as typeof deleteConversation, {
      params: { ...params, conversationId, leadId } as never,
    })
    expect(answer.status).toBe(204)
    expect((await leadsOf(server, FRESH)).map(({ conversation_id }) => conversation_id)).toEqual([
      visitor.conversation_id,
    ])
    expect(await ids({})).toEqual([visitor.conversation_id])
  })
})

describe('alerts', () => {
  /** Alerts of other tests can still be on their way. */
  const BEA = ['Lawn mowing', 'Bea Miller', 'bea@miller.example']
  const mails = () => server.mailbox.mails.list().filter(({ subject }) => subject.includes('Bea Miller'))

  it('come for the first test only, and say so', async () => {
    const first = await chat(beginTest, BEA)
    await eventually(() => expect(mails()).toHaveLength(1))
    expect(mails()[0]?.subject).toBe('Test: New lead: Bea Miller, Lawn Care & Maintenance')
    expect(mails()[0]?.text).toMatch(/^Test: /)
    const leadId = (await leadOf(first))?.id ?? ''
    await call(server, deleteLead, { params: { ...params, leadId } })
    const { conversation_id: later } = await chat(beginTest, [...BEA, 'I want to talk to a person'])
    await chat(beginChat, BEA)
    await eventually(() => expect(mails()).toHaveLength(2))
    expect(mails().map(({ subject }) => subject)).toContain('New lead: Bea Miller, Lawn Care & Maintenance')
    const planned = db.selectFrom('notifications').select('kind').where('conversation_id', '=', later)
    expect(await planned.execute()).toEqual([])
  })

  it('are shown live for the first test only; later ones refresh the lists', async () => {
    const heard: ServerEvent[] = []
    const stop = events.subscribe(FRESH, (event) => {
      if (event.type !== 'conversation_changed') heard.push(event)
    })
    await chat(beginTest)
    expect(heard).toMatchObject([{ type: 'lead_created', is_test: true, contact_name: 'Ada Hedgerow' }])
    heard.length = 0
    await book(beginTest)
    expect(new Set(heard.map(({ type }) => type))).toEqual(new Set(['leads_changed']))
    heard.length = 0
    await chat(beginChat)
    expect(heard).toMatchObject([{ type: 'lead_created', contact_name: 'Ada Hedgerow' }])
    expect(heard[0]).not.toHaveProperty('is_test')
    stop()
  })
})
