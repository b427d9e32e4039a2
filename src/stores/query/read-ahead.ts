import { now } from '../../platform/clock.ts'
import { $session, requestAhead } from '../../platform/session/session.ts'
import { queryClient, STALE_AFTER } from './client.ts'
import type { FirstCall } from './early-calls.ts'

/**
 * Starts those of the next page's first calls whose data this tab does not have or would fetch again, before that page is
 * there. Its queries find the responses under way.
 */
export function readAhead(calls: readonly FirstCall[]): void {
  const { organization } = $session.get()
  if (!organization) return
  const missing = calls.filter((call) => isMissing(organization.id, call))
  requestAhead(missing.map(([, path]) => path.replace(':orgId', encodeURIComponent(organization.id))))
}

function isMissing(organizationId: string, [kind]: FirstCall): boolean {
  const state = queryClient.getQueryState([organizationId, kind, undefined])
  if (state?.fetchStatus === 'fetching') return false
  if (state?.data === undefined) return true
  // Null means that the API lacks it. Of leads that are there, the page asks only for the changes.
  if (state.data === null || kind === 'leads') return false
  return state.isInvalidated || state.dataUpdatedAt + STALE_AFTER[kind] <= now().getTime()
}
