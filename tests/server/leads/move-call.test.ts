import { afterAll, beforeEach, expect, it } from 'vitest'
import type { Lead } from '../../../src/contract/leads.ts'
import { CANCELED } from '../../../src/domain/leads/bookings.ts'
import { clear, FRESH } from '../../support/api.ts'
import { eventually } from '../../support/eventually.ts'
import { activityOf } from '../../support/lead-activity.ts'
import { startNotifyingServer } from '../../support/notifying.ts'
import { addToldVisitor } from '../../support/told-visitor.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const server = await startNotifyingServer({ now: NOW })
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.set(NOW)
  await clear(server, FRESH)
})

const { db } = server.deps
const MINUTE = 60_000
const START = '2026-11-23T15:00:00.000Z'
const LATER = '2026-11-24T23:15:00.000Z'
const at = (minutes: number) => new Date(Date.parse(LATER) + minutes * MINUTE).toISOString()

type Booked = { booking_start_time?: string; booking_status?: string }

const book = (lead: Booked = {}) =>
  addToldVisitor(db, {
    organization: FRESH,
    now: NOW,
    lead: { booking_start_time: START, prospect_email: 'tom@baker.test', ...lead },
  })

async function update(leadId: string, change: object): Promise<{ status: number; body: Lead }> {
  const response = await server.fetchApi(`/api/v1/organizations/${FRESH}/leads/${leadId}`, {
    method: 'PUT',
    body: JSON.stringify(change),
  })
  return { status: response.status, body: await response.json() }
}

const eventsOf = async (leadId: string) =>
  (await activityOf(db, leadId)).map(({ type, actor_kind, data }) => [type, actor_kind, data])

it('a member moves the call of a lead, and the visitor and the team are told', async () => {
  const { lead_id, booking } = await book()
  const moved = await update(lead_id, { booking_start_time: LATER })
  expect(moved).toMatchObject({
    status: 200,
    body: { booking_start_time: LATER, status: 'converted', converted_to_booking_id: booking },
  })
  expect(await eventsOf(lead_id)).toEqual([['moved', 'person', { start: LATER }]])
  const mails = () => server.mailbox.mails.list()
  await eventually(() => expect(mails()).toHaveLength(2))
  const visitors = mails().find(({ to }) => to[0] === 'tom@baker.test')
  expect(visitors?.subject).toMatch(/^Moved: .*Tue, Nov 24, 6:15 PM/)
  expect(mails().find(({ to }) => to[0] !== 'tom@baker.test')?.text).toContain(
    'was moved in Fieldhand to Tuesday, November 24 at 6:15 PM EST.',
  )
  const reminders = await db
    .selectFrom('notifications')
    .select('data')
    .where('lead_id', '=', lead_id)
    .where('kind', '=', 'reminder')
    .where('status', '=', 'queued')
    .execute()
  expect(reminders).toMatchObject([{ data: { start: LATER } }])
  await update(lead_id, { booking_start_time: LATER })
  expect(await eventsOf(lead_id)).toHaveLength(1)
})

it.each([
  ['half an hour after another call', 30],
  ['half an hour before another call', -30],
])('a call can begin %s', async (_, minutes) => {
  await book({ booking_start_time: LATER })
  const { lead_id } = await book()
  const moved = await update(lead_id, { booking_start_time: at(minutes) })
  expect([moved.status, moved.body.booking_start_time]).toEqual([200, at(minutes)])
})

const NONE = 'This lead has no upcoming appointment'
const TAKEN = 'Another appointment is booked at this time. Choose another one'

it.each([
  ['onto another call', {}, LATER, TAKEN],
  ['into another call', {}, at(29), TAKEN],
  ['so that it ends in another call', {}, at(-29), TAKEN],
  ['into the past', {}, NOW.toISOString(), 'This time has passed. Choose a later one'],
  ['if it is over', { booking_start_time: '2026-11-20T14:59:00.000Z' }, at(60), NONE],
  ['if it is canceled', { booking_status: CANCELED }, at(60), NONE],
])('a call stays if it would be moved %s', async (_, lead: Booked, booking_start_time, message) => {
  await book({ booking_start_time: LATER })
  const { lead_id } = await book(lead)
  const { status, body } = await update(lead_id, { booking_start_time, notes: 'Moved by phone' })
  expect([status, body]).toEqual([409, { message }])
  const stored = await db
    .selectFrom('leads')
    .select(['booking_start_time', 'notes'])
    .where('id', '=', lead_id)
    .executeTakeFirstOrThrow()
  const start = new Date(lead.booking_start_time ?? START)
  expect(stored).toEqual({ booking_start_time: start, notes: null })
  expect(await eventsOf(lead_id)).toEqual([])
})

it('an unchanged or missing start changes nothing, also of a call that is over', async () => {
  const booking_start_time = '2026-11-20T14:00:00.000Z'
  const { lead_id } = await book({ booking_start_time })
  for (const start of [booking_start_time, null]) {
    const { status, body } = await update(lead_id, { booking_start_time: start, notes: 'Called' })
    expect([status, body.booking_start_time, body.notes]).toEqual([200, booking_start_time, 'Called'])
  }
})

it('a move that waited while someone else changed the lead is rejected with the current lead', async () => {
  const { lead_id } = await book()
  server.clock.advance(MINUTE)
  await update(lead_id, { booking_start_time: at(60) })
  const late = await update(lead_id, { booking_start_time: LATER, updated_at: NOW.toISOString() })
  expect(late).toMatchObject({ status: 409, body: { details: { current: { booking_start_time: at(60) } } } })
})

it('of two calls that move to one time at once, one moves', async () => {
  const calls = [await book(), await book({ booking_start_time: at(120) })]
  const moves = await Promise.all(calls.map(({ lead_id }) => update(lead_id, { booking_start_time: LATER })))
  expect(moves.map(({ status }) => status).toSorted()).toEqual([200, 409])
})
