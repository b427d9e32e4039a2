import {
  deletePause,
  getPauses,
  LONGEST_PAUSE_DAYS,
  type Pausable,
  putPause,
} from '../../src/contract/pauses.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { HttpError } from '../http/http-error.ts'
import { type Api, mount } from '../http/mount.ts'
import { isPausable, readPauses, setPause } from './pauses.ts'

function pausable(what: string): Pausable {
  if (!isPausable(what)) throw new HttpError(404, 'Only the agent and its bookings can be paused')
  return what
}

/** Mounts the endpoints with which members pause the agent, or only its bookings. */
export function mountPauses(api: Api): void {
  const { db, clock } = api.deps

  mount(api, getPauses, ({ organizationId }) => readPauses(db, organizationId, clock()))

  mount(api, putPause, async ({ organizationId, params, body: { until } }) => {
    const what = pausable(params.what)
    const now = clock()
    const ms = until === null ? null : Date.parse(until) - now.getTime()
    if (ms !== null && ms <= 0) throw new HttpError(400, 'The end of the pause must be in the future')
    if (ms !== null && ms > LONGEST_PAUSE_DAYS * DAY_MS)
      throw new HttpError(400, 'A pause with an end can last a year at most')
    const { [what]: before } = await readPauses(db, organizationId, now)
    await setPause(db, organizationId, what, { since: before?.since ?? now.toISOString(), until })
    return readPauses(db, organizationId, now)
  })

  mount(api, deletePause, async ({ organizationId, params }) => {
    await setPause(db, organizationId, pausable(params.what), null)
    return readPauses(db, organizationId, clock())
  })
}
