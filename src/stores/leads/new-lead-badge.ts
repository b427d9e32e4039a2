import type { ReadableAtom } from 'nanostores'
import { NEW_LEAD_TOAST } from '../../domain/leads/new-lead.ts'
import { now } from '../../platform/clock.ts'
import { currentUrl } from '../../platform/page/navigation.ts'
import { isPageHidden, onPageVisibility } from '../../platform/page/page-state.ts'
import { onStoredElsewhere, writeItem } from '../../platform/storage/storage.ts'
import { $newLead } from '../base/live/live.ts'
import { $account, ownedAtom } from '../base/session/account.ts'

/** The storage key of the organization whose leads a tab has just shown, with the time. */
const KEY = 'fieldhand.leads-seen'

const $count = ownedAtom(0)

/** The number of unseen leads: those that arrived while the list was closed or its tab was hidden. */
export const $unseenLeads: ReadableAtom<number> = $count

const isLooking = () => !isPageHidden() && currentUrl().pathname === NEW_LEAD_TOAST.href

/** Resets the count in all tabs if the list is visible. Call this after opening a page. */
export function noticeLeads(): void {
  if (!isLooking()) return
  $count.set(0)
  const organizationId = $account.get()?.organizationId
  if (organizationId) writeItem(KEY, `${organizationId} ${now().getTime()}`)
}

/** Starts counting, for as long as the console is open. */
export function countUnseenLeads(): void {
  $newLead.listen((lead) => {
    if (lead && !lead.isTest && !isLooking()) $count.set($count.get() + 1)
  })
  onPageVisibility(noticeLeads)
  onStoredElsewhere((key, seen) => {
    if (key === KEY && seen?.split(' ')[0] === $account.get()?.organizationId) $count.set(0)
  })
}
