import { computed, type ReadableAtom } from 'nanostores'
import { isPageHidden, onPageFocus, onPageVisibility } from '../../platform/page/page-state.ts'
import { readTabItem, writeTabItem } from '../../platform/storage/storage.ts'
import { $account, onAccountLeft, ownedAtom } from '../base/session/account.ts'

const KEY = 'fieldhand.called'

/**
 * Milliseconds after which the question about a call opens even if the page never lost focus, because on a desktop, the
 * owner dials on a separate phone.
 */
export const CALL_ASIDE = 20_000

const $returned = ownedAtom<{ organizationId: string; leadId: string } | null>(null)

/** The lead to ask about after a call; null if there is no question. */
export const $calledLead: ReadableAtom<string | null> = computed(
  [$returned, $account],
  (returned, account) =>
    returned?.organizationId === account?.organizationId ? (returned?.leadId ?? null) : null,
)

/** Stops waiting for the owner's return; null when no call is in progress. */
let stop: (() => void) | null = null

/** Starts waiting for the owner's return from a call. Call this when the owner clicks a lead's phone link. */
export function startCall(leadId: string): void {
  finishCall()
  const organizationId = $account.get()?.organizationId
  if (!organizationId) return
  // Stored, because a phone can discard the page during the call.
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

/** Reopens the question about a call during which the page was discarded. Call this when a leads page opens. */
export function resumeCall(): void {
  const [organizationId, leadId] = stop ? [] : (readTabItem(KEY)?.split(' ') ?? [])
  if (organizationId && leadId) $returned.set({ organizationId, leadId })
}

/** Closes the question, whether answered or not. */
export function finishCall(): void {
  stop?.()
  stop = null
  writeTabItem(KEY, null)
  $returned.set(null)
}

onAccountLeft(finishCall)
