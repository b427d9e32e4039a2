import { MINUTE_MS } from '../../src/domain/time/durations.ts'
import type { JobQueue } from '../jobs/queue.ts'
import { repeated } from '../repeat.ts'
import { refreshConnections } from './connections.ts'
import type { ServiceDeps } from './services.ts'
import { refreshSources } from './sources.ts'

const CALENDARS = 'calendars'
const EVERY_MINUTES = 10
const LOOK_MS = MINUTE_MS

/** Reads all calendars every ten minutes, on one of the companions. Returns a function that stops this. */
export async function startCalendars(deps: ServiceDeps, queue: JobQueue): Promise<() => Promise<void>> {
  await queue.define({ [CALENDARS]: {} })
  await queue.work(CALENDARS, async () => {
    // Slightly less than the interval, so that each round reads the calendars of the previous round.
    const before = new Date(deps.clock().getTime() - (EVERY_MINUTES - 1) * MINUTE_MS)
    await Promise.all([refreshSources(deps, { before }), refreshConnections(deps, { before })])
  })
  const look = repeated(
    () => queue.add(deps.db, CALENDARS, [{ data: {}, onceEvery: EVERY_MINUTES * 60 }]),
    (error) => deps.log.error({ err: error }, 'the calendars could not be queued'),
  )
  await look.run()
  return look.every(LOOK_MS)
}
