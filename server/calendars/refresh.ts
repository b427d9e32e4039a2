import { MINUTE_MS, SECOND_MS } from '../../src/domain/time/durations.ts'
import { repeated } from '../base/repeat.ts'
import { createTurns } from '../base/turns.ts'
import { organizationsWithConnections, refreshConnections } from './connections.ts'
import type { ServiceDeps } from './services.ts'
import { organizationsWithSources, refreshSources } from './sources.ts'

const EVERY_MS = 10 * MINUTE_MS
/** How often to look for calendars to read. */
const LOOK_MS = 5 * SECOND_MS
/** The number of organizations whose calendars are read at the same time. */
const AT_ONCE = 8

/**
 * Reads each calendar every ten minutes, on one of the servers. Organizations take turns, with one calendar each.
 * Returns a function that stops this.
 */
export async function startCalendars(deps: ServiceDeps): Promise<() => Promise<void>> {
  const fail = (error: unknown) => deps.log.error({ err: error }, 'the calendars could not be read')
  const turns = createTurns(AT_ONCE, fail)
  const look = repeated(async () => {
    const before = new Date(deps.clock().getTime() - EVERY_MS)
    const due = [
      ...(await organizationsWithSources(deps, before)),
      ...(await organizationsWithConnections(deps, before)),
    ]
    for (const { organization_id: organizationId } of due) {
      turns.serve(organizationId, async () => {
        await refreshSources(deps, { organizationId, before, most: 1 })
        await refreshConnections(deps, { organizationId, before })
      })
    }
  }, fail)
  await look.run()
  const end = look.every(LOOK_MS)
  return async () => {
    await end()
    await turns.stop()
  }
}
