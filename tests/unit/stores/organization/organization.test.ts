import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
// Loads on demand, which takes time that fake timers don't have.
import '../../../../src/api/tolerant-response.ts'
import { $goLive, $organizationRecord, $trial } from '../../../../src/stores/organization/organization.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'
import { stopStores } from '../../../support/stop-stores.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')

let closes: (() => void)[]

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  signInTo('org_a')
  closes = []
})
afterEach(() => {
  stopStores(closes)
  signOutNow()
  configure()
})

describe('the trial', () => {
  it('ends without a reload as soon as its end has passed', async () => {
    const organization = {
      id: 'org_a',
      name: 'A',
      subscription_status: 'trialing',
      plan: 'starter_alpha_',
      trial_ends_at: '2026-11-20T12:01:00.000Z',
    }
    const fetch = vi.fn(async () => Response.json(organization))
    configure({ baseUrl: 'http://localhost:3001', fetch, getToken: async () => 'token' })
    closes.push($trial.subscribe(() => {}))
    expect($trial.get()).toBeNull()
    await vi.advanceTimersByTimeAsync(0)
    expect($trial.get()).toMatchObject({ isOnTrial: true, daysRemaining: 1 })
    await vi.advanceTimersByTimeAsync(60_000)
    expect($trial.get()).toMatchObject({ isOnTrial: false, daysRemaining: 0 })
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  it('that begins after the clock of the page last ticked has its exact number of days', async () => {
    const begins = new Date(NOW.getTime() + 20_000)
    const organization = {
      id: 'org_a',
      name: 'A',
      subscription_status: 'trialing',
      plan: 'starter_alpha_',
      trial_ends_at: new Date(begins.getTime() + 14 * 86_400_000).toISOString(),
    }
    const fetch = vi.fn(async () => Response.json(organization))
    configure({ baseUrl: 'http://localhost:3001', fetch, getToken: async () => 'token' })
    signOutNow()
    closes.push(
      $trial.subscribe(() => {}),
      $goLive.subscribe(() => {}),
    )
    await vi.advanceTimersByTimeAsync(20_001)
    signInTo('org_a')
    await vi.advanceTimersByTimeAsync(0)
    expect($trial.get()).toMatchObject({ daysRemaining: 14 })
    expect($goLive.get()?.trial).toMatchObject({ daysRemaining: 14 })
  })

  it('whose check fails is logged once per check, for any number of consumers', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const fetch = vi.fn(async () => new Response('', { status: 503 }))
    configure({ baseUrl: 'http://localhost:3001', fetch, getToken: async () => 'token' })
    closes.push(
      $trial.subscribe(() => {}),
      $organizationRecord.subscribe(() => {}),
    )
    await vi.advanceTimersByTimeAsync(10_000)
    expect(fetch).toHaveBeenCalledTimes(3)
    expect(warn.mock.calls.map(([text]) => text)).toEqual(['Failed to fetch organization data'])
    expect($trial.get()).toBeNull()
    const again = $organizationRecord.get().refetch()
    await vi.advanceTimersByTimeAsync(10_000)
    await again
    expect(warn).toHaveBeenCalledTimes(2)
  })
})

describe.each(['Pacific/Kiritimati', 'America/Los_Angeles'])('on a device in %s', (zone) => {
  beforeEach(() => vi.stubEnv('TZ', zone))
  afterEach(() => vi.unstubAllEnvs())

  /** The trial that the console shows at `now` for an API with this end. */
  async function trialAt(now: string, trial_ends_at: string) {
    vi.setSystemTime(now)
    const organization = { subscription_status: 'trialing', plan: 'starter_alpha_', trial_ends_at }
    const fetch = async () => Response.json(organization)
    configure({ baseUrl: 'http://localhost:3001', fetch, getToken: async () => 'token' })
    closes.push($trial.subscribe(() => {}))
    await vi.advanceTimersByTimeAsync(0)
    return $trial.get()
  }

  it('a trial that ends at a time without a zone ends at that time in UTC', async () => {
    expect(new Date('2026-11-22T09:00').toISOString()).not.toBe('2026-11-22T09:00:00.000Z')
    expect(await trialAt('2026-11-20T09:00:01Z', '2026-11-22T09:00:00')).toEqual({
      isOnTrial: true,
      daysRemaining: 2,
      trialEndDate: new Date('2026-11-22T09:00:00Z'),
    })
  })

  it('a trial that ends on a day ends when that day begins in UTC', async () => {
    expect(await trialAt('2026-11-21T23:59:59Z', '2026-11-22')).toMatchObject({
      isOnTrial: true,
      daysRemaining: 1,
    })
  })

  it('a trial that ended on a day is over once that day has begun in UTC', async () => {
    expect(await trialAt('2026-11-22T00:00:00Z', '2026-11-22')).toMatchObject({ isOnTrial: false })
  })
})
