import { computed, type ReadableAtom } from 'nanostores'
import { $session } from '../platform/session.ts'

/** Who works for which organization right now; null while no one does. Equal ones are one object. */
export interface Owner {
  userId: string
  organizationId: string
}

let known: Owner | null = null

export const $owner: ReadableAtom<Owner | null> = computed($session, ({ user, organization }) => {
  const next = user && organization && { userId: user.id, organizationId: organization.id }
  if (next?.userId !== known?.userId || next?.organizationId !== known?.organizationId) known = next
  return known
})
