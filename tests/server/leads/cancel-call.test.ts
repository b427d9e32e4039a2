import { afterAll, expect, it } from 'vitest'
import type { Lead } from '../../../src/contract/leads.ts'
import { CALL_MOVED, CANCELED } from '../../../src/domain/leads/bookings.ts'
import { FRESH } from '../../support/api.ts'
import { eventually } from '../../support/eventually.ts'
import { activityOf } from '../../support/lead-activity.ts'
import { startNotifyingServer } from '../../support/notifying.ts'
import { addToldVisitor } from '../../support/told-visitor.ts'

const server = await startNotifyingServer()
afterAll(() => server.close())

const { db, clock } = server.deps
const START = new Date(clock().getTime() + 3 * 86_400_000)

const book = (lead: { status?: 'converted' | 'lost'; booking_start_time?: Date } = {}) =>
  addToldVisitor(db, {
    organization: FRESH,
    now: clock(),
    lead: {
      booking_start_time: START,
      booking_status: 'scheduled',
      prospect_email: 'tom@baker.test',
      ...lead,
    },
  })

async function update(leadId: string, change: object): Promise<Lead> {
  const response = await server.fetchApi(`/api/v1/organizations/${FRESH}/leads/${leadId}`, {
    method: 'PUT',
    body: JSON.stringify(change),
  })
  expect(response.status).toBe(200)
  return response.json()
}

const eventsOf = async (leadId: string) =>
  (await activityOf(db, leadId)).map(({ type, actor_kind, data }) => [type, actor_kind, data])

it('a member cancels the call of a lead, and the visitor and the team are told', async () => {
  const { lead_id } = await book()
  const canceled = await update(lead_id, { booking_status: CANCELED })
  expect(canceled).toMatchObject({ booking_status: CANCELED, status: 'new' })
  expect(await eventsOf(lead_id)).toEqual([
    ['canceled', 'person', { start: START.toISOString() }],
    ['status', 'person', { from: 'converted', to: 'new' }],
  ])
  const mails = () => server.mailbox.mails.list()
  await eventually(() => expect(mails()).toHaveLength(2))
  expect(mails().find(({ to }) => to[0] === 'tom@baker.test')?.subject).toMatch(/^Canceled: /)
  expect(mails().find(({ to }) => to[0] !== 'tom@baker.test')?.text).toMatch(/was canceled in Fieldhand\./)
  const again = await update(lead_id, { booking_status: CANCELED })
  expect(again).toMatchObject({ booking_status: CANCELED, status: 'new' })
  expect(await eventsOf(lead_id)).toHaveLength(2)
})

it('a call at another time than the client read stays', async () => {
  const start = new Date(START.getTime() + 10_800_000)
  const { lead_id } = await book({ booking_start_time: start })
  const path = `/api/v1/organizations/${FRESH}/leads/${lead_id}`
  const body = JSON.stringify({ booking_status: CANCELED, booking_start_time: START })
  const response = await server.fetchApi(path, { method: 'PUT', body })
  expect([response.status, await response.json()]).toEqual([409, { message: CALL_MOVED }])
  expect(await eventsOf(lead_id)).toEqual([])
  const canceled = await update(lead_id, { booking_status: CANCELED, booking_start_time: start })
  expect(canceled.booking_status).toBe(CANCELED)
})

it('the status of a lost lead stays', async () => {
  const { lead_id } = await book({
    status: 'lost',
    booking_start_time: new Date(START.getTime() + 3_600_000),
  })
  expect(await update(lead_id, { booking_status: 'canceled' })).toMatchObject({
    booking_status: CANCELED,
    status: 'lost',
  })
})

it.each([
  ['a call that is over', { booking_start_time: new Date(clock().getTime() - 60_000) }, CANCELED],
  [
    'a call with another new status',
    { booking_start_time: new Date(START.getTime() + 7_200_000) },
    'scheduled',
  ],
])('%s stays', async (_, lead, booking_status) => {
  const { lead_id } = await book(lead)
  expect(await update(lead_id, { booking_status })).toMatchObject({
    booking_status: 'scheduled',
    status: 'converted',
  })
  expect(await eventsOf(lead_id)).toEqual([])
})
