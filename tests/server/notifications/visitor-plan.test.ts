import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Occasion } from '../../../server/kernel/occasion.ts'
import { plan } from '../../../server/notifications/plan.ts'
import { putNotificationSettings } from '../../../src/contract/notification-settings.ts'
import { call, FRESH } from '../../support/api.ts'
import { recordingSenders } from '../../support/recording-senders.ts'
import { sharedServer } from '../../support/server.ts'
import { addToldVisitor } from '../../support/told-visitor.ts'

const server = await sharedServer()
const { deps } = server
const { db } = deps

const START = '2026-11-23T20:00:00.000Z'
const LATER = '2026-11-24T20:00:00.000Z'
const OTHER_PHONE = '+16145550199'

let leadId: string

beforeEach(async () => {
  deps.senders = recordingSenders().senders
  leadId = (await addToldVisitor(db, { organization: FRESH, now: server.clock.now() })).lead_id
})
afterEach(async () => {
  for (const table of ['notifications', 'sms_consents', 'leads', 'conversations'] as const) {
    await db.deleteFrom(table).where('organization_id', '=', FRESH).execute()
  }
})

let occasions = 0
type Details<O> = O extends Occasion ? Omit<O, 'organizationId' | 'leadId' | 'at'> : never

function happens(details: Details<Extract<Occasion, { leadId: string }>>): Promise<void> {
  occasions += 1
  const at = new Date(server.clock.now().getTime() + occasions).toISOString()
  const occasion = { ...details, organizationId: FRESH, leadId, at } as Occasion
  return db.transaction().execute((tx) => plan(tx, deps, occasion, server.clock.now()))
}

const moveTo = (start: string) =>
  db.updateTable('leads').set({ booking_start_time: start }).where('id', '=', leadId).execute()

const agree = (phone: string) =>
  db
    .insertInto('sms_consents')
    .values({ organization_id: FRESH, phone, source: 'visitor', at: server.clock.now() })
    .execute()

const visitorsRows = () =>
  db
    .selectFrom('notifications')
    .select(['kind', 'channel', 'recipient', 'status', 'data'])
    .where('audience', '=', 'visitor')
    .orderBy('position')
    .execute()

it('a moved call names its earlier time, to the owner and to the visitor', async () => {
  await moveTo(LATER)
  await happens({ kind: 'booking_moved', start: LATER, previous: START })
  const rows = await db.selectFrom('notifications').select(['kind', 'data']).execute()
  const moved = rows.filter(({ kind }) => ['booking_moved', 'confirmation_moved'].includes(kind))
  expect(moved).toHaveLength(2)
  for (const { data } of moved) expect(data).toEqual({ start: LATER, previous: START })
})

it('a visitor who asks for texts twice is reminded once', async () => {
  await agree(OTHER_PHONE)
  for (let time = 0; time < 2; time += 1) await happens({ kind: 'texts_wanted', phone: OTHER_PHONE })
  const reminders = (await visitorsRows()).filter(({ kind }) => kind === 'reminder')
  expect(reminders.map(({ status }) => status)).toEqual(['canceled', 'queued'])
})

it('texts to another number than the lead’s follow the call', async () => {
  await agree(OTHER_PHONE)
  await happens({ kind: 'texts_wanted', phone: OTHER_PHONE })
  await moveTo(LATER)
  await happens({ kind: 'booking_moved', start: LATER, previous: START })
  const waiting = (await visitorsRows()).filter(
    ({ status, channel }) => status === 'queued' && channel === 'sms',
  )
  expect(waiting).toMatchObject([
    // The visitor does not know of the first time yet.
    { kind: 'confirmation', recipient: OTHER_PHONE, data: { start: LATER } },
    { kind: 'reminder', recipient: OTHER_PHONE, data: { start: LATER } },
  ])
})

it('an occasion that is planned after the call has changed again tells the visitor nothing', async () => {
  await moveTo(LATER)
  await happens({ kind: 'booking_moved', start: LATER, previous: START })
  const planned = await visitorsRows()
  expect(planned.map(({ kind, status }) => `${status} ${kind}`)).toEqual([
    'queued confirmation_moved',
    'queued reminder',
  ])
  await happens({ kind: 'booking_made', start: START })
  await happens({ kind: 'booking_canceled', start: START })
  expect(await visitorsRows()).toEqual(planned)
})

it('reminds of the call also where it is not confirmed', async () => {
  const params = { orgId: FRESH }
  await call(server, putNotificationSettings, { params, body: { visitor_confirmation: false } })
  const rows = async () => (await visitorsRows()).map(({ kind, status, data }) => ({ kind, status, data }))
  await happens({ kind: 'booking_made', start: START })
  expect(await rows()).toEqual([{ kind: 'reminder', status: 'queued', data: { start: START } }])
  await moveTo(LATER)
  await happens({ kind: 'booking_moved', start: LATER, previous: START })
  expect(await rows()).toMatchObject([
    { kind: 'reminder', status: 'canceled', data: { start: START } },
    { kind: 'reminder', status: 'queued', data: { start: LATER } },
  ])
  await db.updateTable('leads').set({ booking_status: 'cancelled' }).where('id', '=', leadId).execute()
  await happens({ kind: 'booking_canceled', start: LATER })
  expect((await rows()).map(({ status }) => status)).toEqual(['canceled', 'canceled'])
})

it('an address that a member typed gets nothing, even if the call is moved', async () => {
  const typed = { prospect_email: 'stranger@elsewhere.test', booking_start_time: LATER }
  await db.updateTable('leads').set(typed).where('id', '=', leadId).execute()
  await happens({ kind: 'booking_moved', start: LATER, previous: START })
  expect(await visitorsRows()).toEqual([])
  const imported = { prospect_email: 'ada@hedgerow.test', extracted_metadata: null }
  await db.updateTable('leads').set(imported).where('id', '=', leadId).execute()
  await happens({ kind: 'booking_canceled', start: LATER })
  expect(await visitorsRows()).toEqual([])
})
