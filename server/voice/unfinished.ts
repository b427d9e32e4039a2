import { MINUTE_MS } from '../../src/domain/time/durations.ts'
import { onBehalfOf } from '../base/on-behalf.ts'
import { repeated } from '../base/repeat.ts'
import type { Deps } from '../kernel/deps.ts'
import { silentCalls } from './calls.ts'
import { endCall } from './end-call.ts'

const LOOK_MS = 5 * MINUTE_MS
/** The agent ends a call within a minute of silence, so nobody is on one that is silent for so long. */
const SILENT_MS = 15 * MINUTE_MS

/** Ends the calls whose end the carrier has not reported, for example because no server ran. */
export async function endUnfinished(deps: Deps): Promise<void> {
  const since = new Date(deps.clock().getTime() - SILENT_MS)
  for (const call of await silentCalls(deps.db, since).execute()) {
    await onBehalfOf(call.organization_id, () => endCall(deps, call, null))
  }
}

/** Starts to end such calls. Returns the function that stops it. */
export const startUnfinished = (deps: Deps): (() => Promise<void>) =>
  repeated(
    () => endUnfinished(deps),
    (error) => deps.log.error({ err: error }, 'unfinished calls could not be ended'),
  ).every(LOOK_MS)
