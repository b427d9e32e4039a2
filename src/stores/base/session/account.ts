import { atom, computed, type ReadableAtom, type WritableAtom } from 'nanostores'
import { OrganizationError } from '../../../api/errors.ts'
import { $session } from '../../../platform/session/session.ts'

/** The user and organization that an action belongs to. Every action keeps the account that it was started for. */
export interface Account {
  userId: string
  organizationId: string
}

const $userId = computed($session, ({ user }) => user?.id)
const $organizationId = computed($session, ({ organization }) => organization?.id)

/** The current user and organization; null unless both are known. The same account is always the same object. */
export const $account: ReadableAtom<Account | null> = computed(
  [$userId, $organizationId],
  (userId, organizationId) => (userId && organizationId ? { userId, organizationId } : null),
)

/**
 * Returns the current account.
 *
 * @throws {OrganizationError} if no organization is selected.
 */
export function requireAccount(): Account {
  const account = $account.get()
  if (!account) throw new OrganizationError('No organization selected')
  return account
}

export const isSameAccount = (a: Account | null, b: Account | null): boolean =>
  a?.userId === b?.userId && a?.organizationId === b?.organizationId

const leaving = new Set<() => void>()
let isWatching = false

/** Calls `leave` whenever the user signs out, or the user or the organization changes. */
export function onAccountLeft(leave: () => void): void {
  leaving.add(leave)
  if (isWatching) return
  isWatching = true
  let account = $account.get()
  $account.listen((next) => {
    const left = account
    account = next
    if (left && !isSameAccount(left, next)) for (const each of leaving) each()
  })
}

/**
 * Like `onOwnerLeft`, but not when the user signs out. The sign-up screen then replaces the page, and a step in the
 * history would cancel that.
 */
export function onAccountSwitched(leave: () => void): void {
  onAccountLeft(() => {
    if ($session.get().status !== 'signed-out') leave()
  })
}

/** Returns a store of one account's data. It is reset to its initial value when the account changes. */
export function ownedAtom<Value>(first: Value): WritableAtom<Value> {
  const $store = atom(first)
  onAccountLeft(() => $store.set(first))
  return $store
}
