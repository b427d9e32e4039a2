import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import type { BusinessStep } from '../../../../src/contract/onboarding.ts'
import { flushDrafts } from '../../../../src/stores/base/drafts.ts'
import {
  $isCompletingStep,
  completeStep,
  readOnboardingDraft,
  storeOnboardingDraft,
} from '../../../../src/stores/onboarding/onboarding.ts'
import {
  $onboardingClosed,
  $onboardingOpen,
  $onboardingProgress,
  closeOnboarding,
  refreshOnboarding,
  reopenOnboarding,
} from '../../../../src/stores/onboarding/progress.ts'
import { $profile } from '../../../../src/stores/settings/profile.ts'
import { connectConsole } from '../../../support/console.ts'
import { eventually } from '../../../support/eventually.ts'
import { faults } from '../../../support/faults.ts'
import { forgetDrafts } from '../../../support/forget-drafts.ts'
import { sharedServer } from '../../../support/server.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'
import { stopStores } from '../../../support/stop-stores.ts'

const FRESH = 'org_freshcut'
const KEY = `fieldhand.onboarding.user_owner.${FRESH}`

const business: BusinessStep = {
  business_name: 'Fresh Cut Co',
  address: {
    full_address: '1 Main Street, Dublin, Ohio 43017, United States',
    coordinates: { latitude: 40.1, longitude: -83.1 },
    context: { place: 'Dublin' },
    properties: null,
  },
  service_area_radius: 30,
}
const agent = {
  services_offered: ['Tree Services', 'Gutter Cleaning'],
  agent_name: 'Clip',
  personality_tone: 'concise' as const,
}

const server = await sharedServer()
let network: ReturnType<typeof connectConsole>
let closes: (() => void)[]

/** A device's storage that tests can fill and inspect. */
function stubStorage() {
  const items = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  })
  return items
}

let items: Map<string, string>

beforeEach(async () => {
  await server.deps.db.deleteFrom('onboarding_steps').where('organization_id', '=', FRESH).execute()
  network = connectConsole(server)
  items = stubStorage()
  signInTo(FRESH)
  closes = [$onboardingProgress.subscribe(() => {}), $onboardingOpen.subscribe(() => {})]
  await eventually(() => expect($onboardingProgress.get().status).toBe('ready'))
})
afterEach(async () => {
  stopStores(closes)
  await forgetDrafts('user_other')
  reopenOnboarding()
  signOutNow()
  configure()
  vi.unstubAllGlobals()
})

const progress = () => $onboardingProgress.get().data
const posts = () => network.requests.filter(({ method }) => method === 'POST')

describe('the steps', () => {
  it('are completed in order, each by its own call, with their payloads', async () => {
    expect(progress()).toEqual({ current_step: 1, completed_steps: 0, is_complete: false })
    await completeStep({ step: 1, body: business })
    expect(progress()).toEqual({ current_step: 2, completed_steps: 1, is_complete: false })
    await completeStep({ step: 2, body: agent })
    expect(progress()).toEqual({ current_step: 3, completed_steps: 2, is_complete: false })
    await completeStep({ step: 3 })
    expect(progress()).toMatchObject({ completed_steps: 3, is_complete: true })
    expect($onboardingOpen.get()).toBe(false)
    expect(posts().map(({ url }) => new URL(url).pathname)).toEqual(
      [1, 2, 3].map((step) => `/api/v1/organizations/${FRESH}/complete-step/${step}`),
    )
    expect(await Promise.all(posts().map((post) => post.json()))).toEqual([
      business,
      agent,
      { scheduling_hours: {} },
    ])
    const profile = await (await server.fetchApi(`/api/v1/organizations/${FRESH}/profile`)).json()
    expect(profile).toMatchObject({
      business_name: 'Fresh Cut Co',
      address: business.address.full_address,
      service_area_radius: 30,
      ...agent,
    })
  })

  it('are sent once, however often they are requested', async () => {
    const twice = [completeStep({ step: 1, body: business }), completeStep({ step: 1, body: business })]
    expect($isCompletingStep.get()).toBe(true)
    const [first, second] = await Promise.all(twice)
    expect(first).toMatchObject({ current_step: 2 })
    expect(second).toBeNull()
    expect(posts()).toHaveLength(1)
    expect($isCompletingStep.get()).toBe(false)
  })

  it('that fail keep step and draft and can be retried', async () => {
    storeOnboardingDraft({ business_name: 'Fresh Cut' })
    network.plan(faults.serverError)
    await expect(completeStep({ step: 1, body: business })).rejects.toThrow('HTTP 500')
    expect(progress()?.current_step).toBe(1)
    expect(readOnboardingDraft().business_name).toBe('Fresh Cut')
    expect($isCompletingStep.get()).toBe(false)
    await completeStep({ step: 1, body: business })
    expect(progress()?.current_step).toBe(2)
  })

  it('follow the server if it is at another step than the browser', async () => {
    closes.push($profile.subscribe(() => {}))
    await eventually(() => expect($profile.get().status).toBe('ready'))
    await expect(completeStep({ step: 2, body: agent })).rejects.toThrow('Please complete step 1 first')
    const elsewhere = { method: 'POST', body: JSON.stringify(business) }
    await server.fetchApi(`/api/v1/organizations/${FRESH}/complete-step/1`, elsewhere)
    await refreshOnboarding()
    expect(progress()?.current_step).toBe(2)
    await eventually(() =>
      expect($profile.get().data?.service_area_radius).toBe(business.service_area_radius),
    )
  })
})

describe('the dialog', () => {
  it('shows until the user closes it, and again on request', () => {
    expect($onboardingOpen.get()).toBe(true)
    closeOnboarding()
    expect($onboardingOpen.get()).toBe(false)
    expect($onboardingClosed.get()).toBe(true)
    reopenOnboarding()
    expect($onboardingOpen.get()).toBe(true)
  })

  it('closed for one organization stays open for another', () => {
    closeOnboarding()
    signInTo('org_rivalmowing', 'user_rival')
    expect($onboardingClosed.get()).toBe(false)
  })
})

describe('typed input', () => {
  it('is stored per field and organization', () => {
    storeOnboardingDraft({ business_name: 'Fresh', address: null })
    storeOnboardingDraft({ agent_name: 'Clip', custom_text: 'Gut' })
    expect(readOnboardingDraft()).toEqual({
      business_name: 'Fresh',
      address: null,
      agent_name: 'Clip',
      custom_text: 'Gut',
    })
    signInTo('org_other')
    expect(readOnboardingDraft()).toEqual({})
  })

  it('survives signing out', () => {
    storeOnboardingDraft({ business_name: 'Fresh' })
    signOutNow()
    expect(readOnboardingDraft()).toEqual({})
    storeOnboardingDraft({ business_name: 'nobody' })
    signInTo(FRESH)
    expect(readOnboardingDraft()).toEqual({ business_name: 'Fresh' })
  })

  it('is stored after the paint, in its own organization, and at once when the page is left', () => {
    const frames: (() => void)[] = []
    vi.stubGlobal('document', { hidden: false, addEventListener() {}, removeEventListener() {} })
    vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame))
    storeOnboardingDraft({ business_name: 'F' })
    storeOnboardingDraft({ business_name: 'Fr' })
    expect(frames).toHaveLength(1)
    expect(items.size).toBe(0)
    expect(readOnboardingDraft()).toEqual({ business_name: 'Fr' })
    flushDrafts()
    expect(items.size).toBe(1)
    storeOnboardingDraft({ business_name: 'Fresh' })
    signInTo('org_other')
    storeOnboardingDraft({ business_name: 'Other' })
    signInTo(FRESH)
    expect(readOnboardingDraft()).toEqual({ business_name: 'Fresh' })
    vi.unstubAllGlobals()
  })

  it('is deleted when onboarding is complete, not before', async () => {
    storeOnboardingDraft({ business_name: 'Fresh' })
    await completeStep({ step: 1, body: business })
    await completeStep({ step: 2, body: agent })
    expect(items.size).toBe(1)
    await completeStep({ step: 3 })
    // The offer to show the first chat in the playground.
    expect([...items.keys()]).toEqual([`fieldhand.first-chat.${FRESH}`])
  })

  it.each(['', '{', 'null', '[]', '7', '{"business_name":7,"services_offered":"x","address":{"a":1}}'])(
    'that cannot be read (%s) is ignored',
    (stored) => {
      items.set(KEY, stored)
      expect(Object.values(readOnboardingDraft()).filter((value) => value !== undefined)).toEqual([])
    },
  )

  it('keeps its valid parts', () => {
    items.set(KEY, '{"business_name":"Fresh","service_area_radius":"far"}')
    expect(readOnboardingDraft()).toMatchObject({ business_name: 'Fresh' })
    expect(readOnboardingDraft().service_area_radius).toBeUndefined()
  })

  it('of version 1 is taken over by the first user who opens it', () => {
    items.set(`fieldhand.onboarding.${FRESH}`, '{"business_name":"Fresh"}')
    expect(readOnboardingDraft()).toMatchObject({ business_name: 'Fresh' })
    flushDrafts()
    expect([...items.keys()]).toEqual([KEY])
    signInTo(FRESH, 'user_other')
    expect(readOnboardingDraft()).toEqual({})
  })
})
