import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { configure } from '../../../src/api/client.ts'
import { $trial } from '../../../src/stores/organization.ts'
import { signInTo, signOutNow } from '../../support/session.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  signInTo('org_a')
})
afterEach(() => {
  signOutNow()
  configure()
  vi.useRealTimers()
})

describe('the trial', () => {
  it('is over as soon as its last moment has passed, without asking again', async () => {
    const organization = {
      id: 'org_a',
      name: 'A',
      subscription_status: 'trialing',
      plan: 'starter_alpha_',
      trial_ends_at: '2026-11-20T12:01:00.000Z',
    }
    const fetch = vi.fn(async () => Response.json(organization))
    configure({ baseUrl: 'http://localhost:3001', fetch, getToken: async () => 'token' })
    const close = $trial.subscribe(() => {})
    expect($trial.get()).toBeNull()
    await vi.advanceTimersByTimeAsync(0)
    expect($trial.get()).toMatchObject({ isOnTrial: true, daysRemaining: 1 })
    await vi.advanceTimersByTimeAsync(60_000)
    expect($trial.get()).toMatchObject({ isOnTrial: false, daysRemaining: 0 })
    expect(fetch).toHaveBeenCalledTimes(1)
    close()
  })
})
