import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createReadinessCheck } from '../../../server/app/health.ts'
import { openQueue } from '../../../server/db/queue.ts'
import { createMetricsApp } from '../../../server/metrics/app.ts'
import { countedModel } from '../../../server/metrics/counted.ts'
import { createReader } from '../../../server/metrics/figures.ts'
import { createMetrics } from '../../../server/metrics/metrics.ts'
import { addNotification } from '../../support/notification-row.ts'
import { parseScrape } from '../../support/scrape.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

const GREEN = 'org_greenacres'
const MINUTES_AGO = (minutes: number) => new Date(Date.now() - minutes * 60_000)

function scraperOf({ deps }: Pick<TestServer, 'deps'>) {
  const metrics = createMetrics()
  const checkReady = createReadinessCheck(deps)
  const read = createReader(metrics, {
    db: deps.db,
    checkReady,
    pool: undefined,
    folders: { data: '/', gone: '/no/such/folder' },
  })
  const app = createMetricsApp(metrics, read)
  return async () => parseScrape(await (await app.request('/metrics')).text())
}

it('shows what waits, and since when', async () => {
  const server = await startTestServer()
  const { db, log } = server.deps
  const queue = await openQueue(server.jobs, log)
  await queue.define({ 'send-email': {} })
  await queue.add(db, 'send-email', [{ data: {} }, { data: {} }])
  await sql`update pgboss.job set created_on = now() - interval '5 minutes', start_after = now() - interval '5 minutes'
    where name = 'send-email'`.execute(db)
  const planned = { organization_id: GREEN, kind: 'new_lead', created_at: MINUTES_AGO(30) } as const
  await addNotification(db, { ...planned, due_at: MINUTES_AGO(-30), channel: 'sms' })
  await addNotification(db, { ...planned, due_at: MINUTES_AGO(2) })
  await addNotification(db, { ...planned, due_at: MINUTES_AGO(-2) })
  await addNotification(db, { ...planned, status: 'failed' })
  await db
    .insertInto('webhook_endpoints')
    .values({
      id: 'endpoint_1',
      organization_id: GREEN,
      url: 'https://receiver.test/',
      events: JSON.stringify([]),
      secret: 'sealed',
      disabled_at: MINUTES_AGO(1),
      created_at: MINUTES_AGO(9),
    })
    .execute()
  await db
    .insertInto('integration_connections')
    .values({ organization_id: GREEN, provider: 'hubspot', connected_at: MINUTES_AGO(9) })
    .execute()
  await db
    .insertInto('hubspot_connections')
    .values({
      organization_id: GREEN,
      portal_id: '1',
      tokens: 'sealed',
      expires_at: MINUTES_AGO(-9),
      field_map: JSON.stringify({}),
      failures: 3,
    })
    .execute()
  await db
    .insertInto('calendar_connections')
    .values({
      organization_id: GREEN,
      service: 'calcom',
      sealed: 'sealed',
      settings: JSON.stringify({ choice: { id: '1', name: 'Estimate', detail: null } }),
      error: 'Cal.com does not answer',
      connected_at: MINUTES_AGO(9),
    })
    .execute()

  const scraped = await scraperOf(server)()
  expect(scraped.get('fieldhand_jobs_waiting{queue="send-email"}')).toBe(2)
  expect(scraped.get('fieldhand_oldest_job_age_seconds{queue="send-email"}')).toBeGreaterThanOrEqual(300)
  expect(scraped.get('fieldhand_notifications_planned{channel="sms"}')).toBe(1)
  expect(scraped.get('fieldhand_notifications_late_seconds{channel="sms"}')).toBe(0)
  expect(scraped.get('fieldhand_notifications_planned{channel="email"}')).toBe(2)
  expect(scraped.get('fieldhand_notifications_late_seconds{channel="email"}')).toBeGreaterThanOrEqual(120)
  expect(scraped.get('fieldhand_webhook_endpoints{state="disabled"}')).toBe(1)
  expect(scraped.get('fieldhand_hubspot_connections{state="failing"}')).toBe(1)
  expect(scraped.get('fieldhand_calendar_connections{service="calcom",state="failing"}')).toBe(1)
  expect(scraped.get('fieldhand_disk_free_bytes{folder="data"}')).toBeGreaterThan(0)
  expect(scraped.has('fieldhand_disk_free_bytes{folder="gone"}')).toBe(false)
  // Nothing has run the daily jobs, and 0 would mean 1970.
  expect(scraped.has('fieldhand_daily_jobs_last_run_timestamp_seconds')).toBe(false)
  await queue.stop()
  await server.close()
})

it('answers without the database, and leaves out what only the database knows', async () => {
  const server = await startTestServer({ seed: 'none' })
  const scrape = scraperOf(server)
  await server.close()
  const scraped = await scrape()
  expect(scraped.get('fieldhand_ready')).toBe(0)
  expect(scraped.get('process_resident_memory_bytes')).toBeGreaterThan(0)
  expect([...scraped.keys()].filter((name) => /waiting|planned|last_run/.test(name))).toEqual([
    'fieldhand_database_connections_waiting',
  ])
})

it('answers within seconds if the database does not', async () => {
  const server = await startTestServer({ seed: 'none' })
  const scrape = scraperOf(server)
  const { promise: blocked, resolve } = Promise.withResolvers<void>()
  // All connections of the pool; an embedded database has one.
  const holding = Array.from({ length: 10 }, () =>
    server.deps.db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx)
      await blocked
    }),
  )
  expect((await scrape()).get('fieldhand_ready')).toBe(0)
  resolve()
  await Promise.all(holding)
  await server.close()
})

it('tells answers of the model from failures, and from what a person ended', async () => {
  const metrics = createMetrics()
  const talk = { messages: [], schema: {}, onText: () => {} }
  const failing = countedModel(() => Promise.reject(new Error('down')), metrics)
  await countedModel(async () => 'Hello', metrics)(talk)
  await expect(failing(talk)).rejects.toThrow('down')
  await expect(failing({ ...talk, signal: AbortSignal.abort() })).rejects.toThrow('down')
  const scraped = parseScrape(await metrics.registry.metrics())
  for (const outcome of ['answered', 'failed', 'ended']) {
    expect(scraped.get(`fieldhand_model_call_duration_seconds_count{outcome="${outcome}"}`)).toBe(1)
  }
})
