import { DAY_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import type { Deps } from '../deps.ts'
import { cleanUp } from './clean-up.ts'
import { markStaleLeads } from './stale-leads.ts'

/** The clock is looked at more often than once a day: timers stand still while a machine sleeps. */
const LOOK_MS = 15 * MINUTE_MS

type Jobs = Pick<Deps, 'db' | 'clock' | 'log'>

/** All daily work, once. Each part runs even when another has failed; running it again changes nothing. */
export async function runDaily({ db, clock, log }: Jobs): Promise<void> {
  const parts = {
    staleLeads: () => markStaleLeads(db, clock()),
    cleanUp: () => cleanUp(db, clock()),
  }
  for (const [job, run] of Object.entries(parts)) {
    try {
      log.info({ job, result: await run() }, 'job done')
    } catch (error) {
      log.error({ job, err: error }, 'job failed')
    }
  }
}

/** Runs the daily work now and every day. Answers with its end, which waits for what is under way. */
export function startDaily(jobs: Jobs): () => Promise<void> {
  let lastRun = jobs.clock().getTime()
  let underWay = runDaily(jobs)
  const timer = setInterval(() => {
    const now = jobs.clock().getTime()
    if (now - lastRun < DAY_MS) return
    lastRun = now
    underWay = underWay.then(() => runDaily(jobs))
  }, LOOK_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await underWay
  }
}
