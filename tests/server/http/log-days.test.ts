import { beforeEach, describe, expect, it } from 'vitest'
import type { DaysQuery } from '../../../src/contract/fields.ts'
import { listHubspotTransfers } from '../../../src/contract/hubspot.ts'
import { listNotifications } from '../../../src/contract/notifications.ts'
import { putProfile } from '../../../src/contract/profile.ts'
import { listWebhookDeliveries } from '../../../src/contract/webhooks.ts'
import { type Answer, call, clear, FRESH } from '../../support/api.ts'
import { notify } from '../../support/notifications.ts'
import { sharedServer } from '../../support/server.ts'

const server = await sharedServer()
const { db } = server.deps
const params = { orgId: FRESH }
const webhook = { ...params, webhookId: 'hook' }

interface Log {
  name: string
  /** Adds an entry of a time, whose id is the time. */
  add: (at: string) => Promise<unknown>
  ask: (query: DaysQuery & { cursor?: string }) => Promise<Answer>
  idsOf: (body: Answer['body']) => string[]
}

const idOf = ({ id }: { id: string }) => id

const LOGS: Log[] = [
  {
    name: 'sent notifications',
    add: (at) => notify(server, { id: at, organization_id: FRESH, created_at: at }),
    ask: (query) => call(server, listNotifications, { params, query }),
    idsOf: ({ notifications }) => notifications.map(idOf),
  },
  {
    name: 'HubSpot transfers',
    add: (at) =>
      db
        .insertInto('hubspot_transfers')
        .values({ id: at, organization_id: FRESH, at, direction: 'out', kind: 'note', status: 'done' })
        .execute(),
    ask: (query) => call(server, listHubspotTransfers, { params, query }),
    idsOf: ({ transfers }) => transfers.map(idOf),
  },
  {
    name: 'webhook deliveries',
    add: (at) =>
      db
        .insertInto('webhook_deliveries')
        .values({
          ...{ id: at, organization_id: FRESH, endpoint_id: 'hook', type: 'lead.created', body: '{}' },
          ...{ status: 'delivered', created_at: at },
        })
        .execute(),
    ask: (query) => call(server, listWebhookDeliveries, { params: webhook, query }),
    idsOf: ({ deliveries }) => deliveries.map(idOf),
  },
]

beforeEach(async () => {
  await clear(server, FRESH)
  for (const table of ['notifications', 'hubspot_transfers', 'webhook_endpoints'] as const)
    await db.deleteFrom(table).where('organization_id', '=', FRESH).execute()
  await db
    .insertInto('webhook_endpoints')
    .values({
      ...{ id: 'hook', organization_id: FRESH, url: 'https://example.com/hook', events: '[]' },
      ...{ secret: `whsec_${btoa('a secret of this test')}`, created_at: server.clock.now() },
    })
    .execute()
})

describe.each(LOGS)('the log of $name', ({ add, ask, idsOf }) => {
  const idsFor = async (query: DaysQuery) => idsOf((await ask(query)).body)

  it('has the entries of its days, both inclusive, across a clock change', async () => {
    const times = [
      '2026-10-31T03:59:59.000Z',
      '2026-10-31T04:00:00.000Z',
      '2026-11-02T04:59:59.000Z',
      '2026-11-02T05:00:00.000Z',
    ]
    for (const at of times) await add(at)
    const [before, first, last, after] = times
    const timezone = 'America/New_York'
    expect(await idsFor({})).toEqual([after, last, first, before])
    expect(await idsFor({ from: '2026-10-31', to: '2026-11-01', timezone })).toEqual([last, first])
    expect(await idsFor({ from: '2026-11-01', to: '2026-11-01', timezone })).toEqual([last])
    expect(await idsFor({ from: '2026-11-01', timezone })).toEqual([after, last])
    expect(await idsFor({ to: '2026-10-30', timezone })).toEqual([before])
    expect(await idsFor({ from: '2030-01-01', timezone })).toEqual([])
  })

  it("has the days of the business's time zone by default, of New York without one", async () => {
    await add('2026-11-09T15:00:00.000Z')
    expect(await idsFor({ from: '2026-11-10', to: '2026-11-10' })).toEqual([])
    expect(await idsFor({ from: '2026-11-09', to: '2026-11-09' })).toHaveLength(1)
    await call(server, putProfile, { params, body: { timezone: 'Asia/Tokyo' } })
    expect(await idsFor({ from: '2026-11-10', to: '2026-11-10' })).toHaveLength(1)
  })

  it('is paged within its days', async () => {
    await add('2026-11-01T12:00:00.000Z')
    const minutes = Array.from({ length: 51 }, (_, index) => String(index).padStart(2, '0'))
    for (const minute of minutes) await add(`2026-11-02T12:${minute}:00.000Z`)
    await add('2026-11-03T12:00:00.000Z')
    const query = { from: '2026-11-02', to: '2026-11-02', timezone: 'UTC' }
    const found: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { body } = await ask({ ...query, ...(cursor && { cursor }) })
      found.push(...idsOf(body))
      cursor = (body.next_cursor ?? body.cursor ?? null) as string | null
    }
    expect(found).toEqual(minutes.toReversed().map((minute) => `2026-11-02T12:${minute}:00.000Z`))
  })

  it.each([
    [{ from: '2026-11-05', to: '2026-11-04' }, 'from', 'The first day is after the last day'],
    [{ from: '' }, 'from', 'Expected a date as YYYY-MM-DD'],
    [{ to: '2026-02-30' }, 'to', 'Expected a date as YYYY-MM-DD'],
    [
      { from: '2026-11-05', timezone: 'Mars/Olympus' },
      'timezone',
      'Expected a time zone such as America/New_York',
    ],
  ])('refuses %j because of %s', async (query, path, message) => {
    const { status, body } = await ask(query)
    expect([status, body]).toEqual([400, { message, details: [{ path, message }] }])
  })
})

it('a notification is listed on the day on which it was sent', async () => {
  const sent = { created_at: '2026-11-01T23:00:00Z', sent_at: '2026-11-02T06:00:00Z' }
  const id = await notify(server, { organization_id: FRESH, ...sent })
  const on = async (day: string) => {
    const query = { from: day, to: day, timezone: 'UTC' }
    return (await call(server, listNotifications, { params, query })).body.notifications.map(idOf)
  }
  expect([await on('2026-11-01'), await on('2026-11-02')]).toEqual([[], [id]])
})

it('failed notifications are found within days', async () => {
  const failed = await notify(server, {
    ...{ organization_id: FRESH, status: 'failed', created_at: '2026-11-01T12:00:00Z' },
  })
  await notify(server, { organization_id: FRESH, created_at: '2026-11-01T12:00:00Z' })
  await notify(server, { organization_id: FRESH, status: 'failed', created_at: '2026-11-03T12:00:00Z' })
  const query = { status: 'failed', from: '2026-11-01', to: '2026-11-02', timezone: 'UTC' } as const
  const { body } = await call(server, listNotifications, { params, query })
  expect(body.notifications.map(idOf)).toEqual([failed])
})
