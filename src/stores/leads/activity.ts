import { computed, type ReadableAtom } from 'nanostores'
import { fetchActivity } from '../../api/activity.ts'
import type { Activity } from '../../contract/activity.ts'
import type { CallOutcome } from '../../domain/leads/call-outcome.ts'
import { now } from '../../platform/clock.ts'
import { randomId } from '../../platform/random-id.ts'
import { submitChange } from '../outbox/outbox.ts'
import { $overlay } from '../outbox/overlay.ts'
import { orNull } from '../query/optional.ts'
import { organizationQuery, type QueryState } from '../query/query.ts'
import type { Owner } from '../session/owner.ts'
import { $leadId } from './page.ts'

/** The current lead, unless the server does not have it yet. */
const $known = computed([$leadId, $overlay], (id, changes) =>
  changes.some(({ change }) => change.type === 'create' && change.leadId === id) ? null : id,
)

/** What happened to the current lead; null if the API does not record it, or no longer has the lead. */
export const $activity: ReadableAtom<QueryState<Activity | null>> = organizationQuery<
  Activity | null,
  string
>({
  kind: 'activity',
  $input: $known,
  read: orNull((organizationId: string, signal: AbortSignal, leadId: string) =>
    fetchActivity(organizationId, leadId, signal),
  ),
})

/** Records how a call ended, unless the API does not record calls. Rejects if the server refuses it. */
export async function recordCallOutcome(
  owner: Owner | null,
  leadId: string,
  outcome: CallOutcome,
): Promise<void> {
  const call = { id: randomId('call'), outcome, at: now().toISOString() }
  await submitChange(owner, { type: 'call', leadId, call })
}
