import type { ReadableAtom } from 'nanostores'
import { NEW_LEAD_TOAST } from '../../domain/leads/new-lead.ts'
import { currentUrl } from '../../platform/page/navigation.ts'
import { isPageHidden, onPageVisibility } from '../../platform/page/page-state.ts'
import { $newLead } from '../live/live.ts'
import { ownedAtom } from '../session/owner.ts'

const $count = ownedAtom(0)

/** The number of unseen leads: those that arrived while the list was closed or its tab was hidden. */
export const $unseenLeads: ReadableAtom<number> = $count

const isLooking = () => !isPageHidden() && currentUrl().pathname === NEW_LEAD_TOAST.href

/** Resets the count if the list is visible. Call this after opening a page. */
export function noticeLeads(): void {
  if (isLooking()) $count.set(0)
}

/** Starts counting, for as long as the console is open. */
export function countUnseenLeads(): void {
  $newLead.listen((lead) => {
    if (lead && !isLooking()) $count.set($count.get() + 1)
  })
  onPageVisibility(noticeLeads)
}
