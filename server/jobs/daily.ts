import { DAY_MS, MINUTE_MS } from '../../src/domain/time/durations.ts'
import { repeated } from '../base/repeat.ts'
import { endExpiredPlans } from '../clerk/subscriptions.ts'
import { unpayableTrials } from '../clerk/unpayable-trials.ts'
import type { JobQueue } from '../db/queue.ts'
import { countRequests } from '../integrations/requests.ts'
import type { Config } from '../kernel/config.ts'
import type { Deps } from '../kernel/deps.ts'
import { markStaleLeads } from '../leads/stale-leads.ts'
import { cleanPhotos } from '../photos/removals.ts'
import { cleanUp, eraseOldDeliveries, eraseOldNotifications, eraseOldTransfers } from './clean-up.ts'
import { eraseOld } from './retention.ts'
import { trustedTime } from './trusted-clock.ts'

/** See docs/deploy.md. */
const TRIALS_END =
  'widgets go off when their trials end, because Clerk has reported no plan: set up Clerk Billing, or set BILLING=off'

const LOOK_MS = 15 * MINUTE_MS

/** How long before the end of a trial the log warns if no plan can follow it. */
const WARNING_MS = 7 * DAY_MS

type Jobs = Pick<Deps, 'db' | 'clock' | 'log' | 'photos' | 'metrics'> & {
  config: Pick<Config, 'retention' | 'isLocal' | 'isFree' | 'clerkWebhookSecret'>
}

/** Runs all daily jobs once. If one fails, the others still run. Running them again changes nothing. */
export async function runDaily({ db, clock, log, photos, config, metrics }: Jobs): Promise<void> {
  const trusted = async () => {
    const now = clock()
    const time = await trustedTime(db, now)
    const lag = now.getTime() - time.getTime()
    if (lag > 0)
      log.warn({ days: Math.round(lag / DAY_MS) }, 'the clock jumped; no data expires because of it')
    return time
  }
  const parts = {
    staleLeads: async () => markStaleLeads(db, clock(), await trusted()),
    retention: async () => eraseOld(db, config.retention, await trusted()),
    notifications: async () => eraseOldNotifications(db, await trusted()),
    webhooks: async () => eraseOldDeliveries(db, await trusted()),
    transfers: async () => eraseOldTransfers(db, await trusted()),
    photos: async () => cleanPhotos({ db, photos }, await trusted()),
    trials: async () => {
      const trials = await unpayableTrials(db, config)
      if (trials && trials.firstEnd.getTime() - clock().getTime() < WARNING_MS) log.warn(trials, TRIALS_END)
      return trials
    },
    endedPlans: async () => endExpiredPlans(db, await trusted()),
    cleanUp: () => cleanUp(db, clock()),
    integrationRequests: () => countRequests(db),
  }
  for (const [job, run] of Object.entries(parts)) {
    try {
      log.info({ job, result: await run() }, 'job done')
      metrics?.dailyJobs.inc({ job, outcome: 'done' })
    } catch (error) {
      log.error({ job, err: error }, 'job failed')
      metrics?.dailyJobs.inc({ job, outcome: 'failed' })
    }
  }
}

const DAILY = 'daily'
const DAY_SECONDS = DAY_MS / 1_000

/**
 * Runs the daily jobs once a day, on one of the servers. Checks more than once a day, because timers stop while a
 * machine sleeps. Returns a function that stops the checks.
 */
export async function startDaily(jobs: Jobs, queue: JobQueue): Promise<() => Promise<void>> {
  await queue.define({ [DAILY]: { keptSeconds: 2 * DAY_SECONDS } })
  await queue.work(DAILY, () => runDaily(jobs))
  const look = repeated(
    () => queue.add(jobs.db, DAILY, [{ data: {}, onceEvery: DAY_SECONDS }]),
    (error) => jobs.log.error({ err: error }, 'the daily jobs could not be queued'),
  )
  await look.run()
  return look.every(LOOK_MS)
}
