import { $clerkStore } from '@clerk/astro/client'
import { logWarning } from '../log.ts'
import { $awaitedOrganization, $session, getToken } from './session.ts'

/** Returns whether the user is a member of an organization, as far as Clerk knows. */
export const isMemberOf = (id: string): boolean =>
  $clerkStore.get()?.user?.organizationMemberships.some(({ organization }) => organization.id === id) ?? false

export interface MemberOrganization {
  id: string
  name: string
}

/** Returns the user's organizations, as far as Clerk knows them: none until it has loaded. */
export const memberOrganizations = (): MemberOrganization[] =>
  $clerkStore.get()?.user?.organizationMemberships.map(({ organization: { id, name } }) => ({ id, name })) ??
  []

/**
 * Selects an organization of the user. Waits up to 10 s for Clerk.
 * @throws if Clerk does not load or can't be reached.
 */
export async function selectOrganization(id: string): Promise<void> {
  await getToken({ fresh: true })
  await $clerkStore.get()?.setActive({ organization: id })
}

/**
 * Asks `holds` before the user selects another organization in Clerk's own components. If it returns true, nothing
 * changes.
 */
export function holdSelections(holds: (organization: MemberOrganization) => boolean): void {
  const held = new WeakSet<object>()
  $clerkStore.subscribe((clerk) => {
    if (!clerk || held.has(clerk)) return
    held.add(clerk)
    const select = clerk.setActive
    const setActive: typeof select = async (choice) => {
      const { organization } = choice
      const id = typeof organization === 'string' ? organization : organization?.id
      const known = memberOrganizations().find((each) => each.id === id)
      const isOther = known && known.id !== $session.get().organization?.id
      if (!isOther || !holds(known)) await select(choice)
    }
    Object.assign(clerk, { setActive })
  })
}

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
