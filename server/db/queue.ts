import type { PGlite } from '@electric-sql/pglite'
import { type Kysely, sql } from 'kysely'
import type { ClientBase } from 'pg'
import { type Clock, fromKysely, fromPglite, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { onBehalfOf } from '../base/on-behalf.ts'
import { POOL } from './postgres.ts'
import { startAlarm } from './queue-alarm.ts'
import type { Database } from './schema.ts'

/** Seconds without a heartbeat after which another process takes over a job. */
const HEARTBEAT_SECONDS = 15
const WATCH_SECONDS = 10
/** Jobs are retried as long as their handler throws; the handler decides when to give up. */
const RETRIES = 100_000
const FIRST_RETRY_SECONDS = 5
const LONGEST_RETRY_SECONDS = 300
/** How long completed jobs are stored. Their results are in the product's own tables. */
const KEPT_SECONDS = 3_600

/**
 * How often workers poll themselves, in case they are not woken: new jobs wake them at once, unless there is a pooler, and
 * the alarm wakes them for all jobs that are due.
 */
const POLL = { pollingIntervalSeconds: 60, notifyPollingIntervalSeconds: 60 }

export interface QueueOptions {
  /**
   * Whether jobs with the same key run one after the other, in the order in which they were added, even with retries.
   */
  isOrdered?: boolean
  /** Seconds before the first retry. The delay approximately doubles with each further retry. */
  firstRetrySeconds?: number
  /** The maximum number of seconds between two retries. */
  longestRetrySeconds?: number
  /**
   * Whether a job that failed is less urgent than all others from then on, because its failure can take long and is the
   * organization's own doing.
   */
  isLoweredByFailure?: boolean
  /** How long completed jobs are stored, in seconds: at least as long as `onceEvery`. */
  keptSeconds?: number
}

/** The location of the jobs: an embedded database, or the URL of a PostgreSQL server. */
export type QueuePlace = ({ pglite: PGlite } | { url: string }) & {
  /** Whether the URL is a pooler's, through which LISTEN doesn't work. Then only the alarm finds new jobs. */
  isPooled?: boolean
}

export interface NewJob {
  data: object
  /** Required in an ordered queue. */
  key?: string
  /** The job starts after this many seconds. */
  delaySeconds?: number
  /** Further jobs are dropped for this many seconds. */
  onceEvery?: number
  /** The organization. Groups take turns: a job goes before those of groups with more waiting jobs. */
  group?: string
  /** A more urgent job of a group goes first, unless {@link LEVEL} jobs of the group with the same urgency wait. */
  urgency?: number
}

/** The number of a group's waiting jobs that outweighs one level of urgency. */
const LEVEL = 100

/** Durable jobs in the product's database, shared by all servers on it. */
export interface JobQueue {
  /** Creates queues, to which this process can then add jobs. */
  define(queues: Readonly<Record<string, QueueOptions>>): Promise<void>
  /** Adds jobs in a transaction, in order. Servers start them after its commit. */
  add(tx: Kysely<Database>, queue: string, jobs: readonly NewJob[]): Promise<void>
  /**
   * Runs the jobs of a queue: at most `atOnce` at a time, by default one, and only one of each group at a time in this
   * process. A job whose handler rejects is retried later.
   */
  work<Data extends object>(
    queue: string,
    handle: (data: Data) => Promise<void>,
    atOnce?: number,
  ): Promise<void>
  /** Stops after the running jobs. */
  stop(): Promise<void>
}

/** Hands out a new connection only after pg-boss's statement about the clock, because pg deprecates queued statements. */
const whenIdle = (client: ClientBase, handOut: () => void) => client.once('drain', () => handOut())

/** Opens the job queue, and creates or updates its tables. In tests, `clock` replaces the system clock. */
export async function openQueue(place: QueuePlace, log: Logger, clock?: Clock): Promise<JobQueue> {
  const boss = new PgBoss({
    ...('pglite' in place
      ? { db: fromPglite(place.pglite), backend: 'pglite' as const }
      : { ...POOL, connectionString: place.url, max: 4, application_name: 'fieldhand jobs' }),
    ...(clock && { clock, verify: whenIdle }),
    useListenNotify: !place.isPooled,
    monitorIntervalSeconds: WATCH_SECONDS,
    superviseIntervalSeconds: WATCH_SECONDS,
    schedule: false,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue had an error'))
  boss.on('warning', (warning) => log.debug({ warning }, 'the job queue has a warning'))
  await boss.start()
  const alarm = startAlarm(boss, log, clock)
  const ids = createIds()
  const lowered = new Set<string>()
  const lower = (queue: string, id: string) =>
    boss
      .getDb()
      .executeSql(`update pgboss.job set priority = least(priority, 0) where name = $1 and id = $2`, [
        queue,
        id,
      ])

  return {
    async define(queues) {
      for (const [name, { isOrdered, isLoweredByFailure, ...times }] of Object.entries(queues)) {
        if (isLoweredByFailure) lowered.add(name)
        const options = {
          notify: true,
          retryLimit: RETRIES,
          retryDelay: times.firstRetrySeconds ?? FIRST_RETRY_SECONDS,
          retryBackoff: true,
          retryDelayMax: times.longestRetrySeconds ?? LONGEST_RETRY_SECONDS,
          heartbeatSeconds: HEARTBEAT_SECONDS,
          deleteAfterSeconds: times.keptSeconds ?? KEPT_SECONDS,
        }
        await boss.createQueue(name, { ...options, policy: isOrdered ? 'key_strict_fifo' : 'standard' })
        // Reads the queue's options now. Within a transaction, an embedded database would wait for itself.
        await boss.insert(name, [])
      }
    },
    async add(tx, queue, jobs) {
      if (jobs.length === 0) return
      const takeTurn = await turns(tx, queue, jobs)
      const rows = jobs.map(({ data, key, delaySeconds, onceEvery, group, urgency = 0 }) => ({
        id: ids.next(),
        data,
        ...(key !== undefined && { singletonKey: key }),
        ...(delaySeconds !== undefined && { startAfter: delaySeconds }),
        ...(onceEvery !== undefined && { singletonSeconds: onceEvery }),
        ...(group !== undefined && {
          group: { id: group, tier: String(urgency) },
          priority: urgency * LEVEL - takeTurn(group, urgency),
        }),
      }))
      await boss.insert(queue, rows, { db: fromKysely(tx) })
    },
    async work<Data extends object>(queue: string, handle: (data: Data) => Promise<void>, atOnce = 1) {
      for (let workers = 0; workers < atOnce; workers += 1) {
        const worker = await boss.work<Data>(queue, { ...POLL, localGroupConcurrency: 1 }, async (jobs) => {
          try {
            for (const { id, data, groupId } of jobs) {
              try {
                await onBehalfOf(groupId ?? '', () => handle(data))
              } catch (error) {
                if (lowered.has(queue)) await lower(queue, id)
                throw error
              }
            }
          } finally {
            // Otherwise, the worker waits until the alarm or a new job wakes it.
            boss.notifyWorker(worker)
          }
        })
        alarm.add(queue, worker)
      }
    },
    async stop() {
      await alarm.stop()
      await boss.stop({ graceful: true, timeout: 10_000, close: true })
    },
  }
}

/**
 * Returns a function that counts the jobs of a group and urgency that wait in a queue before the next new one, so that
 * a group with many jobs doesn't delay the others.
 */
async function turns(
  tx: Kysely<Database>,
  queue: string,
  jobs: readonly NewJob[],
): Promise<(group: string, urgency: number) => number> {
  const keyOf = (group: string, urgency: number | string) => `${urgency} ${group}`
  const groups = [...new Set(jobs.flatMap(({ group }) => group ?? []))]
  const { rows } =
    groups.length === 0
      ? { rows: [] }
      : await sql<{ group_id: string; tier: string; count: number }>`
          select group_id, coalesce(group_tier, '0') as tier, count(*)::int as count from pgboss.job
          where name = ${queue} and state < 'active' and not blocked and group_id = any(${groups})
          group by group_id, tier`.execute(tx)
  const waiting = new Map(rows.map(({ group_id, tier, count }) => [keyOf(group_id, tier), count]))
  return (group, urgency) => {
    const before = waiting.get(keyOf(group, urgency)) ?? 0
    waiting.set(keyOf(group, urgency), before + 1)
    return before
  }
}

/** Creates ids that increase in the order of creation, because jobs added by one transaction have the same time. */
function createIds(): { next(): string } {
  let last = 0n
  return {
    next() {
      const now = BigInt(Date.now()) << 12n
      last = now > last ? now : last + 1n
      const time = (last >> 12n).toString(16).padStart(12, '0')
      const count = (last & 0xfffn).toString(16).padStart(3, '0')
      const [, , , ...random] = crypto.randomUUID().split('-')
      return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${random.join('-')}`
    },
  }
}
