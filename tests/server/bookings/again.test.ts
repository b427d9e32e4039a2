import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { recordCall } from '../../../src/contract/activity.ts'
import { bookCall } from '../../../src/contract/bookings.ts'
import { openCalendarFeed } from '../../../src/contract/calendar-setup.ts'
import { listConversations } from '../../../src/contract/conversations.ts'
import { createLead, deleteLead, updateLead } from '../../../src/contract/leads.ts'
import { BOOKING_UNDO_MS, CANCELED } from '../../../src/domain/leads/bookings.ts'
import { call, clear, FRESH } from '../../support/api.ts'
import { eventually } from '../../support/eventually.ts'
import { activityOf } from '../../support/lead-activity.ts'
import { startNotifyingServer } from '../../support/notifying.ts'
import { beginChat, leadOfChat, sayInChat } from '../../support/visitor.ts'

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

async function addLead(): Promise<string> {
  made += 1
  const body = { prospect_name: `Ana ${made}` }
  return (await call(server, createLead, { params: { orgId: FRESH }, body })).body.id
}

const paramsOf = (leadId: string) => ({ orgId: FRESH, leadId })

const book = (leadId: string, start_time = START) =>
  call(server, bookCall, { params: paramsOf(leadId), body: { start_time } })

const cancel = (leadId: string) =>
  call(server, updateLead, { params: paramsOf(leadId), body: { booking_status: CANCELED } })

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

it.each<[string, string[], string | null]>([
  ['waits for an answer again', [], null],
  ['stays answered by a call', ['called'], '2026-11-20T15:00:01.000Z'],
  ['stays answered by a note', ['note'], '2026-11-20T15:00:01.000Z'],
])('after a canceled booking, a lead %s', async (_, work, answered_at) => {
  const leadId = await addLead()
  expect((await book(leadId)).body.answered_at).toBe(NOW.toISOString())
  server.clock.advance(1_000)
  const params = paramsOf(leadId)
  if (work.includes('called')) await call(server, recordCall, { params, body: { outcome: 'no_answer' } })
  if (work.includes('note')) await call(server, updateLead, { params, body: { add_note: 'Rang' } })
  server.clock.advance(1_000)
  expect((await cancel(leadId)).body).toMatchObject({ status: 'new', answered_at })
})

it("a visitor's canceled call leaves the lead without an answer", async () => {
  const { session, lead } = await beginWithEmail()
  await db
    .updateTable('leads')
    .set({ booking_start_time: new Date(START), booking_status: 'scheduled', status: 'converted' })
    .where('id', '=', lead.id)
    .execute()
  const inbox = async () =>
    (await call(server, listConversations, { params: { orgId: FRESH } })).body.conversations.find(
      ({ id }: { id: string }) => id === session.conversation_id,
    )
  expect(await inbox()).toMatchObject({ booking_start_time: START })
  expect((await cancel(lead.id)).body).toMatchObject({ status: 'new', answered_at: null })
  expect(await inbox()).toMatchObject({ lead_status: 'new', booking_start_time: null })
})

describe('a booking after the appointment has started', () => {
  const begin = async () => {
    const { lead } = await beginWithEmail()
    const { body: first } = await book(lead.id)
    server.clock.set(new Date('2026-11-23T15:10:00Z'))
    const { body: next } = await book(lead.id, LATER)
    return { lead, first, next }
  }
  const feed = async () => {
    const { body } = await call(server, openCalendarFeed, { params: { orgId: FRESH }, body: {} })
    const text = await (await server.app.widget.request(new URL(body.url).pathname)).text()
    return [...text.matchAll(/^DTSTART:(.*)\r$/gm)].map(([, start]) => start)
  }
  const pageOf = async (id: string | null) => (await server.app.widget.request(`/booking/${id}`)).text()

  it('is another one; the feed, the history, and the page keep the past one', async () => {
    const { lead, first, next } = await begin()
    expect(next).toMatchObject({ booking_start_time: LATER, booking_status: 'scheduled' })
    expect(next.converted_to_booking_id).not.toBe(first.converted_to_booking_id)
    expect(await feed()).toEqual(['20261123T150000Z', '20261124T231500Z'])
    const booked = (await activityOf(db, lead.id)).filter(({ type }) => type === 'booked')
    expect(booked.map(({ data }) => data)).toEqual([{ start: START }, { start: LATER }])
    expect(await pageOf(first.converted_to_booking_id)).toContain(START)
    expect(await pageOf(next.converted_to_booking_id)).toContain(LATER)
    await call(server, deleteLead, { params: paramsOf(lead.id) })
    expect(await feed()).toEqual([])
  })

  it('restores the past one if it is undone in time, and the customer is told nothing', async () => {
    const { lead, first } = await begin()
    const before = toCustomer().length
    expect((await cancel(lead.id)).body).toMatchObject({
      booking_start_time: START,
      booking_status: 'scheduled',
      converted_to_booking_id: first.converted_to_booking_id,
      booking_url: first.booking_url,
    })
    expect(await feed()).toEqual(['20261123T150000Z'])
    await eventually(async () =>
      expect((await queued(lead.id)).filter(({ status }) => status === 'queued')).toEqual([]),
    )
    expect(toCustomer()).toHaveLength(before)
  })

  it('leaves the past one where it is if it is canceled later', async () => {
    const { lead, next } = await begin()
    server.clock.advance(BOOKING_UNDO_MS + 1)
    const { converted_to_booking_id } = next
    expect((await cancel(lead.id)).body).toMatchObject({ booking_status: CANCELED, converted_to_booking_id })
    expect(await feed()).toEqual(['20261123T150000Z'])
  })
})
