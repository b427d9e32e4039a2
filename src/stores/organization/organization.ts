import { computed, type ReadableAtom } from 'nanostores'
import { fetchOrganization, fetchSetupStatus } from '../../api/organizations.ts'
import type { Organization, SetupStatus } from '../../contract/organizations.ts'
import { type GoLive, goLiveOf } from '../../domain/billing/go-live.ts'
import type { Trial } from '../../domain/billing/trial.ts'
import { now } from '../../platform/clock.ts'
import { FAILURES } from '../base/failures.ts'
import { organizationQuery, type QueryState } from '../base/query/query.ts'
import { $isAdmin, $organization } from '../base/session/session.ts'
import { $now } from '../base/time.ts'

/** The organization with its plan and trial, as stored on the server. */
export const $organizationRecord: ReadableAtom<QueryState<Organization>> = organizationQuery({
  kind: 'organization',
  read: fetchOrganization,
  failure: FAILURES.trial,
})

/** The name of the selected organization: Clerk's, or the server's until Clerk has loaded. Empty while unknown. */
export const $organizationName: ReadableAtom<string> = computed(
  [$organization, $organizationRecord],
  (organization, { data }) => organization?.name || data?.name || '',
)

/** Why features are off that the server isn't configured for, by feature. */
export const $offReasons: ReadableAtom<Readonly<Record<string, string>>> = computed(
  $organizationRecord,
  ({ data }) => Object.fromEntries((data?.off ?? []).map(({ feature, reason }) => [feature, reason])),
)

/** The completed parts of the setup. */
export const $setupStatus: ReadableAtom<QueryState<SetupStatus>> = organizationQuery({
  kind: 'setup-status',
  read: fetchSetupStatus,
})

/** Whether the user is an admin, and what former admins created awaits a review. */
export const $hasFormerAdmins: ReadableAtom<boolean> = computed(
  [$setupStatus, $isAdmin],
  ({ data }, isAdmin) => isAdmin && (data?.former_admins ?? 0) > 0,
)

/**
 * Whether the organization's widget is live, and the reason; null while unknown. `$now` can be half a minute old, and
 * older than the organization.
 */
export const $goLive: ReadableAtom<GoLive | null> = computed(
  [$organizationRecord, $now],
  ({ data, error }) => (data && !error ? goLiveOf(data, now()) : null),
)

/** The organization's trial; null while unknown, or if it could not be fetched (section 8). */
export const $trial: ReadableAtom<Trial | null> = computed($goLive, (goLive) => goLive?.trial ?? null)
