import { computed, type ReadableAtom } from 'nanostores'
import { fetchProfile } from '../../api/profile.ts'
import type { Profile } from '../../contract/profile.ts'
import { organizationQuery, type QueryState } from '../query/query.ts'

export { deviceTimeZone } from '../../platform/time-zone.ts'

/** The organization profile. */
export const $profile: ReadableAtom<QueryState<Profile>> = organizationQuery({
  kind: 'profile',
  read: fetchProfile,
})

/** The time zone that the business has set; null without one, undefined until the profile is loaded. */
export const $businessZone: ReadableAtom<string | null | undefined> = computed(
  $profile,
  ({ data }) => data && (data.timezone ?? null),
)
