import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Lead } from '../../../../src/contract/leads.ts'
import { CALL_MOVED } from '../../../../src/domain/leads/bookings.ts'
import { bookCall, cancelCall, moveCall } from '../../../../src/stores/leads/change-call.ts'
import { connectConsole } from '../../../support/console.ts'
import { sharedServer } from '../../../support/server.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'
import { addToldVisitor } from '../../../support/told-visitor.ts'
import { leadsOf } from '../../../support/visitor.ts'

const GREEN = 'org_greenacres'
const HOUR = 3_600_000

const server = await sharedServer()

beforeEach(() => {
  connectConsole(server)
  signInTo(GREEN)
})
afterEach(signOutNow)

const find = async (id: string) => (await leadsOf(server, GREEN)).find((lead) => lead.id === id) as Lead

let booked = 0

/** A lead with a call, as it was read before a colleague changed it. */
async function readBefore(change: (start: string) => object): Promise<Lead> {
  booked += 1
  const start = new Date(server.clock.now().getTime() + 100 * 24 * HOUR + 3 * booked * HOUR)
  const { lead_id } = await addToldVisitor(server.deps.db, {
    organization: GREEN,
    now: server.clock.now(),
    lead: { booking_start_time: start },
  })
  const read = await find(lead_id)
  server.clock.advance(1_000)
  const response = await server.fetchApi(`/api/v1/organizations/${GREEN}/leads/${lead_id}`, {
    method: 'PUT',
    body: JSON.stringify(change(start.toISOString())),
  })
  expect(response.status).toBe(200)
  return read
}

const later = (start: string, hours: number) => new Date(Date.parse(start) + hours * HOUR).toISOString()

it.each([
  ['canceled', cancelCall],
  ['moved', (lead: Lead) => moveCall(lead, later(lead.booking_start_time ?? '', 2))],
])('a call that a colleague has moved is not %s', async (_, change) => {
  const read = await readBefore((start) => ({ booking_start_time: later(start, 1) }))
  await expect(change(read)).rejects.toMatchObject({ message: CALL_MOVED })
  expect(await find(read.id)).toMatchObject({
    booking_status: 'scheduled',
    booking_start_time: later(read.booking_start_time ?? '', 1),
  })
})

it('a call is canceled although a colleague has changed something else', async () => {
  const read = await readBefore(() => ({ budget: '$70' }))
  expect(await cancelCall(read)).toBe('sent')
  expect(await find(read.id)).toMatchObject({ booking_status: 'cancelled', budget: '$70' })
})

it('a call that a colleague has canceled counts as canceled', async () => {
  const read = await readBefore(() => ({ booking_status: 'cancelled' }))
  expect(await cancelCall(read)).toBe('sent')
})

it('a booking is what the dialog shows, whatever the settings say; undoing it leaves the lead unanswered', async () => {
  const { lead_id } = await addToldVisitor(server.deps.db, {
    organization: GREEN,
    now: server.clock.now(),
    lead: { booking_start_time: null, status: 'new' },
  })
  const start = new Date(server.clock.now().getTime() + 90 * 24 * HOUR).toISOString()
  const asked = { lead: await find(lead_id), id: 'booking_1' }
  const undo = await bookCall(asked, start, { kind: 'visit', minutes: 90 })
  expect(await find(lead_id)).toMatchObject({
    booking_start_time: start,
    booking_kind: 'visit',
    booking_minutes: 90,
    status: 'converted',
  })
  await undo()
  expect(await find(lead_id)).toMatchObject({ booking_status: 'cancelled', status: 'new', answered_at: null })
})
