import { computed, type ReadableAtom } from 'nanostores'
import { isPageHidden, onPageFocus, onPageVisibility } from '../../platform/page/page-state.ts'
import { readTabItem, writeTabItem } from '../../platform/storage/storage.ts'
import { $owner, onOwnerLeft, ownedAtom } from '../session/owner.ts'

const KEY = 'fieldhand.called'

/**
 * Milliseconds after which a call counts as over if the page was never left: on a desktop nothing opens, and
 * the owner dials on another phone.
 */
export const CALL_ASIDE = 20_000

const $returned = ownedAtom<{ organizationId: string; leadId: string } | null>(null)

/** The lead to ask about once the owner returns from the call; null without a question. */
export const $calledLead: ReadableAtom<string | null> = computed([$returned, $owner], (returned, owner) =>
  returned?.organizationId === owner?.organizationId ? (returned?.leadId ?? null) : null,
)

/** Stops waiting for the owner's return; null while no one is called. */
let stop: (() => void) | null = null

/** Call when the owner clicks a phone link of a lead. */
export function noteCall(leadId: string): void {
  finishCall()
  const organizationId = $owner.get()?.organizationId
  if (!organizationId) return
  // Stored, because a phone may end the page during the call; the page asks when the owner returns.
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

/** Asks about a call during which the page ended. Call when a page of leads opens. */
export function resumeCall(): void {
  const [organizationId, leadId] = stop ? [] : (readTabItem(KEY)?.split(' ') ?? [])
  if (organizationId && leadId) $returned.set({ organizationId, leadId })
}

/** Closes the question, answered or not. */
export function finishCall(): void {
  stop?.()
  stop = null
  writeTabItem(KEY, null)
  $returned.set(null)
}

onOwnerLeft(finishCall)
