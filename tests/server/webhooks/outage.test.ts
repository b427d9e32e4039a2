import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { WebhookQueue } from '../../../server/kernel/deps.ts'
import { deliver } from '../../../server/webhooks/deliver.ts'
import { distribute } from '../../../server/webhooks/distribute.ts'
import { createLead, updateLead } from '../../../src/contract/leads.ts'
import {
  listWebhookDeliveries,
  listWebhooks,
  type Webhook,
  type WebhookDelivery,
} from '../../../src/contract/webhooks.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { call, FRESH, GREEN, RIVAL } from '../../support/api.ts'
import { eventually } from '../../support/eventually.ts'
import { createJobClock, pass } from '../../support/job-clock.ts'
import { ALL_EVENTS, startReceiver } from '../../support/receiver.ts'
import { startWebhookServer, type WebhookServer } from '../../support/webhooks.ts'

const params = { orgId: FRESH }

const jobClock = createJobClock()
let server: WebhookServer

beforeAll(async () => {
  server = await startWebhookServer({ jobClock })
})
afterAll(() => server.close())

const passes = (ms: number) => pass(server, jobClock, ms)

const webhook = async (): Promise<Webhook> => (await call(server, listWebhooks, { params })).body[0]

async function deliveries(): Promise<WebhookDelivery[]> {
  const { id: webhookId } = await webhook()
  const { body } = await call(server, listWebhookDeliveries, { params: { ...params, webhookId } })
  return body.deliveries
}

it('a receiver that fails for an hour gets every event once it is back', async () => {
  await server.endpoint(FRESH)
  server.receiver.answer = { status: 503, text: 'down' }
  const { body: lead } = await call(server, createLead, { params, body: { contact_name: 'Ada' } })
  await server.webhooks.look()
  await eventually(async () => expect((await deliveries())[0]?.attempts).toBe(1))
  for (let minute = 0; minute < 60; minute += 1) await passes(MINUTE_MS)
  const [waiting] = await deliveries()
  expect(waiting).toMatchObject({ status: 'waiting', response_status: 503 })
  // At growing intervals, so the receiver is not asked all the time.
  expect(waiting?.attempts).toBeGreaterThan(5)
  expect(waiting?.attempts).toBeLessThan(20)
  expect((await webhook()).failing_since).not.toBeNull()

  server.receiver.answer = { status: 200 }
  // Others do not wait for those that are tried again.
  await call(server, updateLead, { params: { ...params, leadId: lead.id }, body: { budget: '$1' } })
  await server.webhooks.look()
  await eventually(async () => expect((await deliveries())[0]?.status).toBe('delivered'))
  for (let hour = 0; (await deliveries())[1]?.status !== 'delivered' && hour < 3; hour += 1)
    await passes(HOUR_MS)
  expect((await deliveries()).map(({ status }) => status)).toEqual(['delivered', 'delivered'])
  expect((await webhook()).failing_since).toBeNull()
  const ids = server.receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(2)
})

it('is disabled after three days of failures, which says why, and what waited has failed', async () => {
  server.receiver.answer = { status: 500, text: 'still down' }
  await call(server, createLead, { params, body: { contact_name: 'Grace' } })
  await server.webhooks.look()
  await eventually(async () => expect((await webhook()).failing_since).not.toBeNull())
  const { failing_since } = await webhook()
  const sinceFailure = () => server.clock.now().getTime() - Date.parse(failing_since ?? '')
  while ((await webhook()).status === 'active' && sinceFailure() < 5 * DAY_MS) await passes(HOUR_MS)
  expect(await webhook()).toMatchObject({
    status: 'disabled',
    disabled_reason: 'No attempt has succeeded for 3 days.',
  })
  expect(sinceFailure()).toBeGreaterThanOrEqual(3 * DAY_MS)
  expect(sinceFailure()).toBeLessThanOrEqual(3 * DAY_MS + 5 * HOUR_MS)
  const [last] = await deliveries()
  expect(last).toMatchObject({ status: 'failed', response_status: 500, response_body: 'still down' })
  expect(last?.attempts).toBeGreaterThan(20)
  expect(last?.attempts).toBeLessThan(60)
})

/** PostgreSQL can give jobs of one organization to workers that ask at the same moment on different connections. */
const MOST_AT_ONCE = process.env.DATABASE_TEST_URL ? 4 : 1

it('an organization with many events delays no other organization', async () => {
  const undone = new Error('undone')
  const added: string[] = []
  const add: WebhookQueue['add'] = async (_, all) =>
    void added.push(...all.map(({ organization_id }) => organization_id))
  const distributing = server.deps.db.transaction().execute(async (tx) => {
    const now = server.clock.now()
    const endpoint = {
      url: 'https://example.com',
      secret: '',
      events: JSON.stringify(ALL_EVENTS),
      created_at: now,
    }
    for (const organization_id of [GREEN, RIVAL]) {
      await tx
        .insertInto('webhook_endpoints')
        .values({ id: `endpoint_${organization_id}`, organization_id, ...endpoint })
        .execute()
    }
    const event = (organization_id: string, number: number) => ({
      ...{ organization_id, type: 'lead.deleted', lead_id: `lead_${number}`, data: '{}', caused_in: '1' },
    })
    const many = Array.from({ length: 1_000 }, (_, number) => event(RIVAL, number))
    await tx
      .insertInto('webhook_events')
      .values([...many, event(GREEN, 1_000)])
      .execute()
    await distribute(tx, { add }, now)
    throw undone
  })
  await expect(distributing).rejects.toBe(undone)
  expect([added.length, added.filter((id) => id === GREEN).length]).toEqual([200, 1])
})

it('receivers that do not answer delay no other organization', async () => {
  const slow = await startReceiver()
  onTestFinished(slow.close)
  slow.answer = 'wait'
  server.receiver.received.length = 0
  server.receiver.answer = { status: 200 }
  for (let count = 0; count < 9; count += 1) await server.endpoint(GREEN, { url: `${slow.origin}/${count}` })
  await call(server, createLead, { params: { orgId: GREEN }, body: { contact_name: 'Ada' } })
  await server.webhooks.look()
  await eventually(() => expect(slow.received).not.toEqual([]))
  await server.deps.db.deleteFrom('webhook_endpoints').where('organization_id', '=', FRESH).execute()
  await server.endpoint(FRESH)
  await call(server, createLead, { params, body: { contact_name: 'Grace' } })
  await server.webhooks.look()
  await eventually(() => expect(server.receiver.received).toHaveLength(1))
  expect(slow.received.length).toBeLessThanOrEqual(MOST_AT_ONCE)
  await server.deps.db.deleteFrom('webhook_endpoints').where('organization_id', '=', GREEN).execute()
})

it.each([
  ['disabled_at', 'failed'],
  ['paused_at', 'held'],
])('a delivery whose endpoint has %s meanwhile is %s', async (column, status) => {
  const { db } = server.deps
  const { id } = await server.endpoint(FRESH, { events: ['lead.created'] })
  const delivery = `msg_${column}`
  await db
    .insertInto('webhook_deliveries')
    .values({
      ...{ id: delivery, organization_id: FRESH, endpoint_id: id, type: 'lead.created', body: '{}' },
      ...{ status: 'waiting', created_at: server.clock.now() },
    })
    .execute()
  await db
    .updateTable('webhook_endpoints')
    .set({ [column]: server.clock.now() })
    .where('id', '=', id)
    .execute()
  await deliver(server.deps, delivery)
  const stored = await db.selectFrom('webhook_deliveries').selectAll().where('id', '=', delivery).execute()
  expect(stored).toMatchObject([{ status, attempts: 0 }])
})
