import { computed, type ReadableAtom } from 'nanostores'
import { fetchProfile } from '../../api/profile.ts'
import type { Appointment } from '../../contract/appointments.ts'
import type { Profile } from '../../contract/profile.ts'
import { offeredAppointment } from '../../domain/leads/bookings.ts'
import { organizationQuery, type QueryState, requireOrganization, responseOf } from '../base/query/query.ts'

export { deviceTimeZone } from '../../platform/time-zone.ts'

export const $profile: ReadableAtom<QueryState<Profile>> = organizationQuery({
  kind: 'profile',
  read: fetchProfile,
})

/** The business's time zone; null if not set, undefined until the profile has loaded. */
export const $businessZone: ReadableAtom<string | null | undefined> = computed(
  $profile,
  ({ data }) => data && (data.timezone ?? null),
)

/** What the organization's customers book at present. */
export const $offered: ReadableAtom<Appointment> = computed($profile, ({ data }) =>
  offeredAppointment(data ?? {}),
)

/** Resolves with the saved profile of the current organization. Rejects if it cannot be loaded. */
export async function loadProfile(): Promise<{ profile: Profile; organizationId: string }> {
  const organizationId = requireOrganization()
  const profile = await responseOf($profile)
  if (requireOrganization() !== organizationId) throw new Error('The organization was switched')
  return { profile, organizationId }
}
