import type { ReadableAtom } from 'nanostores'
import { fetchProfile } from '../api/profile.ts'
import type { Profile } from '../contract/profile.ts'
import { organizationQuery, type QueryState } from './query.ts'

/** The organization profile. */
export const $profile: ReadableAtom<QueryState<Profile>> = organizationQuery({
  kind: 'profile',
  read: fetchProfile,
})
