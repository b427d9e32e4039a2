import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cleanUp } from '../../../server/jobs/clean-up.ts'
import type { Occasion } from '../../../server/kernel/occasion.ts'
import { plan } from '../../../server/notifications/plan.ts'
import { CHAT_HEARTBEAT_MS } from '../../../server/widget/live.ts'
import { createPreviewPass } from '../../../src/contract/preview.ts'
import { call, GREEN, RIVAL, withoutMembership } from '../../support/api.ts'
import { openChatStream } from '../../support/chat-stream.ts'
import { recordingSenders } from '../../support/recording-senders.ts'
import { sharedServer } from '../../support/server.ts'
import { beginChat, readChat, sendInChat } from '../../support/visitor.ts'

const NOT_LIVE = { message: 'This chat is not live: the business has no active trial or plan' }
const DAY_MS = 86_400_000

const server = await sharedServer()
beforeEach(() => subscription('trialing'))
afterEach(() => {
  vi.useRealTimers()
})

const subscription = (subscription_status: string | null, plan = 'starter_alpha_', trialMs = 9 * DAY_MS) =>
  server.deps.db
    .updateTable('organizations')
    .set({
      subscription_status,
      plan,
      trial_ends_at: new Date(server.clock.now().getTime() + trialMs),
    })
    .where('id', '=', GREEN)
    .execute()

const widget = (path: string, { pass, ...init }: RequestInit & { pass?: string } = {}) =>
  server.fetchApi(`/api/v1/widget${path}${pass ? `?pass=${pass}` : ''}`, { ...init, as: null })
const begin = (pass?: string) =>
  widget(`/${GREEN}/conversations`, { method: 'POST', body: '{}', ...(pass && { pass }) })
const passOf = async (orgId: string, as: 'owner' | 'rival' = 'owner') =>
  (await call(server, createPreviewPass, { params: { orgId }, as })).body.pass as string

describe("a visitor's calls", () => {
  it.each([
    ['a trial that has ended', 'trialing', 'starter_alpha_', -1],
    ['a plan that was canceled', 'canceled', 'free_org', 9 * DAY_MS],
    ['a payment that failed', 'past_due', 'growth', 9 * DAY_MS],
    ['nothing', null, 'free_org', 9 * DAY_MS],
  ] as const)('return 402 for an organization with %s', async (_, status, plan, trialMs) => {
    const session = await beginChat(server, GREEN)
    await subscription(status, plan, trialMs)
    const answers = [
      await widget(`/${GREEN}/config`),
      await widget(`/${encodeURIComponent('green-acres-lawn-&-landscape')}/config`),
      await begin(),
      await readChat(server, session),
      await sendInChat(server, session, 'Hello'),
    ]
    for (const answer of answers) expect([answer.status, await answer.json()]).toEqual([402, NOT_LIVE])
    await subscription('active', 'growth')
    expect((await (await readChat(server, session)).json()).messages).toHaveLength(1)
  })

  it.each(['active', 'trialing'])('are accepted while the subscription is %s', async (status) => {
    await subscription(status)
    const session = await beginChat(server, GREEN)
    expect((await sendInChat(server, session, 'Hello')).status).toBe(200)
  })

  it('are refused as soon as the trial ends', async () => {
    await subscription('trialing', 'starter_alpha_', 1_000)
    expect((await begin()).status).toBe(200)
    const now = server.clock.now()
    server.clock.advance(1_000)
    expect((await begin()).status).toBe(402)
    server.clock.set(now)
  })

  it('end with the trial, also a stream that is open', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const session = await beginChat(server, GREEN)
    const stream = await openChatStream(server, session, '100')
    expect(await stream.next()).toMatchObject({ event: { type: 'status' } })
    await vi.advanceTimersByTimeAsync(CHAT_HEARTBEAT_MS)
    expect(await stream.next()).toMatchObject({ event: { type: 'heartbeat' } })
    await subscription('trialing', 'starter_alpha_', -1)
    await vi.advanceTimersByTimeAsync(CHAT_HEARTBEAT_MS)
    expect(await stream.next()).toBe('end')
    expect((await openChatStream(server, session)).response.status).toBe(402)
  })

  it('reveal no organization to those who do not know its conversation', async () => {
    const session = await beginChat(server, GREEN)
    await subscription('canceled')
    expect((await readChat(server, session, 'wrong')).status).toBe(404)
  })
})

describe('a preview pass', () => {
  it('opens the chat of a widget that is not live, for its own organization only', async () => {
    await subscription('canceled')
    const pass = await passOf(GREEN)
    expect((await widget(`/${GREEN}/config`, { pass })).status).toBe(200)
    const begun = await begin(pass)
    expect(begun.status).toBe(200)
    expect((await begin(await passOf(RIVAL, 'rival'))).status).toBe(402)
    expect((await begin('guessed')).status).toBe(402)
    const { visitor_token, conversation_id } = await begun.json()
    const say = (preview: { pass?: string }) =>
      widget(`/conversations/${conversation_id}/messages`, {
        ...preview,
        method: 'POST',
        headers: { Authorization: `Bearer ${visitor_token}` },
        body: JSON.stringify({ client_id: 'a', content: 'Hello' }),
      })
    expect((await say({})).status).toBe(402)
    expect((await say({ pass })).status).toBe(200)
  })

  it('sends no messages to a visitor, even if a member later moves the call that it booked', async () => {
    const { senders } = recordingSenders()
    const announced: Occasion[] = []
    server.deps.senders = senders
    server.deps.notifier = {
      announce: async (_, occasion) => void announced.push(occasion),
      wake: () => undefined,
    }
    await subscription('canceled')
    const pass = await passOf(GREEN)
    const session = await (await begin(pass)).json()
    const post = (path: string, body: object) =>
      widget(`/conversations/${session.conversation_id}/${path}`, {
        pass,
        method: 'POST',
        headers: { Authorization: `Bearer ${session.visitor_token}` },
        body: JSON.stringify(body),
      })
    for (const [index, content] of [
      'Lawn mowing',
      'Ada Lovelace',
      'victim@example.test',
      '614-555-0173',
    ].entries())
      expect((await post('messages', { client_id: `m${index}`, content })).status).toBe(200)
    const transcript = await post('transcript', { email: 'victim@example.test' })
    expect([transcript.status, (await transcript.json()).message]).toEqual([
      409,
      'This is a test, so no message is sent. Visitors get one',
    ])
    const { db, clock } = server.deps
    const { id: leadId } = await db
      .updateTable('leads')
      .set({
        converted_to_booking_id: 'booking_preview',
        booking_start_time: '2026-11-30T20:00:00.000Z',
        booking_status: 'scheduled',
      })
      .where('conversation_id', '=', session.conversation_id)
      .returning('id')
      .executeTakeFirstOrThrow()
    await subscription('active', 'growth')
    const occasion = { kind: 'booking_moved', organizationId: GREEN, leadId, service: 'Fieldhand' } as const
    const times = { start: '2026-11-30T20:00:00.000Z', at: clock().toISOString() }
    await db.transaction().execute((tx) => plan(tx, server.deps, { ...occasion, ...times }, clock()))
    const planned = db.selectFrom('notifications').select('kind').where('lead_id', '=', leadId)
    expect(await planned.where('audience', '=', 'visitor').execute()).toEqual([])
    expect(announced.map(({ kind }) => kind)).not.toContain('transcript')
    delete server.deps.senders
    delete server.deps.notifier
  })

  it('opens nothing on other websites', async () => {
    await subscription('canceled')
    const pass = await passOf(GREEN)
    const from = (Origin: string) => widget(`/${GREEN}/config`, { pass, headers: { Origin } })
    const { console, widget: host } = server.deps.config.origins
    for (const origin of [console, host]) expect((await from(origin)).status).toBe(200)
    for (const origin of ['https://elsewhere.example', 'null']) expect((await from(origin)).status).toBe(402)
  })

  it('lets only the console frame the chat', async () => {
    const policyOf = async (query: string) =>
      (await server.app.widget.request(`/chat.html?org_id=${GREEN}${query}`)).headers.get(
        'content-security-policy',
      )
    expect(await policyOf('&embedded=1&pass=x')).toContain(
      `; frame-ancestors 'self' ${server.deps.config.origins.console}`,
    )
    expect(await policyOf('&embedded=1')).not.toContain('frame-ancestors')
  })

  it('ends with the membership of its user', async () => {
    await subscription('canceled')
    const pass = await passOf(GREEN)
    expect((await begin(pass)).status).toBe(200)
    await withoutMembership(server, GREEN, async () => expect((await begin(pass)).status).toBe(402))
    expect((await begin(pass)).status).toBe(200)
  })

  it('is issued to members only', async () => {
    expect((await call(server, createPreviewPass, { params: { orgId: GREEN }, as: 'rival' })).status).toBe(
      403,
    )
  })

  it('expires after 12 hours and is then deleted', async () => {
    await subscription('canceled')
    const pass = await passOf(GREEN)
    const now = server.clock.now()
    server.clock.advance(12 * 3_600_000)
    expect((await begin(pass)).status).toBe(402)
    await cleanUp(server.deps.db, server.clock.now())
    expect(await server.deps.db.selectFrom('preview_passes').select('hash').execute()).toEqual([])
    server.clock.set(now)
  })
})
