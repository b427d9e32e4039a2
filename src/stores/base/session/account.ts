import { atom, computed, type ReadableAtom, type WritableAtom } from 'nanostores'
import { OrganizationError } from '../../../api/errors.ts'
import { $session } from '../../../platform/session/session.ts'

/** The user and organization that an action belongs to. Every action keeps the owner that it was started for. */
export interface Owner {
  userId: string
  organizationId: string
}

const $userId = computed($session, ({ user }) => user?.id)
const $organizationId = computed($session, ({ organization }) => organization?.id)

/** The current user and organization; null unless both are known. The same owner is always the same object. */
export const $owner: ReadableAtom<Owner | null> = computed(
  [$userId, $organizationId],
  (userId, organizationId) => (userId && organizationId ? { userId, organizationId } : null),
)

/**
 * Returns the current owner.
 *
 * @throws {OrganizationError} if no organization is selected.
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

/** Calls `leave` whenever the user signs out, or the user or the organization changes. */
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

/**
 * Like `onOwnerLeft`, but not when the user signs out. The sign-up screen then replaces the page, and a step in the
 * history would cancel that.
 */
export function onOwnerSwitched(leave: () => void): void {
  onOwnerLeft(() => {
    if ($session.get().status !== 'signed-out') leave()
  })
}

/** Returns a store of one owner's data. It is reset to its initial value when the owner changes. */
export function ownedAtom<Value>(first: Value): WritableAtom<Value> {
  const $store = atom(first)
  onOwnerLeft(() => $store.set(first))
  return $store
}
