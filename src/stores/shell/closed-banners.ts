import { atom, computed, type ReadableAtom } from 'nanostores'
import {
  itemKeys,
  onStoredElsewhere,
  readJson,
  removeItem,
  writeItem,
} from '../../platform/storage/storage.ts'
import { $account, type Account } from '../base/session/account.ts'

const PREFIX = 'fieldhand.closed-banners.'
const keyOf = ({ userId, organizationId }: Account) => `${PREFIX}${userId}.${organizationId}`

/** What each closed banner was about when the owner closed it, by the banner's name. */
type ClosedBanners = Readonly<Record<string, unknown>>

const NONE: ClosedBanners = {}
const $changes = atom(0)

function readClosed(account: Account): ClosedBanners {
  const stored = readJson(keyOf(account))
  return typeof stored === 'object' && stored !== null ? (stored as ClosedBanners) : NONE
}

/** The banners that the current owner has closed on this device. */
export const $closedBanners: ReadableAtom<ClosedBanners> = computed([$account, $changes], (account) =>
  account ? readClosed(account) : NONE,
)

onStoredElsewhere((key) => {
  if (key.startsWith(PREFIX)) $changes.set($changes.get() + 1)
})

/** Stores that the current owner has closed a banner about `about`. */
export function setClosed(name: string, about: string): void {
  const account = $account.get()
  if (!account) return
  writeItem(keyOf(account), JSON.stringify({ ...readClosed(account), [name]: about }))
  $changes.set($changes.get() + 1)
}

/** Forgets what the owner has closed. */
export const forgetClosedBanners = (account: Account): void => removeItem(keyOf(account))

/** Forgets what a user has closed in every organization. */
export function deleteClosedBanners(userId: string): void {
  for (const key of itemKeys(`${PREFIX}${userId}.`)) removeItem(key)
}
