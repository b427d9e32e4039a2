import { type Clock, type PgBoss, systemClock } from 'pg-boss'
import type { Logger } from 'pino'
import { SECOND_MS } from '../../src/domain/time/durations.ts'

const LOOK_MS = 2 * SECOND_MS

/** The queues that have a job to start, of those in $1. Uses pg-boss's index for fetching jobs. */
const DUE = `select name from unnest($1::text[]) as name where exists (
  select from pgboss.job where job.name = name.name and state < 'active' and not blocked and start_after <= pgboss.job_now())`

/** Wakes the workers of queues with jobs to start. */
export interface Alarm {
  /** Adds a worker of a queue. */
  add(queue: string, worker: string): void
  stop(): Promise<void>
}

/**
 * Looks for jobs to start every two seconds, for all queues with one query. If each worker did this itself, an idle
 * companion would spend most of its time on it.
 */
export function startAlarm(boss: PgBoss, log: Logger, clock: Clock = systemClock): Alarm {
  const workers = new Map<string, string[]>()
  let looking: Promise<void> | null = null

  async function look(): Promise<void> {
    try {
      const { rows } = await boss.getDb().executeSql(DUE, [[...workers.keys()]])
      for (const { name } of rows as { name: string }[])
        for (const worker of workers.get(name) ?? []) boss.notifyWorker(worker)
    } catch (error) {
      log.warn({ err: error }, 'the job queue had an error')
    } finally {
      looking = null
    }
  }
  const timer = clock.setInterval(() => {
    looking ??= look()
  }, LOOK_MS)

  return {
    add: (queue, worker) => workers.set(queue, [...(workers.get(queue) ?? []), worker]),
    async stop() {
      clock.clearInterval(timer)
      await looking
    },
  }
}
