import { atom, computed, type ReadableAtom } from 'nanostores'
import {
  itemKeys,
  onStoredElsewhere,
  readJson,
  removeItem,
  writeItem,
} from '../../platform/storage/storage.ts'
import { $owner, type Owner } from '../base/session/account.ts'

const PREFIX = 'fieldhand.closed-banners.'
const keyOf = ({ userId, organizationId }: Owner) => `${PREFIX}${userId}.${organizationId}`

/** What each closed banner was about when the owner closed it, by the banner's name. */
type ClosedBanners = Readonly<Record<string, unknown>>

const NONE: ClosedBanners = {}
const $changes = atom(0)

function readClosed(owner: Owner): ClosedBanners {
  const stored = readJson(keyOf(owner))
  return typeof stored === 'object' && stored !== null ? (stored as ClosedBanners) : NONE
}

/** The banners that the current owner has closed on this device. */
export const $closedBanners: ReadableAtom<ClosedBanners> = computed([$owner, $changes], (owner) =>
  owner ? readClosed(owner) : NONE,
)

onStoredElsewhere((key) => {
  if (key.startsWith(PREFIX)) $changes.set($changes.get() + 1)
})

/** Stores that the current owner has closed a banner about `about`. */
export function setClosed(name: string, about: string): void {
  const owner = $owner.get()
  if (!owner) return
  writeItem(keyOf(owner), JSON.stringify({ ...readClosed(owner), [name]: about }))
  $changes.set($changes.get() + 1)
}

/** Forgets what the owner has closed. */
export const forgetClosedBanners = (owner: Owner): void => removeItem(keyOf(owner))

/** Forgets what a user has closed in every organization. */
export function deleteClosedBanners(userId: string): void {
  for (const key of itemKeys(`${PREFIX}${userId}.`)) removeItem(key)
}
