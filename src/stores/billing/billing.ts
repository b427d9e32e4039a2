import { computed, type ReadableAtom } from 'nanostores'
import type { GoLive } from '../../domain/billing/go-live.ts'
import { TRIAL_PLAN, type Trial } from '../../domain/billing/trial.ts'
import { isLocalIdentity } from '../../domain/session/local-identity.ts'
import { config } from '../../platform/config.ts'
import { logWarning } from '../../platform/log.ts'
import { reloadPage } from '../../platform/page/page-reload.ts'
import { onPageFocus } from '../../platform/page/page-state.ts'
import { onSubscriptionChange, openCheckout, type PlanPeriod } from '../../platform/session/components.ts'
import { type Problem, problemOf } from '../base/failures.ts'
import { hasEnded } from '../base/query/query.ts'
import { refetchAfter } from '../base/query/stale.ts'
import { $account, isSameAccount, ownedAtom } from '../base/session/account.ts'
import { $isAdmin, $organization, $session } from '../base/session/session.ts'
import { $goLive, $organizationRecord, $trial } from '../organization/organization.ts'

/**
 * The delays in milliseconds after which to refetch the plan once it has changed, because the server can learn about
 * the change late.
 */
const ASK_AGAIN_AFTER = [0, 2_000, 6_000, 15_000]

/** Whether the console uses the local identity, which never charges anything. */
export const chargesNothing = isLocalIdentity(config.clerkPublishableKey)

/** The state of the Billing screen (section 2). */
export type Billing =
  | { state: 'loading' | 'no-organization' | 'setup-required' }
  | {
      state: 'ready'
      organizationId: string
      /** Null if no days of a trial are left, or if the trial could not be fetched (section 8). */
      trial: Trial | null
      /** Whether the widget is live, and the reason; null while unknown. */
      goLive: GoLive | null
      /** Whether the operator of the server bills nobody, so that there is no plan to choose. */
      isFree: boolean
      /** Whether the user may change the plan. Only admins may. */
      mayBuy: boolean
      problem: Problem | null
    }

/** The content of the Billing screen. */
export const $billing: ReadableAtom<Billing> = computed(
  [$session, $organizationRecord, $trial, $goLive, $isAdmin],
  (session, record, trial, goLive, isAdmin): Billing => {
    if (session.status !== 'signed-in') return { state: 'loading' }
    if (!session.organizationsEnabled) return { state: 'setup-required' }
    if (!session.organization) return { state: 'no-organization' }
    if (!hasEnded(record)) return { state: 'loading' }
    return {
      state: 'ready',
      organizationId: session.organization.id,
      trial: trial?.isOnTrial ? trial : null,
      goLive,
      isFree: goLive?.billingState === 'free',
      mayBuy: isAdmin,
      problem: problemOf('trial', record),
    }
  },
)

/** `opening` until Clerk's checkout opens; `failed` if the plan could not be found. */
export const $checkout = ownedAtom<'idle' | 'opening' | 'failed'>('idle')

/** Opens the checkout for the plan that the trial belongs to. */
export async function upgrade(
  period: PlanPeriod,
  options: Parameters<typeof openCheckout>[2],
): Promise<void> {
  if ($checkout.get() === 'opening') return
  const account = $account.get()
  const finish = (state: 'idle' | 'failed') => isSameAccount(account, $account.get()) && $checkout.set(state)
  $checkout.set('opening')
  try {
    await openCheckout(TRIAL_PLAN, period, options, reloadPage)
    finish('idle')
  } catch (error) {
    logWarning('The checkout could not be opened', error)
    finish('failed')
  }
}

/** Refetches the data that depends on the organization's plan. */
function refresh(organizationId: string): void {
  refetchAfter(organizationId, 'plan-changed')
}

/**
 * Refreshes the organization's plan while the screen is open: after a plan is bought or ended, and when the user
 * returns to the window. Returns the stop function.
 */
export function followPlan(): () => void {
  const current = () => $organization.get()?.id
  const stopFocus = onPageFocus(() => {
    const organizationId = current()
    if (organizationId) refresh(organizationId)
  })
  const stopChanges = onSubscriptionChange(() => {
    const organizationId = current()
    if (!organizationId) return
    // These refreshes continue after the user leaves the screen, because the next page's banner needs them.
    for (const delay of ASK_AGAIN_AFTER) setTimeout(() => refresh(organizationId), delay)
  })
  return () => {
    stopFocus()
    stopChanges()
  }
}
