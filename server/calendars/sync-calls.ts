import { SECOND_MS } from '../../src/domain/time/durations.ts'
import { failureForLog } from '../base/log.ts'
import { repeated } from '../base/repeat.ts'
import { createTurns } from '../base/turns.ts'
import type { Deps } from '../kernel/deps.ts'
import { organizationsWith, workOnEvents } from './events.ts'
import { PULLING } from './pull-calls.ts'
import { PUSHING } from './push-calls.ts'

/** How often to look for changed calls. */
const LOOK_MS = 2 * SECOND_MS
/** The number of organizations that are served at the same time. */
const AT_ONCE = 8

/** Returns the organizations with calls to push to their services, or to look up there. */
async function findOrganizations(deps: Deps): Promise<Set<string>> {
  const changed = await organizationsWith(deps, PUSHING)
  return new Set([...changed, ...(await organizationsWith(deps, PULLING))])
}

/** Pushes some of an organization's calls to their services, and looks some of them up. */
async function serve(deps: Deps, organizationId: string): Promise<void> {
  await workOnEvents(deps, organizationId, PUSHING)
  await workOnEvents(deps, organizationId, PULLING)
}

/** Keeps calls and their calendar services in sync. Returns a function that stops this, after the current calls. */
export function startCallSync(deps: Deps): () => Promise<void> {
  const fail = (error: unknown) =>
    deps.log.error({ error: failureForLog(error) }, 'calls could not be synchronized')
  const turns = createTurns(AT_ONCE, fail)
  const look = repeated(async () => {
    for (const id of await findOrganizations(deps)) turns.serve(id, () => serve(deps, id))
  }, fail)
  void look.run()
  const end = look.every(LOOK_MS)
  return async () => {
    await end()
    await turns.stop()
  }
}
