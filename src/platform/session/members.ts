import { $organizationStore } from '@clerk/astro/client'

/** The maximum number of members that Clerk lists per request. */
const MOST_MEMBERS = 100

/** A person who can sign in to the organization. */
export interface Member {
  /** Empty if the account has no name. */
  name: string
  email: string
}

/**
 * Returns the members of the selected organization that have an email address, among the first 100. Rejects if Clerk
 * does.
 */
export async function organizationMembers(): Promise<Member[]> {
  const page = await $organizationStore.get()?.getMemberships({ pageSize: MOST_MEMBERS })
  return (page?.data ?? []).flatMap(({ publicUserData }) => {
    const { identifier = '', firstName, lastName } = publicUserData ?? {}
    const name = [firstName, lastName].filter(Boolean).join(' ')
    return identifier.includes('@') ? [{ name, email: identifier }] : []
  })
}

/** Calls `changed` whenever the number of members of the selected organization changes. Returns the stop function. */
export function onMembersChanged(changed: () => void): () => void {
  // Clerk can change the organization in place.
  const now = () => {
    const { id, membersCount } = $organizationStore.get() ?? {}
    return { id, membersCount }
  }
  let last = now()
  return $organizationStore.listen(() => {
    const { id, membersCount } = last
    last = now()
    if (id !== undefined && id === last.id && membersCount !== last.membersCount) changed()
  })
}
