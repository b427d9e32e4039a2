import { deletePause, getPauses, type Pausable, type Pauses, putPause } from '../contract/pauses.ts'
import { call } from './client.ts'

/** Returns whether the agent or its bookings are paused. */
export function fetchPauses(organizationId: string, signal?: AbortSignal): Promise<Pauses> {
  return call(getPauses, { organizationId, signal })
}

/** Pauses the agent or its bookings until a time, or until a member ends the pause (null). */
export function beginPause(organizationId: string, what: Pausable, until: string | null): Promise<Pauses> {
  return call(putPause, { organizationId, params: { what }, body: { until } })
}

export function endPause(organizationId: string, what: Pausable): Promise<Pauses> {
  return call(deletePause, { organizationId, params: { what } })
}
