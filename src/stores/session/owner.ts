import { atom, computed, type ReadableAtom, type WritableAtom } from 'nanostores'
import { OrganizationError } from '../../api/errors.ts'
import { $session } from '../../platform/session/session.ts'

/** Whom an action is for: a user in an organization. Every action carries the owner it was started for. */
export interface Owner {
  userId: string
  organizationId: string
}

const $userId = computed($session, ({ user }) => user?.id)
const $organizationId = computed($session, ({ organization }) => organization?.id)

/** Who works for which organization right now; null while no one does. Equal ones are one object. */
export const $owner: ReadableAtom<Owner | null> = computed(
  [$userId, $organizationId],
  (userId, organizationId) => (userId && organizationId ? { userId, organizationId } : null),
)

/**
 * The owner for an action that starts now.
 * @throws {OrganizationError} when no organization is selected.
 */
export function requireOwner(): Owner {
  const owner = $owner.get()
  if (!owner) throw new OrganizationError('No organization selected')
  return owner
}

export const isSameOwner = (a: Owner | null, b: Owner | null): boolean =>
  a?.userId === b?.userId && a?.organizationId === b?.organizationId

const leaving = new Set<() => void>()
let isWatching = false

/** Calls `leave` whenever the user or the organization is left for another one, or for none. */
export function onOwnerLeft(leave: () => void): void {
  leaving.add(leave)
  if (isWatching) return
  isWatching = true
  let owner = $owner.get()
  $owner.listen((next) => {
    const left = owner
    owner = next
    if (left && !isSameOwner(left, next)) for (const each of leaving) each()
  })
}

/** A store of one organization's data: it returns to its first value when the owner is left. */
export function ownedAtom<Value>(first: Value): WritableAtom<Value> {
  const $store = atom(first)
  onOwnerLeft(() => $store.set(first))
  return $store
}
