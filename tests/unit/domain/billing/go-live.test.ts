import { expect, it } from 'vitest'
import {
  billingBand,
  billingNote,
  goLiveOf,
  goLiveSummary,
  goLiveText,
  goLiveTitle,
} from '../../../../src/domain/billing/go-live.ts'
import { TRIAL_PLAN } from '../../../../src/domain/billing/trial.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const after = (ms: number) => new Date(NOW.getTime() + ms).toISOString()
const DAY = 86_400_000

const NOT_LIVE = 'the widget is not live. The preview still works.'
const PAYMENT_FAILED =
  'Your last payment failed: the widget is not live. Update the payment method to go live again. The preview still works.'

it.each([
  ['active', 'growth', null, true, 'Your plan is active: the widget is live.'],
  ['active', null, null, true, 'Your plan is active: the widget is live.'],
  ['active', TRIAL_PLAN, after(-DAY), true, 'Your plan is active: the widget is live.'],
  ['trialing', TRIAL_PLAN, after(9 * DAY), true, 'Your trial keeps the widget live for 9 more days.'],
  ['trialing', TRIAL_PLAN, after(1), true, 'Your trial keeps the widget live for 1 more day.'],
  ['trialing', TRIAL_PLAN, after(0), false, `Your trial has ended: ${NOT_LIVE}`],
  ['trialing', TRIAL_PLAN, after(-1), false, `Your trial has ended: ${NOT_LIVE}`],
  ['trialing', TRIAL_PLAN, null, false, `You have no paid plan: ${NOT_LIVE}`],
  ['past_due', 'growth', null, false, PAYMENT_FAILED],
  ['canceled', 'free_org', after(9 * DAY), false, `You have no paid plan: ${NOT_LIVE}`],
  ['whatever', 'growth', after(9 * DAY), false, `You have no paid plan: ${NOT_LIVE}`],
  [null, null, null, false, `You have no paid plan: ${NOT_LIVE}`],
])('%s, plan %s, trial until %s: live %s', (subscription_status, plan, trial_ends_at, isLive, text) => {
  const goLive = goLiveOf({ subscription_status, plan, trial_ends_at }, NOW)
  expect(goLive.isLive).toBe(isLive)
  expect(goLiveText(goLive)).toBe(text)
})

it.each([
  ['trialing', after(9 * DAY)],
  ['trialing', after(0)],
  ['past_due', null],
  [null, null],
])('%s, trial until %s: live if the operator does not bill', (subscription_status, trial_ends_at) => {
  const goLive = goLiveOf({ subscription_status, plan: TRIAL_PLAN, trial_ends_at, is_free: true }, NOW)
  expect(goLive).toEqual({
    billingState: 'free',
    isLive: true,
    trial: { isOnTrial: false, daysRemaining: 0, trialEndDate: null },
  })
  expect(goLiveText(goLive)).toBe('The operator of this server does not bill: the widget is live.')
  expect(goLiveTitle(goLive, 0)).toBe('Ready for visitors')
})

it.each([
  ['trialing', after(9 * DAY), 0, 'Ready for visitors', 'Your trial keeps the widget live for 9 more days.'],
  [
    'trialing',
    after(9 * DAY),
    1,
    'Ready, but not complete',
    'Ready, but not complete: 1 required field is missing',
  ],
  ['trialing', after(0), 0, 'Your widget is not live', 'Your trial has ended: the widget is not live'],
  [
    'trialing',
    after(0),
    2,
    'Your widget is not live',
    'Your trial has ended: the widget is not live, and 2 required fields are missing',
  ],
  ['past_due', null, 0, 'Your widget is not live', 'Your last payment failed: the widget is not live'],
  ['canceled', null, 0, 'Your widget is not live', 'You have no paid plan: the widget is not live'],
])(
  '%s, trial until %s, %i missing fields: %s',
  (subscription_status, trial_ends_at, missing, title, line) => {
    const goLive = goLiveOf({ subscription_status, plan: TRIAL_PLAN, trial_ends_at }, NOW)
    expect(goLiveTitle(goLive, missing)).toBe(title)
    expect(goLiveSummary(goLive, missing)).toBe(line)
  },
)

it.each([
  ['trialing', 9 * DAY, 'trial', 'Your trial counts as a plan for 9 more days.'],
  ['trialing', 3 * DAY, 'trial-ends-soon', 'Your trial counts as a plan for 3 more days.'],
  ['trialing', DAY, 'trial-last-day', 'Your trial counts as a plan for less than a day.'],
  ['trialing', 0, 'trial-ended', `Your trial has ended: ${NOT_LIVE}`],
  ['canceled', DAY, 'no-plan', `You have no paid plan: ${NOT_LIVE}`],
  ['past_due', DAY, 'payment-failed', PAYMENT_FAILED],
  ['active', DAY, 'paid', ''],
])(
  'the banner for %s, until %i: %s; never says that the widget is live',
  (subscription_status, left, band, note) => {
    const goLive = goLiveOf({ subscription_status, plan: TRIAL_PLAN, trial_ends_at: after(left) }, NOW)
    expect(billingBand(goLive)).toBe(band)
    expect(billingNote(goLive, true)).toBe(note)
  },
)

it.each([
  ['trialing', 9 * DAY, 'Your trial counts as a plan for 9 more days. Ask an admin to choose one.'],
  ['trialing', 0, 'Your trial has ended: the widget is not live. Ask an admin to choose a plan.'],
  [
    'past_due',
    DAY,
    'Your last payment failed: the widget is not live. Ask an admin to update the payment method.',
  ],
])('the banner for %s, until %i, sends a member to an admin', (subscription_status, left, note) => {
  const goLive = goLiveOf({ subscription_status, plan: TRIAL_PLAN, trial_ends_at: after(left) }, NOW)
  expect(billingNote(goLive, false)).toBe(note)
})

it('the banner has no note if the operator does not bill', () => {
  const free = { subscription_status: null, plan: null, trial_ends_at: null, is_free: true }
  expect(billingNote(goLiveOf(free, NOW), true)).toBe('')
})
