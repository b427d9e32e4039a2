import { afterAll, beforeEach, expect, it } from 'vitest'
import { bookCall, getCallTimes } from '../../../src/contract/bookings.ts'
import { createLead, updateLead } from '../../../src/contract/leads.ts'
import {
  BOOKING_UNDO_MS,
  CALL_BOOKED,
  CANCELED,
  TIME_PASSED,
  TIME_TAKEN,
  TIME_TOO_FAR,
} from '../../../src/domain/leads/bookings.ts'
import { call, clear, FRESH, GREEN } from '../../support/api.ts'
import { eventually } from '../../support/eventually.ts'
import { activityOf } from '../../support/lead-activity.ts'
import { startNotifyingServer } from '../../support/notifying.ts'
import { beginChat, leadOfChat, readChat, sayInChat } from '../../support/visitor.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const server = await startNotifyingServer({ now: NOW })
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.set(NOW)
  await clear(server, FRESH)
})

const { db } = server.deps
const START = '2026-11-23T15:00:00.000Z'
const LATER = '2026-11-24T23:15:00.000Z'

let made = 0

async function addLead(fields: object = {}): Promise<string> {
  made += 1
  const body = { prospect_name: `Ana ${made}`, ...fields }
  return (await call(server, createLead, { params: { orgId: FRESH }, body })).body.id
}

const paramsOf = (leadId: string, orgId = FRESH) => ({ orgId, leadId })

const book = (leadId: string, start_time = START, id?: string) =>
  call(server, bookCall, { params: paramsOf(leadId), body: { start_time, ...(id && { id }) } })

const timesOf = async (leadId: string) =>
  (await call(server, getCallTimes, { params: paramsOf(leadId) })).body

const cancel = (leadId: string) =>
  call(server, updateLead, { params: paramsOf(leadId), body: { booking_status: CANCELED } })

const eventsOf = async (leadId: string) =>
  (await activityOf(db, leadId)).map(({ type, actor_kind }) => [type, actor_kind])

const queued = (leadId: string) =>
  db
    .selectFrom('notifications')
    .select(['kind', 'due_at', 'status'])
    .where('lead_id', '=', leadId)
    .where('audience', '=', 'visitor')
    .orderBy('position')
    .execute()

const toCustomer = () => server.mailbox.mails.list().filter(({ to }) => to[0] === 'ana@lopez.test')

/** A visitor who has given an email address in the chat. */
async function beginWithEmail() {
  const session = await beginChat(server, FRESH)
  for (const said of ['Lawn mowing', 'Ana Lopez', 'ana@lopez.test']) await sayInChat(server, session, said)
  const lead = await leadOfChat(server, FRESH, session)
  if (!lead) throw new Error('The visitor is a lead')
  return { session, lead }
}

it('books a lead without a conversation, in the name of the member', async () => {
  const leadId = await addLead()
  const times = await timesOf(leadId)
  expect(times).toMatchObject({ busy: [], confirmed_by: [], silence: 'unreachable' })
  expect(times.times).toContain(START)
  const { status, body } = await book(leadId)
  expect([status, body]).toMatchObject([
    200,
    {
      status: 'converted',
      automatic_reason: null,
      booking_start_time: START,
      booking_status: 'scheduled',
      booking_url: `${server.deps.config.origins.widget}/booking/${body.converted_to_booking_id}`,
      booking_calcom_event_id: `${body.converted_to_booking_id}@fieldhand`,
    },
  ])
  expect(await eventsOf(leadId)).toEqual([
    ['created', 'person'],
    ['booked', 'person'],
    ['status', 'person'],
  ])
  const others = await timesOf(await addLead())
  expect(others.times).not.toContain(START)
  expect(others.busy).toEqual([{ from: START, to: '2026-11-23T15:30:00.000Z', kind: 'call' }])
  expect((await timesOf(leadId)).times).toContain(START)
})

it('shows the call in the open chat, and the agent knows of it', async () => {
  const { session, lead } = await beginWithEmail()
  expect(await timesOf(lead.id)).toMatchObject({ confirmed_by: ['email'], silence: null })
  const { body } = await book(lead.id)
  expect((await (await readChat(server, session)).json()).booking).toMatchObject({
    start_time: START,
    page_url: body.booking_url,
  })
  const { messages } = await sayInChat(server, session, 'When is my call?')
  expect(messages.at(-1)?.content).toContain('Monday, November 23 at 10:00 AM EST')
})

it('confirms the call to the customer once the member can no longer undo it', async () => {
  const { lead } = await beginWithEmail()
  await book(lead.id)
  const [confirmation] = await eventually(async () => {
    const rows = await queued(lead.id)
    expect(rows.map(({ kind }) => kind)).toEqual(['confirmation', 'reminder'])
    return rows
  })
  expect(confirmation?.due_at).toEqual(new Date(NOW.getTime() + BOOKING_UNDO_MS))
  server.clock.advance(BOOKING_UNDO_MS)
  server.deps.notifier?.wake()
  await eventually(() => expect(toCustomer()).toHaveLength(1))
  expect(toCustomer()[0]?.subject).toMatch(/^Your estimate call with .*Mon, Nov 23, 10:00 AM/)
})

it('tells the customer nothing of a call that is undone in time', async () => {
  const before = toCustomer().length
  const { lead } = await beginWithEmail()
  await book(lead.id)
  await eventually(async () => expect(await queued(lead.id)).toHaveLength(2))
  expect((await cancel(lead.id)).body).toMatchObject({ status: 'new', booking_status: CANCELED })
  await eventually(async () =>
    expect((await queued(lead.id)).map(({ kind, status }) => [kind, status])).toEqual([
      ['confirmation', 'canceled'],
      ['reminder', 'canceled'],
    ]),
  )
  server.clock.advance(1_000)
  await book(lead.id, LATER)
  server.clock.advance(BOOKING_UNDO_MS)
  await eventually(() => {
    server.deps.notifier?.wake()
    expect(toCustomer()).toHaveLength(before + 1)
  })
  expect(toCustomer()[0]?.subject).toMatch(/^Your estimate call with .*Tue, Nov 24, 6:15 PM/)
})

it.each([
  ['another call', START, TIME_TAKEN],
  ['a part of another call', '2026-11-23T15:29:00.000Z', TIME_TAKEN],
  ['a past time', NOW.toISOString(), TIME_PASSED],
  ['a year by mistake', '2099-11-30T15:00:00.000Z', TIME_TOO_FAR],
])('is refused at %s, and changes nothing', async (_, start, message) => {
  await book(await addLead())
  const leadId = await addLead()
  expect(await book(leadId, start)).toMatchObject({ status: 409, body: { message } })
  expect(await eventsOf(leadId)).toEqual([['created', 'person']])
})

it('a lead has one call, however often the request arrives', async () => {
  const leadId = await addLead()
  const answers = await Promise.all([1, 2, 3].map(() => book(leadId, START, 'tap')))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(answers.map(({ body }) => body.converted_to_booking_id)).size).toBe(1)
  expect((await eventsOf(leadId)).filter(([type]) => type === 'booked')).toHaveLength(1)
  expect(await book(leadId, LATER)).toMatchObject({ status: 409, body: { message: CALL_BOOKED } })
})

it("is refused for another organization's lead, and without a session", async () => {
  const leadId = await addLead()
  const body = { start_time: START }
  const target = { params: paramsOf(leadId, GREEN), body }
  expect((await call(server, bookCall, target)).status).toBe(404)
  expect((await call(server, getCallTimes, { params: target.params })).status).toBe(404)
  expect((await call(server, bookCall, { params: paramsOf(leadId), body, as: null })).status).toBe(401)
})
