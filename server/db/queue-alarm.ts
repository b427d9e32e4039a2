import { setTimeout } from 'node:timers/promises'
import { type Clock, type PgBoss, systemClock } from 'pg-boss'
import type { Logger } from 'pino'
import { SECOND_MS } from '../../src/domain/time/durations.ts'

const LOOK_MS = 2 * SECOND_MS
/** A query on a connection that is broken may only end after minutes. */
const LONGEST_LOOK_MS = 10 * SECOND_MS

/** With a limit, PostgreSQL uses pg-boss's index for fetching jobs, also if many jobs are due. */
const DUE = `select queue.name from unnest($1::text[]) as queue (name), lateral (
  select from pgboss.job
  where job.name = queue.name and state < 'active' and not blocked and start_after <= pgboss.job_now() limit 1) as due`

/** Returns which of the queues have a job to start. */
export async function dueQueues(boss: PgBoss, queues: readonly string[]): Promise<string[]> {
  const { rows } = await boss.getDb().executeSql(DUE, [queues])
  return (rows as { name: string }[]).map(({ name }) => name)
}

/** Wakes the workers of queues with jobs to start. */
export interface Alarm {
  /** Adds a worker of a queue. */
  add(queue: string, worker: string): void
  stop(): Promise<void>
}

/**
 * Looks for jobs to start every two seconds, for all queues with one query. If each worker did this itself, an idle
 * server would spend most of its processor time on it.
 */
export function startAlarm(boss: PgBoss, log: Logger, clock: Clock = systemClock): Alarm {
  const workers = new Map<string, string[]>()
  let looking: Promise<void> | null = null
  let since = 0

  async function look(): Promise<void> {
    try {
      const due = await dueQueues(boss, [...workers.keys()])
      for (const queue of due) for (const worker of workers.get(queue) ?? []) boss.notifyWorker(worker)
    } catch (error) {
      log.warn({ err: error }, 'the job queue had an error')
    }
  }

  function begin(): void {
    if (looking && clock.now() - since < LONGEST_LOOK_MS) return
    since = clock.now()
    const current = look().finally(() => {
      if (looking === current) looking = null
    })
    looking = current
  }

  const timer = clock.setInterval(begin, LOOK_MS)
  return {
    add: (queue, worker) => workers.set(queue, [...(workers.get(queue) ?? []), worker]),
    async stop() {
      clock.clearInterval(timer)
      await Promise.race([looking, setTimeout(LONGEST_LOOK_MS, undefined, { ref: false })])
    },
  }
}
