import { sql } from 'kysely'
import { TestClock } from 'pg-boss'
import { expect } from 'vitest'
import { HOUR_MS, SECOND_MS } from '../../src/domain/time/durations.ts'
import { eventually } from './eventually.ts'
import type { TestServer } from './server.ts'

/** Returns a clock for jobs. It is ahead of the system's, which PostgreSQL gives jobs that the application adds. */
export const createJobClock = () => new TestClock(Date.now() + HOUR_MS)

/** Long enough for every worker to look for a job. */
const LOOK_MS = 2 * SECOND_MS

/**
 * Advances both clocks, as if the machine had been asleep for `ms` milliseconds. Resolves when no job is running, because
 * the clock doesn't wait for jobs.
 */
export async function pass(server: TestServer, jobClock: TestClock, ms: number): Promise<void> {
  server.clock.advance(ms)
  await jobClock.setTime(jobClock.now() + ms - LOOK_MS)
  await jobClock.tick(LOOK_MS)
  await eventually(async () => {
    const active = sql`select id from pgboss.job where state = 'active'`
    expect((await active.execute(server.deps.db)).rows).toEqual([])
  })
}
