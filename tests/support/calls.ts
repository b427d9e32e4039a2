import { type EventWork, organizationsWith, workOnEvents } from '../../server/calendars/events.ts'
import { PULLING } from '../../server/calendars/pull-calls.ts'
import { PUSHING } from '../../server/calendars/push-calls.ts'
import type { Deps } from '../../server/kernel/deps.ts'

/** Works on the calls of every organization, as in one turn of each. */
async function workOnAll(deps: Deps, work: EventWork): Promise<void> {
  const organizations = await organizationsWith(deps, work)
  await Promise.all(organizations.map((id) => workOnEvents(deps, id, work)))
}

/** Pushes the due calls of every organization to their services. */
export const pushAllCalls = (deps: Deps) => workOnAll(deps, PUSHING)

/** Looks up the upcoming calls of every organization. */
export const pullAllCalls = (deps: Deps) => workOnAll(deps, PULLING)
