import { statfs } from 'node:fs/promises'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { SECOND_MS } from '../../src/domain/time/durations.ts'
import { inTime } from '../base/in-time.ts'
import type { PoolState } from '../db/postgres.ts'
import type { Database } from '../db/schema.ts'
import type { Metrics } from './metrics.ts'

type Figures = Metrics['figures']
type Name = keyof Figures

/** The maximum age of figures that scrapes share. */
const CACHE_MS = 10 * SECOND_MS
/** Less than the ten seconds that Prometheus waits. */
const PATIENCE_MS = 3 * SECOND_MS

const age = (column: RawBuilder<unknown>) => sql`extract(epoch from now() - ${column})::float8`

/** One row per value, with its labels as JSON. Each part reads a partial index or a small table. */
const QUERY = sql<{ name: Name; labels: Record<string, string>; value: number }>`
  with job as (
    select name, count(*) filter (where state = 'created' and start_after <= now()) as waiting,
      count(*) filter (where state = 'retry') as retrying,
      ${age(sql`min(created_on) filter (where state = 'retry' or start_after <= now())`)} as age
    from pgboss.job where state < 'active' and not blocked group by name
  ), planned as (
    select channel, count(*) as count, ${age(sql`min(due_at)`)} as late
    from notifications where status = 'queued' and released_at is null group by channel
  ), delivery as (
    select status, count(*) as count from webhook_deliveries where status in ('waiting', 'held') group by status
  ), endpoint as (
    select case when disabled_at is not null then 'disabled' when paused_at is not null then 'paused'
      when failing_since is not null then 'failing' else 'active' end as state from webhook_endpoints
  ), hubspot as (
    select case when state = 'active' and failures > 0 then 'failing' else state end as state from hubspot_connections
  ), calendar as (
    select service, case when state = 'active' and error is not null then 'failing' else state end as state
    from calendar_connections
  ), call as (
    select case when failing_since is null then 'due' else 'failing' end as state
    from calendar_events where version > done_version
  )
  select 'jobsWaiting' as name, json_build_object('queue', name) as labels, waiting::float8 as value from job
  union all select 'jobsRetrying', json_build_object('queue', name), retrying from job
  union all select 'oldestJob', json_build_object('queue', name), age from job where age is not null
  union all select 'dailyJobsRun', '{}', extract(epoch from max(completed_on))::float8
    from pgboss.job where name = 'daily' and state = 'completed' and singleton_on is not null
    having max(completed_on) is not null
  union all select 'notificationsPlanned', json_build_object('channel', channel), count from planned
  union all select 'notificationsLate', json_build_object('channel', channel), greatest(late, 0)
    from planned where late is not null
  union all select 'webhookDeliveries', json_build_object('status', status), count from delivery
  union all select 'webhookEndpoints', json_build_object('state', state), count(*) from endpoint group by state
  union all select 'hubspotConnections', json_build_object('state', state), count(*) from hubspot group by state
  union all select 'hubspotWaiting', '{}', count(*)
    from hubspot_links where version > done_version and not is_gone
  union all select 'calendarConnections', json_build_object('service', service, 'state', state), count(*)
    from calendar group by service, state
  union all select 'calendarWaiting', json_build_object('state', state), count(*) from call group by state`

const within = <T>(promise: Promise<T>) =>
  inTime(promise, PATIENCE_MS, () => new Error('The database takes too long'))

function show({ figures }: Metrics, rows: readonly { name: Name; labels: object; value: number }[]): void {
  for (const figure of Object.values(figures)) {
    figure.reset()
    // Otherwise, a figure without labels would be 0.
    figure.remove({})
  }
  for (const { name, labels, value } of rows) figures[name].set(labels, Number(value))
}

/** The sources of a scrape in addition to the counters. */
export interface Sources {
  db: Kysely<Database>
  /** Rejects if nothing can be stored. */
  checkReady: () => Promise<void>
  pool: PoolState | undefined
  /** Folders whose disk may become full, by label. */
  folders: Readonly<Record<string, string>>
}

/**
 * Returns a function that sets the gauges for a scrape. Without the database, its figures are omitted, and the rest is
 * set within three seconds.
 */
export function createReader(metrics: Metrics, { db, checkReady, pool, folders }: Sources) {
  let figures: Promise<void> | null = null
  let readAt = 0
  const readFigures = () => {
    if (figures === null || performance.now() - readAt >= CACHE_MS) {
      readAt = performance.now()
      figures = within(QUERY.execute(db)).then(
        ({ rows }) => show(metrics, rows),
        () => {
          figures = null
          show(metrics, [])
        },
      )
    }
    return figures
  }
  const readReady = () =>
    within(checkReady()).then(
      () => metrics.ready.set(1),
      () => metrics.ready.set(0),
    )
  const readDisk = async ([label, folder]: [string, string]) => {
    const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: null, bsize: 0 }))
    if (bavail === null) metrics.diskFree.remove({ folder: label })
    else metrics.diskFree.set({ folder: label }, bavail * bsize)
  }
  return async () => {
    if (pool) {
      metrics.pool.set({ state: 'used' }, pool.totalCount - pool.idleCount)
      metrics.pool.set({ state: 'idle' }, pool.idleCount)
      metrics.poolWaiting.set(pool.waitingCount)
      metrics.poolLimit.set(pool.most)
    }
    await Promise.all([readFigures(), readReady(), ...Object.entries(folders).map(readDisk)])
  }
}
