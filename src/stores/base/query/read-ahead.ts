import { now } from '../../../platform/clock.ts'
import { $session, requestAhead } from '../../../platform/session/session.ts'
import { KINDS, queryClient } from './client.ts'
import type { FirstCall } from './early-calls.ts'

/**
 * Starts the next page's first calls before that page opens, except those whose data this tab has and would not
 * refetch. The page's queries reuse the pending responses.
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
  // Null means that the API lacks the resource. For leads that this tab has, the page requests only the changes.
  if (state.data === null || kind === 'leads') return false
  return state.isInvalidated || state.dataUpdatedAt + KINDS[kind].staleAfter <= now().getTime()
}
