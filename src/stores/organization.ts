import { computed, type ReadableAtom } from 'nanostores'
import { fetchOrganization, fetchSetupStatus } from '../api/organizations.ts'
import type { Organization, SetupStatus } from '../contract/organizations.ts'
import { type Trial, trialOf } from '../domain/trial.ts'
import { organizationQuery, type QueryState } from './query.ts'
import { $now } from './time.ts'

/** The organization with its plan and trial, as the product knows it. */
export const $organizationRecord: ReadableAtom<QueryState<Organization>> = organizationQuery({
  kind: 'organization',
  read: fetchOrganization,
})

/** Which parts of the set-up are done. */
export const $setupStatus: ReadableAtom<QueryState<SetupStatus>> = organizationQuery({
  kind: 'setup-status',
  read: fetchSetupStatus,
})

/** The organization's trial; null until it is known, and from when it could not be fetched (section 8). */
export const $trial: ReadableAtom<Trial | null> = computed(
  [$organizationRecord, $now],
  ({ data, error }, now) => (data && !error ? trialOf(data, now) : null),
)
