import { expect, it } from 'vitest'
import { goLiveOf, goLiveText } from '../../../../src/domain/billing/go-live.ts'
import { TRIAL_PLAN } from '../../../../src/domain/billing/trial.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const after = (ms: number) => new Date(NOW.getTime() + ms).toISOString()
const DAY = 86_400_000

const NOT_LIVE = 'the widget is not live. The preview still works.'

it.each([
  ['active', 'growth', null, true, 'Your plan is active: the widget is live.'],
  ['active', null, null, true, 'Your plan is active: the widget is live.'],
  ['active', TRIAL_PLAN, after(-DAY), true, 'Your plan is active: the widget is live.'],
  ['trialing', TRIAL_PLAN, after(9 * DAY), true, 'Your trial keeps the widget live for 9 more days.'],
  ['trialing', TRIAL_PLAN, after(1), true, 'Your trial keeps the widget live for 1 more day.'],
  ['trialing', TRIAL_PLAN, after(0), false, `Your trial has ended: ${NOT_LIVE}`],
  ['trialing', TRIAL_PLAN, after(-1), false, `Your trial has ended: ${NOT_LIVE}`],
  ['trialing', TRIAL_PLAN, null, false, `You have no paid plan: ${NOT_LIVE}`],
  ['past_due', 'growth', null, false, `Your last payment failed: ${NOT_LIVE}`],
  ['canceled', 'free_org', after(9 * DAY), false, `You have no paid plan: ${NOT_LIVE}`],
  ['whatever', 'growth', after(9 * DAY), false, `You have no paid plan: ${NOT_LIVE}`],
  [null, null, null, false, `You have no paid plan: ${NOT_LIVE}`],
])('%s, plan %s, trial until %s: live %s', (subscription_status, plan, trial_ends_at, isLive, text) => {
  const goLive = goLiveOf({ subscription_status, plan, trial_ends_at }, NOW)
  expect(goLive.isLive).toBe(isLive)
  expect(goLiveText(goLive)).toBe(text)
})
