import type { Deps } from '../kernel/deps.ts'
import { takeMissedCall } from '../texting/missed-calls.ts'
import type { Call } from './calls.ts'
import { finishCall } from './finish.ts'

/** Ends a call. A caller who has hung up before saying anything is texted back like one whose call was missed. */
export async function endCall(deps: Deps, call: Call, seconds: number | null): Promise<void> {
  const outcome = await finishCall(deps, call, seconds)
  if (outcome !== 'abandoned' || call.phone === null || call.is_test) return
  await takeMissedCall(deps, {
    sid: call.id,
    from: call.phone,
    to: '',
    forwardedFrom: '',
    isTrusted: true,
    owner: call.organization_id,
  })
}
