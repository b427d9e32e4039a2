import { BRINGING_IN_LINE } from '../../server/calendars/bring-in-line.ts'
import { type EventWork, organizationsWith, workOnEvents } from '../../server/calendars/events.ts'
import { FOLLOWING } from '../../server/calendars/follow.ts'
import type { Deps } from '../../server/kernel/deps.ts'

/** Works on the calls of every organization, as in one turn of each. */
async function workOnAll(deps: Deps, work: EventWork): Promise<void> {
  const organizations = await organizationsWith(deps, work)
  await Promise.all(organizations.map((id) => workOnEvents(deps, id, work)))
}

/** Brings the due calls of every organization in line. */
export const bringAllInLine = (deps: Deps) => workOnAll(deps, BRINGING_IN_LINE)

/** Looks up the upcoming calls of every organization. */
export const followAll = (deps: Deps) => workOnAll(deps, FOLLOWING)
