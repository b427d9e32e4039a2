import { computed, type ReadableAtom } from 'nanostores'
import { changedIn, typedOver } from '../../domain/common/three-way.ts'
import type { Changes } from '../../domain/settings/settings.ts'
import type { DurableItems } from '../../platform/storage/durable-item.ts'
import { createDrafts, resetDrafts as resetAll } from '../base/drafts.ts'
import { refetchAfter } from '../base/query/stale.ts'
import { $account, type Account, isSameAccount, ownedAtom } from '../base/session/account.ts'
import { readChanges } from './draft-form.ts'

const drafts = createDrafts<Changes>('settings', {
  none: {},
  read: readChanges,
  isEmpty: (changes) => changedIn(changes).length === 0,
  merge: typedOver,
  onSettled: (organizationId) => refetchAfter(organizationId, 'settings-saved-elsewhere'),
})

/** The current user's unsaved changes for the current organization. */
export const $changes: ReadableAtom<Changes> = drafts.$current

/** Where the draft is. `memory` means that the device could not store it, so closing the page loses it. */
export const $draftStorage: ReadableAtom<'device' | 'memory'> = computed(drafts.$isAtRisk, (isAtRisk) =>
  isAtRisk ? 'memory' : 'device',
)

/** The warning when the device cannot store the draft. */
export const DRAFT_WARNING =
  'This device could not store your unsaved changes. They are safe only while this page is open.'

let hasWarned = false

/** Calls `warn` once per page when the device first fails to store a draft. Returns the unsubscribe function. */
export function onDraftAtRisk(warn: (message: string) => void): () => void {
  return $draftStorage.subscribe((storage) => {
    if (storage !== 'memory' || hasWarned) return
    hasWarned = true
    warn(DRAFT_WARNING)
  })
}

/** Resets all drafts in memory and uses another durable storage; without an argument, the browser's. */
export function resetDrafts(items?: DurableItems): void {
  hasWarned = false
  resetAll(items)
}

const $offer = ownedAtom<string | null>(null)

/**
 * The time of the last edit of a draft found on this device (ISO 8601); null if there is none, or after the user has
 * answered the offer.
 */
export const $foundDraftAt: ReadableAtom<string | null> = $offer

const offer = (account: Account, keptAt: string | null) => {
  if (isSameAccount(account, $account.get())) $offer.set(keptAt)
}

/** Closes the offer to continue an earlier draft. */
export const closeDraftOffer = (account: Account): void => offer(account, null)

/** Loads the owner's draft from the device and offers to continue it. Newer input takes precedence. */
export function openDraft(account: Account): Promise<void> {
  closeDraftOffer(account)
  return drafts.offer(account, (keptAt) => offer(account, keptAt))
}

/** Returns the owner's unsaved changes. */
export const changesOf = (account: Account): Changes => drafts.value(account)

/** Changes the owner's draft in memory and on the device. */
export function changeDraft(account: Account, change: (changes: Changes) => Changes): void {
  const before = changesOf(account)
  const changes = change(before)
  if (changes !== before) drafts.keep(account, '', changes)
}
