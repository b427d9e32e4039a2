import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LOCAL_PUBLISHABLE_KEY, publishableKeyOf } from '../../../../server/app/config.ts'
import { configure } from '../../../../src/api/client.ts'
import { isLocalIdentity } from '../../../../src/domain/session/local-identity.ts'
import { RETENTION } from '../../../../src/stores/base/query/query.ts'
import { $billing } from '../../../../src/stores/billing/billing.ts'
import { $organizationRecord } from '../../../../src/stores/organization/organization.ts'
import { faults } from '../../../support/faults.ts'
import { setSession, signInTo, signOutNow } from '../../../support/session.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')
const RETRIES = 10_000

let close: () => void

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  signInTo('org_a')
})
afterEach(async () => {
  close()
  signOutNow()
  configure()
  await vi.advanceTimersByTimeAsync(RETENTION)
  vi.useRealTimers()
})

/** Opens the screen on a server with this answer. */
async function open(fetch: () => Promise<Response> | Response): Promise<void> {
  configure({ baseUrl: 'http://localhost:3001', fetch: async () => fetch(), getToken: async () => 'token' })
  close = $billing.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(RETRIES)
}

const organization = (parts: object) => () =>
  Response.json({
    id: 'org_a',
    name: 'A',
    subscription_status: 'trialing',
    plan: 'starter_alpha_',
    trial_ends_at: '2026-11-22T12:00:00.000Z',
    ...parts,
  })

describe('the Billing screen', () => {
  it('shows a trial with days left', async () => {
    await open(organization({}))
    expect($billing.get()).toMatchObject({ state: 'ready', trial: { daysRemaining: 2 }, problem: null })
  })

  it.each([
    { subscription_status: 'active' },
    { plan: 'growth' },
    { trial_ends_at: null },
    { trial_ends_at: '2026-11-20T11:59:59.000Z' },
  ])('shows no trial with %o', async (parts) => {
    await open(organization(parts))
    expect($billing.get()).toMatchObject({ state: 'ready', trial: null, problem: null })
  })

  it.each([
    [true, { trial: null, isFree: true }],
    [undefined, { trial: { daysRemaining: 2 }, isFree: false }],
  ])('has no plans only if the operator does not bill: %s', async (is_free, shown) => {
    await open(organization({ is_free }))
    expect($billing.get()).toMatchObject({ state: 'ready', ...shown })
  })

  it('is not on trial if the organization cannot be fetched', async () => {
    await open(faults.serverError)
    expect($billing.get()).toMatchObject({
      state: 'ready',
      trial: null,
      problem: { title: 'Failed to fetch organization data' },
    })
  })

  it('resets to not on trial if a later check fails', async () => {
    let answer = organization({})
    await open(() => answer())
    expect($billing.get()).toMatchObject({ trial: { isOnTrial: true } })
    answer = faults.forbidden
    await $organizationRecord.get().refetch()
    expect($billing.get()).toMatchObject({ trial: null, problem: { reason: 'Not yours' } })
    answer = organization({})
    await $organizationRecord.get().refetch()
    expect($billing.get()).toMatchObject({ trial: { isOnTrial: true }, problem: null })
  })

  it('asks for an organization, or for the organizations feature', async () => {
    await open(organization({}))
    signInTo(null)
    expect($billing.get()).toEqual({ state: 'no-organization' })
    setSession({ status: 'signed-in', organizationsEnabled: false })
    expect($billing.get()).toEqual({ state: 'setup-required' })
    setSession({ status: 'loading' })
    expect($billing.get()).toEqual({ state: 'loading' })
  })
})

describe('whether plans cost money', () => {
  it('depends on the publishable key', () => {
    expect(isLocalIdentity(LOCAL_PUBLISHABLE_KEY)).toBe(true)
    for (const key of [publishableKeyOf('clerk.example.com'), '', 'pk_live_', 'pk_live_%%%']) {
      expect(isLocalIdentity(key)).toBe(false)
    }
  })
})
