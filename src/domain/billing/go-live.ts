import { counted } from '../common/counted.ts'
import { type Subscription, type Trial, trialEndsSoon, trialOf } from './trial.ts'

/** The subscription states that determine whether the widget is live. */
export type BillingState = 'free' | 'paid' | 'trial' | 'trial-ended' | 'payment-failed' | 'no-plan'

/** Whether the widget works on the organization's website, and why. */
export interface GoLive {
  billingState: BillingState
  isLive: boolean
  trial: Trial
}

/**
 * Returns whether the widget works on the organization's website: it does while the subscription or the trial (section
 * 4) is active, and always if the operator bills nobody. The console's preview always works.
 */
export function goLiveOf(subscription: Subscription, now: Date): GoLive {
  const trial = trialOf(subscription, now)
  const billingState = billingStateOf(subscription, trial)
  return { billingState, isLive: LIVE.includes(billingState), trial }
}

const LIVE: readonly BillingState[] = ['free', 'paid', 'trial']

function billingStateOf(
  { subscription_status, trial_ends_at, is_free }: Subscription,
  trial: Trial,
): BillingState {
  if (is_free) return 'free'
  if (subscription_status === 'active') return 'paid'
  if (trial.isOnTrial) return 'trial'
  if (subscription_status === 'past_due') return 'payment-failed'
  return subscription_status === 'trialing' && trial_ends_at ? 'trial-ended' : 'no-plan'
}

/** Returns the text for the owner, which is the same on every screen. */
export function goLiveText(goLive: GoLive): string {
  if (goLive.isLive) return `${reasonOf(goLive)}.`
  const remedy =
    goLive.billingState === 'payment-failed' ? ' Update the payment method to go live again.' : ''
  return `${reasonOf(goLive)}.${remedy} The preview still works.`
}

/**
 * Returns what the banner "Setup Billing To Go Live" adds to the text of section 2, without contradicting it: a trial
 * counts as the plan that the text demands. Blank if a plan or a server without billing makes the banner moot.
 */
export function billingNote(goLive: GoLive, isAdmin: boolean): string {
  const { billingState, isLive, trial } = goLive
  if (billingState === 'trial') {
    const days = trial.daysRemaining
    const end = days > 1 ? `for ${days} more days` : 'for less than a day'
    return `Your trial counts as a plan ${end}.${isAdmin ? '' : ' Ask an admin to choose one.'}`
  }
  if (isLive) return ''
  if (isAdmin) return goLiveText(goLive)
  const remedy = billingState === 'payment-failed' ? 'update the payment method' : 'choose a plan'
  return `${reasonOf(goLive)}. Ask an admin to ${remedy}.`
}

/**
 * Returns what the banner "Setup Billing To Go Live" is about. A user who has closed the banner sees it again when this
 * changes: when the trial's badge turns red, on its last day, and when it ends.
 */
export function billingBand({ billingState, trial }: GoLive): string {
  if (billingState !== 'trial') return billingState
  if (trial.daysRemaining <= 1) return 'trial-last-day'
  return trialEndsSoon(trial) ? 'trial-ends-soon' : 'trial'
}

/** Returns whether the widget is live and why, as a sentence without its period. */
function reasonOf({ billingState, trial }: GoLive): string {
  switch (billingState) {
    case 'free':
      return 'The operator of this server does not bill: the widget is live'
    case 'paid':
      return 'Your plan is active: the widget is live'
    case 'trial':
      return `Your trial keeps the widget live for ${counted(trial.daysRemaining, 'more day')}`
    case 'trial-ended':
      return 'Your trial has ended: the widget is not live'
    case 'payment-failed':
      return 'Your last payment failed: the widget is not live'
    case 'no-plan':
      return 'You have no paid plan: the widget is not live'
  }
}

/** Returns the heading of the steps to a live widget, for a number of missing required fields. */
export function goLiveTitle({ isLive }: GoLive, missing: number): string {
  if (!isLive) return 'Your widget is not live'
  return missing === 0 ? 'Ready for visitors' : 'Ready, but not complete'
}

/** Returns the number of missing required fields as a sentence without its period. */
export const missingText = (missing: number): string =>
  `${counted(missing, 'required field is', 'required fields are')} missing`

/** Returns one line that says what keeps the widget from visitors. */
export function goLiveSummary(goLive: GoLive, missing: number): string {
  if (goLive.isLive) {
    return missing === 0 ? goLiveText(goLive) : `${goLiveTitle(goLive, missing)}: ${missingText(missing)}`
  }
  return missing === 0 ? reasonOf(goLive) : `${reasonOf(goLive)}, and ${missingText(missing)}`
}
