import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import { fetchFaqs } from '../../../../src/api/knowledge.ts'
import { fetchProfile } from '../../../../src/api/profile.ts'
import { UNKNOWN_BUSINESS } from '../../../../src/contract/website-reading.ts'
import { typedAddress } from '../../../../src/domain/common/address.ts'
import { foundIn } from '../../../../src/domain/onboarding/found.ts'
import { readOnboardingDraft, storeOnboardingDraft } from '../../../../src/stores/onboarding/onboarding.ts'
import {
  $setupStage,
  answerWithPhone,
  answerWithWebsite,
  goOnWithout,
  readFound,
  showStage,
  storeFound,
  takeFound,
} from '../../../../src/stores/onboarding/setup.ts'
import { connectConsole } from '../../../support/console.ts'
import { faults } from '../../../support/faults.ts'
import { forgetDrafts } from '../../../support/forget-drafts.ts'
import { sharedServer } from '../../../support/server.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'

const FRESH = 'org_freshcut'
const SITE = 'https://dublinlawn.example'

const reading = {
  pages: [SITE],
  faqs: [{ question: 'Are you insured?', answer: 'Yes.', source: SITE }],
  services: { text: 'We mow.', source: SITE },
  business: { ...UNKNOWN_BUSINESS, name: 'Dublin Lawn', services: ['Mowing'], cities: ['Dublin'] },
}
const found = foundIn(reading, SITE)
const address = typedAddress('1 Main Street, Dublin, Ohio 43017')

const server = await sharedServer()
let network: ReturnType<typeof connectConsole>
let stop: () => void

beforeEach(() => {
  const items = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  })
  network = connectConsole(server)
  signInTo(FRESH)
  stop = $setupStage.subscribe(() => {})
})
afterEach(async () => {
  await forgetDrafts()
  stop()
  signOutNow()
  configure()
  vi.unstubAllGlobals()
})

it('saves what the steps do not send, and fills in the steps', async () => {
  showStage('review', { found })
  await takeFound(found, address)
  expect(await fetchProfile(FRESH)).toMatchObject({
    website_url: SITE,
    services_description: 'We mow.',
    service_area_type: 'cities',
    service_area_cities: ['Dublin'],
  })
  expect((await fetchFaqs(FRESH)).at(-1)).toMatchObject({ question: 'Are you insured?', answer: 'Yes.' })
  expect($setupStage.get()).toBe('confirm')
  expect(readOnboardingDraft()).toMatchObject({
    business_name: 'Dublin Lawn',
    address,
    services_offered: ['Mowing'],
    agent_name: 'Robin',
  })
  expect(readFound()).toBeNull()
})

it('keeps the stage, the corrections, and the chosen name on this device', async () => {
  showStage('review', { found })
  const corrected = { ...found, business_name: 'Dublin Lawn Care' }
  storeFound(corrected)
  storeOnboardingDraft({ agent_name: 'Sage' })
  signInTo('org_greenacres')
  expect($setupStage.get()).toBeNull()
  signInTo(FRESH)
  expect([$setupStage.get(), readFound()]).toEqual(['review', corrected])
  await takeFound(corrected, null)
  expect(readOnboardingDraft()).toMatchObject({ business_name: 'Dublin Lawn Care', agent_name: 'Sage' })
})

it('loses nothing if it cannot be saved', async () => {
  showStage('review', { found })
  network.plan(faults.drop)
  await expect(takeFound(found, address)).rejects.toThrow('could not be reached')
  expect([$setupStage.get(), readFound()]).toEqual(['review', found])
})

it('goes on without the website with what was corrected', () => {
  showStage('review', { found })
  goOnWithout({ ...found, business_name: 'Dublin Lawn Care', address: '1 Main Street' })
  expect($setupStage.get()).toBeNull()
  expect(readOnboardingDraft()).toMatchObject({
    business_name: 'Dublin Lawn Care',
    address: { full_address: '1 Main Street' },
    services_offered: ['Mowing'],
  })
})

it('saves a phone number, and goes on to the fields', async () => {
  showStage('question')
  await answerWithPhone('(614) 555-0142')
  expect($setupStage.get()).toBeNull()
  expect((await fetchProfile(FRESH)).phone).toBe('(614) 555-0142')
})

it('says why a website cannot be read, and stays at the question', async () => {
  showStage('question')
  await expect(answerWithWebsite('no-such-site.invalid')).rejects.toThrow('no-such-site.invalid')
  expect($setupStage.get()).toBe('question')
})
