import { afterAll, beforeEach, expect, it } from 'vitest'
import { bookCall, getCallTimes } from '../../../src/contract/bookings.ts'
import { createLead, updateLead } from '../../../src/contract/leads.ts'
import { type ProfileUpdate, putProfile } from '../../../src/contract/profile.ts'
import { CANCELED, TIME_TAKEN } from '../../../src/domain/leads/bookings.ts'
import { call, clear, FRESH } from '../../support/api.ts'
import { startNotifyingServer } from '../../support/notifying.ts'
import { beginChat, leadOfChat, leadsOf, readChat, sayInChat } from '../../support/visitor.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const server = await startNotifyingServer({ now: NOW })
afterAll(() => server.close())

const START = '2026-11-23T15:00:00.000Z'
const INSIDE = '2026-11-23T15:30:00.000Z'
const VISIT = { booking_kind: 'visit', booking_minutes: 60 }

const set = async (body: ProfileUpdate) => {
  expect((await call(server, putProfile, { params: { orgId: FRESH }, body })).status).toBe(200)
}
const offer = (appointment_kind: 'call' | 'visit', appointment_minutes: 30 | 60) =>
  set({ appointment_kind, appointment_minutes })

beforeEach(async () => {
  server.clock.set(NOW)
  await clear(server, FRESH)
  await offer('call', 30)
})

let made = 0
async function addLead(): Promise<string> {
  made += 1
  const body = { prospect_name: `Ana ${made}`, property_address: '12 Elm St, Austin' }
  return (await call(server, createLead, { params: { orgId: FRESH }, body })).body.id
}
const paramsOf = (leadId: string) => ({ orgId: FRESH, leadId })
const stored = async (leadId: string) => (await leadsOf(server, FRESH)).find(({ id }) => id === leadId)
const book = (leadId: string, start_time: string) =>
  call(server, bookCall, { params: paramsOf(leadId), body: { start_time } })
const change = (leadId: string, body: object) => call(server, updateLead, { params: paramsOf(leadId), body })

it('keeps its kind and length when it moves after the settings have changed', async () => {
  await offer('visit', 60)
  const leadId = await addLead()
  expect((await book(leadId, START)).body).toMatchObject(VISIT)
  await offer('call', 30)
  expect(await stored(leadId)).toMatchObject(VISIT)
  const moved = await change(leadId, { booking_start_time: INSIDE })
  expect(moved.body).toMatchObject({ booking_start_time: INSIDE, ...VISIT })
  const { busy } = (await call(server, getCallTimes, { params: paramsOf(await addLead()) })).body
  expect(busy).toEqual([{ from: INSIDE, to: '2026-11-23T16:30:00.000Z', kind: 'call' }])
})

it('is what the settings say when it is booked again after a cancellation', async () => {
  const leadId = await addLead()
  expect((await book(leadId, START)).body).toMatchObject({ booking_kind: 'call', booking_minutes: 30 })
  await change(leadId, { booking_status: CANCELED })
  await offer('visit', 60)
  expect((await book(leadId, START)).body).toMatchObject(VISIT)
})

it('is what the member has seen, although the settings have changed since', async () => {
  const leadId = await addLead()
  const { body: times } = await call(server, getCallTimes, { params: paramsOf(leadId) })
  expect(times).toMatchObject({ kind: 'call', minutes: 30 })
  await offer('visit', 60)
  expect((await call(server, getCallTimes, { params: paramsOf(leadId) })).body).toMatchObject({
    kind: 'visit',
    minutes: 60,
  })
  const body = { start_time: START, kind: 'call', minutes: 30 } as const
  const booked = await call(server, bookCall, { params: paramsOf(leadId), body })
  expect(booked.body).toMatchObject({ booking_kind: 'call', booking_minutes: 30 })
})

it.each([
  ['a visit without an address', 'visit', {}, true],
  ['a visit with an address', 'visit', { property_address: '12 Elm St' }, false],
  ['a call', 'call', {}, false],
] as const)('%s says whether it needs one', async (_, kind, fields, needs_address) => {
  await offer(kind, 30)
  const body = { prospect_name: 'Bo', ...fields }
  const { id } = (await call(server, createLead, { params: { orgId: FRESH }, body })).body
  expect((await call(server, getCallTimes, { params: paramsOf(id) })).body).toMatchObject({ needs_address })
})

it('is nothing without a booking', async () => {
  expect(await stored(await addLead())).toMatchObject({ booking_kind: null, booking_minutes: null })
})

it('takes its own length, whatever the length of the next one', async () => {
  await offer('visit', 60)
  await book(await addLead(), START)
  await offer('call', 30)
  const late = await book(await addLead(), INSIDE)
  expect(late).toMatchObject({ status: 409, body: { message: TIME_TAKEN } })
  expect((await book(await addLead(), '2026-11-23T16:00:00.000Z')).status).toBe(200)
  await offer('visit', 60)
  expect(await book(await addLead(), '2026-11-23T14:30:00.000Z')).toMatchObject({ status: 409 })
})

it('never overlaps another one of another start that is booked at the same moment', async () => {
  for (let round = 0; round < 5; round += 1) {
    await clear(server, FRESH)
    await offer('visit', 60)
    const [one, other] = [await addLead(), await addLead()]
    const answers = await Promise.all([book(one, START), book(other, INSIDE)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  }
})

it('is a visit in the chat, on its page, and in the calendar file, with its end and place', async () => {
  await offer('visit', 60)
  const session = await beginChat(server, FRESH)
  for (const said of ['Lawn mowing', 'Ana Lopez', 'ana@lopez.test', '12 Elm Street, Columbus'])
    await sayInChat(server, session, said)
  await sayInChat(server, session, 'Mon, Nov 23, 10:00 AM')
  const { booking } = await sayInChat(server, session, 'yes')
  const lead = await leadOfChat(server, FRESH, session)
  expect(lead).toMatchObject({ booking_start_time: START, ...VISIT })
  expect(booking).toMatchObject({ start_time: START, kind: 'visit' })
  // What is booked stays a visit for the agent, too.
  await offer('call', 30)
  const { messages } = await sayInChat(server, session, 'When is my appointment?')
  expect(messages.at(-1)?.content).toContain('Your estimate visit is booked')
  expect((await (await readChat(server, session)).json()).booking).toMatchObject({ kind: 'visit' })

  const read = async (url = '') => (await server.app.widget.request(new URL(url).pathname)).text()
  const page = await read(booking?.page_url)
  expect(page).toContain('It takes about 60 minutes.')
  expect(page).toMatch(/Estimate visit with/)
  expect(page).not.toMatch(/will call you|estimate call/i)
  expect(page).toContain('<p>Address: 12 Elm Street, Columbus</p>')
  const file = await read(booking?.calendar_url)
  expect(file).toContain('DTSTART:20261123T150000Z\r\nDTEND:20261123T160000Z')
  expect(file).toMatch(/SUMMARY:Estimate visit with/)
  expect(file.replaceAll('\r\n ', '')).toContain('LOCATION:12 Elm Street')

  await change(lead?.id ?? '', { property_address: '12 <b>Elm</b> & "Oak"' })
  expect(await read(booking?.page_url)).toContain(
    '<p>Address: 12 &lt;b&gt;Elm&lt;/b&gt; &amp; &quot;Oak&quot;</p>',
  )
  await change(lead?.id ?? '', { booking_status: CANCELED })
  expect(await read(booking?.page_url)).not.toContain('Elm')
})

it.each([
  ['another kind', { appointment_kind: 'video' }],
  ['another length', { appointment_minutes: 20 }],
])('is rejected with %s', async (_, body) => {
  const { status } = await call(server, putProfile, { params: { orgId: FRESH }, body: body as ProfileUpdate })
  expect(status).toBe(400)
})
