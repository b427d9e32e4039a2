import { describe, expect, it } from 'vitest'
import { trialEndsSoon, trialOf } from '../../../../src/domain/billing/trial.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')
const DAY = 86_400_000
const organization = (endsIn: number, fields = {}) => ({
  subscription_status: 'trialing',
  plan: 'starter_alpha_',
  trial_ends_at: new Date(NOW.getTime() + endsIn).toISOString(),
  ...fields,
})
const NO_TRIAL = { isOnTrial: false, daysRemaining: 0, trialEndDate: null }

describe('trialOf', () => {
  it.each([
    ['a millisecond left', 1, 1],
    ['a day left', DAY, 1],
    ['a millisecond more than a day', DAY + 1, 2],
    ['nine days', 9 * DAY, 9],
  ])('%s', (_, endsIn, daysRemaining) => {
    expect(trialOf(organization(endsIn), NOW)).toEqual({
      isOnTrial: true,
      daysRemaining,
      trialEndDate: new Date(NOW.getTime() + endsIn),
    })
  })

  it.each([
    ['over at this moment', organization(0)],
    ['over for a millisecond', organization(-1)],
    ['long over', organization(-9 * DAY)],
    ['without an end', organization(DAY, { trial_ends_at: null })],
    ['with an invalid end', organization(DAY, { trial_ends_at: 'soon' })],
    ['already paying', organization(DAY, { subscription_status: 'active' })],
    ['with an unknown status', organization(DAY, { subscription_status: null })],
    ['on another plan', organization(DAY, { plan: 'starter_alpha' })],
    ['on no plan', organization(DAY, { plan: null })],
  ])('returns none: %s', (_, given) => {
    expect(trialOf(given, NOW)).toEqual(NO_TRIAL)
  })
})

describe('trialEndsSoon', () => {
  it.each([
    [3 * DAY, true],
    [3 * DAY + 1, false],
    [1, true],
    [-1, false],
  ])('%d milliseconds before the end', (endsIn, soon) => {
    expect(trialEndsSoon(trialOf(organization(endsIn), NOW))).toBe(soon)
  })
})
