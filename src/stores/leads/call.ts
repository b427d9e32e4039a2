import { computed, type ReadableAtom } from 'nanostores'
import { isPageHidden, onPageFocus, onPageVisibility } from '../../platform/page/page-state.ts'
import { readTabItem, writeTabItem } from '../../platform/storage/storage.ts'
import { $owner, onOwnerLeft, ownedAtom } from '../session/owner.ts'

const KEY = 'fieldhand.called'

/**
 * Milliseconds after which a call counts as over where the page was never left: at a desk nothing opens, and the
 * owner dials on another phone.
 */
export const CALL_ASIDE = 20_000

const $returned = ownedAtom<{ organizationId: string; leadId: string } | null>(null)

/** The lead that was called, once the owner returns from the call; null without a question. */
export const $calledLead: ReadableAtom<string | null> = computed([$returned, $owner], (returned, owner) =>
  returned?.organizationId === owner?.organizationId ? (returned?.leadId ?? null) : null,
)

/** Stops waiting for the owner's return; null while no one is called. */
let stop: (() => void) | null = null

/** To be called when the owner follows a link to call a lead. */
export function noteCall(leadId: string): void {
  finishCall()
  const organizationId = $owner.get()?.organizationId
  if (!organizationId) return
  // A phone may end the page during the call; it is there again, and asks, when the owner comes back.
  writeTabItem(KEY, `${organizationId} ${leadId}`)
  const back = () => {
    if (isPageHidden()) return
    stop?.()
    stop = null
    $returned.set({ organizationId, leadId })
  }
  const unbind = [onPageVisibility(back), onPageFocus(back)]
  const timer = setTimeout(back, CALL_ASIDE)
  stop = () => {
    clearTimeout(timer)
    for (const undo of unbind) undo()
  }
}

/** Asks about a call during which the page has ended. To be called when a page of leads opens. */
export function resumeCall(): void {
  const [organizationId, leadId] = stop ? [] : (readTabItem(KEY)?.split(' ') ?? [])
  if (organizationId && leadId) $returned.set({ organizationId, leadId })
}

/** The owner has said how the call went, or does not want to. */
export function finishCall(): void {
  stop?.()
  stop = null
  writeTabItem(KEY, null)
  $returned.set(null)
}

onOwnerLeft(finishCall)
