import { beforeEach, expect, it } from 'vitest'
import type { Occasion } from '../../../server/kernel/occasion.ts'
import { countSent } from '../../../server/notifications/sent-messages.ts'
import { VISITOR_LIMITS } from '../../../server/widget/visitor-limits.ts'
import { pathOf } from '../../../src/contract/endpoint.ts'
import { putProfile } from '../../../src/contract/profile.ts'
import { type ChatSession, emailTranscript, wantTexts } from '../../../src/contract/widget.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { call, FRESH, GREEN } from '../../support/api.ts'
import { recordingSenders } from '../../support/recording-senders.ts'
import { sharedServer } from '../../support/server.ts'
import { beginChat, leadOfChat, sayInChat } from '../../support/visitor.ts'

const server = await sharedServer()
const { db } = server.deps
let announced: Occasion[] = []
const toVisitor = { channel: 'email', audience: 'visitor', kind: 'transcript' } as const

beforeEach(async () => {
  announced = []
  server.deps.senders = recordingSenders().senders
  server.deps.notifier = {
    announce: async (_, occasion) => {
      announced.push(occasion)
    },
    wake: () => undefined,
  }
  for (const table of ['sms_consents', 'sms_opt_outs', 'email_opt_outs'] as const)
    await db.deleteFrom(table).execute()
})

async function ask(
  target: typeof emailTranscript | typeof wantTexts,
  { conversation_id, visitor_token }: ChatSession,
  body: object,
  token = visitor_token,
) {
  const response = await server.fetchApi(pathOf(target, { conversationId: conversation_id }), {
    as: null,
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  return { status: response.status, text: await response.text() }
}
const mail = (session: ChatSession, email = ' ada@example.test ', token?: string) =>
  ask(emailTranscript, session, { email }, token)
const text = (session: ChatSession, phone = '(614) 555-0173') => ask(wantTexts, session, { phone })

async function bookedVisitor(): Promise<ChatSession> {
  const session = await beginChat(server, FRESH)
  for (const message of ['Lawn mowing', 'Ada Lovelace', '614-555-0173', '12 Elm Street, Columbus'])
    await sayInChat(server, session, message)
  const { quick_replies } = await sayInChat(server, session, 'Yes')
  await sayInChat(server, session, quick_replies[0] ?? '')
  return session
}
const config = async () => (await server.fetchApi(`/api/v1/widget/${FRESH}/config`, { as: null })).json()

it('tells the chat which channels there are', async () => {
  expect(await config()).toMatchObject({ can_email: true, can_text: true })
  server.deps.senders = { ...recordingSenders().senders, sms: null }
  expect(await config()).toMatchObject({ can_email: true, can_text: false })
  delete server.deps.notifier
  expect(await config()).toMatchObject({ can_email: false, can_text: false })
})

it('sends the conversation to the address that its visitor names', async () => {
  const session = await beginChat(server, FRESH)
  expect(await mail(session)).toMatchObject({ status: 409, text: expect.stringContaining('nothing to send') })
  await sayInChat(server, session, 'Lawn mowing')
  announced = []
  expect((await mail(session, ' ada@example.test ', 'x'.repeat(43))).status).toBe(404)
  expect((await mail(session, 'nonsense')).status).toBe(400)
  expect(await mail(session)).toEqual({ status: 204, text: '' })
  const at = server.clock.now().toISOString()
  const asked = { kind: 'transcript', organizationId: FRESH, email: 'ada@example.test', at }
  expect(announced).toEqual([{ ...asked, conversationId: session.conversation_id }])
})

it('sends nothing to an address that has unsubscribed, or without email', async () => {
  const session = await beginChat(server, FRESH)
  await sayInChat(server, session, 'Lawn mowing')
  announced = []
  await db
    .insertInto('email_opt_outs')
    .values({ organization_id: FRESH, email: 'ada@example.test', at: server.clock.now() })
    .execute()
  expect((await mail(session, 'Ada@example.test')).status).toBe(409)
  server.deps.senders = { ...recordingSenders().senders, email: null }
  expect((await mail(session, 'bob@example.test')).status).toBe(409)
  expect(announced).toEqual([])
})

it('keeps when a visitor agreed to text messages about the booked call', async () => {
  const session = await bookedVisitor()
  const lead = await leadOfChat(server, FRESH, session)
  announced = []
  expect((await text(session, 'nonsense')).status).toBe(400)
  const at = server.clock.now()
  expect(await text(session)).toEqual({ status: 204, text: '' })
  const consents = await db.selectFrom('sms_consents').selectAll().execute()
  const phone = '+16145550173'
  expect(consents).toEqual([{ organization_id: FRESH, phone, source: 'visitor', at, lead_id: lead?.id }])
  const asked = { kind: 'texts_wanted', organizationId: FRESH, leadId: lead?.id }
  expect(announced).toEqual([{ ...asked, phone, at: at.toISOString() }])
})

it('stores no consent without a booked call, or of a number that has sent STOP', async () => {
  const session = await beginChat(server, FRESH)
  await sayInChat(server, session, 'Lawn mowing')
  announced = []
  expect(await text(session)).toMatchObject({ status: 409, text: expect.stringContaining('no booked call') })
  await db.insertInto('sms_opt_outs').values({ phone: '+16145550173', at: server.clock.now() }).execute()
  const booked = await bookedVisitor()
  announced = []
  expect(await text(booked)).toMatchObject({ status: 409, text: expect.stringContaining('START') })
  expect(await db.selectFrom('sms_consents').select('phone').execute()).toEqual([])
  expect(announced).toEqual([])
})

it('limits what one conversation can send', async () => {
  const session = await beginChat(server, FRESH)
  await sayInChat(server, session, 'Lawn mowing')
  const statuses: number[] = []
  for (let index = 0; index <= VISITOR_LIMITS.requestsPerConversation.points; index += 1)
    statuses.push((await mail(session, `a${index}@example.test`)).status)
  expect(statuses).toEqual([204, 204, 204, 429])
})

it('sends nothing to a recipient who has already received ten messages that day, and says so', async () => {
  const session = await bookedVisitor()
  const now = server.clock.now()
  for (const recipient of ['ada@example.test', '+16145550173'])
    for (let time = 0; time < 10; time += 1)
      await countSent(db, { ...toVisitor, organization_id: GREEN, recipient }, now)
  announced = []
  const refusal = { status: 409, text: expect.stringContaining('try again tomorrow') }
  expect(await mail(session, 'ADA@example.test')).toMatchObject(refusal)
  expect(await text(session)).toMatchObject(refusal)
  expect(announced).toEqual([])
  server.clock.advance(DAY_MS)
  expect((await mail(session)).status).toBe(204)
})

it('says so if the business has sent messages to as many visitors as it may in a day', async () => {
  const session = await bookedVisitor()
  const now = server.clock.now()
  for (const [channel, domain] of [
    ['email', '@example.test'],
    ['sms', ''],
  ] as const)
    for (let each = 0; each < 300; each += 1)
      await countSent(
        db,
        { ...toVisitor, organization_id: FRESH, channel, recipient: `${each}${domain}` },
        now,
      )
  announced = []
  const refusal = { status: 429, text: expect.stringContaining('too many messages today') }
  expect(await mail(session)).toMatchObject(refusal)
  expect(await text(session)).toMatchObject(refusal)
  expect(announced).toEqual([])
  expect(await db.selectFrom('sms_consents').select('phone').execute()).toEqual([])
  server.clock.advance(DAY_MS)
  expect((await mail(session)).status).toBe(204)
})

it('texts no number abroad, unless the business is there', async () => {
  const session = await bookedVisitor()
  const abroad = { status: 409, text: expect.stringContaining('this country') }
  expect(await text(session, '+1 876 555 1234')).toMatchObject(abroad)
  expect(await text(session, '+44 7400 123456')).toMatchObject(abroad)
  await call(server, putProfile, { params: { orgId: FRESH }, body: { phone: '+44 20 7946 0018' } })
  expect((await text(session, '+44 7400 123456')).status).toBe(204)
  expect((await text(await bookedVisitor(), '+1 604 555 0123')).status).toBe(204)
})
