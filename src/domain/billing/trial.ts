import type { Organization } from '../../contract/organizations.ts'
import { DAY_MS } from '../time/durations.ts'

/** The plan that has a trial, spelled as in section 4. */
export const TRIAL_PLAN = 'starter_alpha_'

/** Section 9: the trial badge is red at this many remaining days or fewer. Otherwise it is amber. */
const TRIAL_ENDS_SOON_DAYS = 3

/** Section 3, Trial info. */
export interface Trial {
  isOnTrial: boolean
  /** Remaining days, rounded up. 0 if not on trial. */
  daysRemaining: number
  trialEndDate: Date | null
}

const NO_TRIAL: Trial = { isOnTrial: false, daysRemaining: 0, trialEndDate: null }

export type Subscription = Pick<Organization, 'subscription_status' | 'plan' | 'trial_ends_at'> &
  Partial<Pick<Organization, 'is_free'>>

/**
 * Returns the trial (section 4, Trial). It is active only if the operator bills, the organization is trialing, on the
 * starter alpha plan, and the trial ends after `now`.
 */
export function trialOf(
  { subscription_status, plan, trial_ends_at, is_free = false }: Subscription,
  now: Date,
): Trial {
  if (is_free) return NO_TRIAL
  if (subscription_status !== 'trialing' || plan !== TRIAL_PLAN || !trial_ends_at) return NO_TRIAL
  const trialEndDate = new Date(trial_ends_at)
  const daysRemaining = Math.ceil((trialEndDate.getTime() - now.getTime()) / DAY_MS)
  return daysRemaining > 0 ? { isOnTrial: true, daysRemaining, trialEndDate } : NO_TRIAL
}

/** Returns whether the trial badge is red: at 3 days or fewer (section 2, Shell). */
export function trialEndsSoon(trial: Trial): boolean {
  return trial.isOnTrial && trial.daysRemaining <= TRIAL_ENDS_SOON_DAYS
}
