import { $clerkStore, $isLoadedStore } from '@clerk/astro/client'
import type { WritableAtom } from 'nanostores'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { $outage, type Outage } from '../../../../src/stores/base/query/outage.ts'
import {
  $waitingSwitch,
  cancelSwitch,
  followSwitches,
  switchTo,
} from '../../../../src/stores/organization/switch.ts'
import { unloadClerk } from '../../../support/clerk.ts'
import { signInTo } from '../../../support/session.ts'

const FRESH = { id: 'org_fresh', name: 'Fresh Cut Co' }
const select = vi.fn(async (_: { organization: string }) => {})

function setOutage(outage: Outage): void {
  ;($outage as WritableAtom<Outage>).set(outage)
}

function loadClerk(clerk: object): void {
  $isLoadedStore.get()
  $clerkStore.get()
  ;($clerkStore as unknown as WritableAtom<unknown>).set(clerk)
  ;($isLoadedStore as WritableAtom<boolean>).set(true)
}

const clerk = {
  setActive: select,
  session: { getToken: async () => 'token' },
  user: { organizationMemberships: [{ organization: FRESH }] },
}
let isFollowing = false

beforeEach(() => {
  vi.useFakeTimers()
  select.mockReset()
  vi.stubGlobal('window', { Clerk: { status: 'ready', session: clerk.session } })
  signInTo('org_green')
  loadClerk(clerk)
  if (!isFollowing) followSwitches()
  isFollowing = true
})
afterEach(() => {
  cancelSwitch()
  setOutage(null)
  unloadClerk()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('happens at once without an outage', async () => {
  switchTo(FRESH)
  await vi.advanceTimersByTimeAsync(0)
  expect(select).toHaveBeenCalledExactlyOnceWith({ organization: FRESH.id })
  expect($waitingSwitch.get()).toBeNull()
})

it('waits for the end of an outage, unless it is canceled', async () => {
  setOutage('offline')
  switchTo(FRESH)
  await vi.advanceTimersByTimeAsync(60_000)
  expect($waitingSwitch.get()).toEqual(FRESH)
  cancelSwitch()
  setOutage(null)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(select).not.toHaveBeenCalled()

  setOutage('unreachable')
  switchTo(FRESH)
  setOutage(null)
  await vi.advanceTimersByTimeAsync(0)
  expect(select).toHaveBeenCalledOnce()
})

it('is tried again if the identity provider cannot be reached', async () => {
  select.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  switchTo(FRESH)
  await vi.advanceTimersByTimeAsync(0)
  expect($waitingSwitch.get()).toEqual(FRESH)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(select).toHaveBeenCalledTimes(2)
  expect($waitingSwitch.get()).toBeNull()
})

it("holds a choice in the provider's own switcher during an outage", async () => {
  setOutage('offline')
  await clerk.setActive({ organization: FRESH.id })
  expect(select).not.toHaveBeenCalled()
  expect($waitingSwitch.get()).toEqual(FRESH)
})
