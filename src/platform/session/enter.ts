import { $clerkStore } from '@clerk/astro/client'
import { logWarning } from '../log.ts'
import { $awaitedOrganization, $session, getToken } from './session.ts'

/** Returns whether the user is a member of an organization, as far as Clerk knows. */
export const isMemberOf = (id: string): boolean =>
  $clerkStore.get()?.user?.organizationMemberships.some(({ organization }) => organization.id === id) ?? false

/**
 * Selects the organization in a link if the user is a member of it. Otherwise leaves the selection unchanged. Waits up
 * to 10 s for Clerk.
 */
export async function enterOrganization(id: string): Promise<void> {
  try {
    if ($session.get().organization?.id === id) return
    await getToken()
    if (isMemberOf(id)) await $clerkStore.get()?.setActive({ organization: id })
  } catch (error) {
    logWarning('The organization of the link could not be selected', error)
  } finally {
    $awaitedOrganization.set(null)
  }
}
