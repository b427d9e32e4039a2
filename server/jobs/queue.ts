import type { PGlite } from '@electric-sql/pglite'
import type { Kysely } from 'kysely'
import type { ClientBase } from 'pg'
import { type Clock, fromKysely, fromPglite, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { POOL } from '../db/postgres.ts'
import type { Database } from '../db/schema.ts'
import { startAlarm } from './alarm.ts'

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
  /** How long completed jobs are stored, in seconds: at least as long as `onceEvery`. */
  keptSeconds?: number
}

/** The location of the jobs: an embedded database, or the URL of a PostgreSQL server. */
export type QueuePlace = ({ pglite: PGlite } | { url: string }) & {
  /** Whether the URL is a pooler's, through which LISTEN doesn't work. Then only the alarm finds new jobs. */
  isPooled?: boolean
}

/** Durable jobs in the product's database, shared by all companions on it. */
export interface JobQueue {
  /** Creates queues, to which this process can then add jobs. */
  define(queues: Readonly<Record<string, QueueOptions>>): Promise<void>
  /**
   * Adds jobs in a transaction, in order. Companions start them after its commit. An ordered queue requires `key`. With
   * `onceEvery`, further jobs are dropped for that many seconds. Jobs of one `group` share the workers of a queue with
   * other groups; see `work`.
   */
  add(
    tx: Kysely<Database>,
    queue: string,
    jobs: readonly { data: object; key?: string; onceEvery?: number; group?: string }[],
  ): Promise<void>
  /**
   * Runs the jobs of a queue: at most `atOnce` at a time, and at most `ofGroup` of one group; by default, one. A job
   * whose handler rejects is retried later. On a PostgreSQL server, workers that look for jobs at the same moment can
   * exceed `ofGroup`.
   */
  work<Data extends object>(
    queue: string,
    handle: (data: Data) => Promise<void>,
    limits?: { atOnce: number; ofGroup: number },
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

  return {
    async define(queues) {
      for (const [name, { isOrdered, ...times }] of Object.entries(queues)) {
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
      const rows = jobs.map(({ data, key, onceEvery, group }) => ({
        id: ids.next(),
        data,
        ...(key !== undefined && { singletonKey: key }),
        ...(onceEvery !== undefined && { singletonSeconds: onceEvery }),
        ...(group !== undefined && { group: { id: group } }),
      }))
      if (rows.length > 0) await boss.insert(queue, rows, { db: fromKysely(tx) })
    },
    async work<Data extends object>(
      queue: string,
      handle: (data: Data) => Promise<void>,
      limits?: { atOnce: number; ofGroup: number },
    ) {
      const options = limits ? { ...POLL, groupConcurrency: limits.ofGroup } : POLL
      for (let workers = 0; workers < (limits?.atOnce ?? 1); workers += 1) {
        const worker = await boss.work<Data>(queue, options, async (jobs) => {
          try {
            for (const { data } of jobs) await handle(data)
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
