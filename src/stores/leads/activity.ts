import type { ReadableAtom } from 'nanostores'
import { fetchActivity } from '../../api/activity.ts'
import type { Activity } from '../../contract/activity.ts'
import type { CallOutcome } from '../../domain/leads/call-outcome.ts'
import { now } from '../../platform/clock.ts'
import { randomId } from '../../platform/random-id.ts'
import { orNull } from '../base/query/optional.ts'
import { organizationQuery, type QueryState } from '../base/query/query.ts'
import type { Account } from '../base/session/account.ts'
import { $storedLeadId } from './page.ts'
import { submitChange } from './sending.ts'

/** The events of the current lead; null if the API does not record them or no longer has the lead. */
export const $activity: ReadableAtom<QueryState<Activity | null>> = organizationQuery<
  Activity | null,
  string
>({
  kind: 'activity',
  $input: $storedLeadId,
  read: orNull((organizationId: string, signal: AbortSignal, leadId: string) =>
    fetchActivity(organizationId, leadId, signal),
  ),
})

/** Records the outcome of a call, unless the API does not record calls. Rejects if the server rejects it. */
export async function recordCallOutcome(
  account: Account | null,
  leadId: string,
  outcome: CallOutcome,
): Promise<void> {
  const call = { id: randomId('call'), outcome, at: now().toISOString() }
  await submitChange(account, { type: 'call', leadId, call })
}
