import { expect, test } from 'vitest'
import { DEFAULT_PROFILE } from '../../../../src/contract/profile.ts'
import { confirmedAddress, needsConfirmation, typedAddress } from '../../../../src/domain/common/address.ts'
import { agentFields, businessFields, milesOf } from '../../../../src/domain/onboarding/onboarding.ts'
import { onboardingPercent, onboardingStep } from '../../../../src/domain/onboarding/progress.ts'
import { offeredServices, PRESET_SERVICES } from '../../../../src/domain/onboarding/services.ts'

const progress = (current_step: number, completed_steps: number) => ({
  current_step,
  completed_steps,
  is_complete: completed_steps === 3,
})

test('the step follows the server and defaults to 1', () => {
  expect(onboardingStep(null)).toBe(1)
  expect(onboardingStep(undefined)).toBe(1)
  expect(onboardingStep(progress(2, 1))).toBe(2)
  expect(onboardingStep(progress(3, 2))).toBe(3)
  expect(onboardingStep(progress(0, 0))).toBe(1)
  expect(onboardingStep(progress(17, 3))).toBe(1)
})

test('the percentage is completed steps out of three, within 0 and 100', () => {
  expect(onboardingPercent(null)).toBe(0)
  expect(onboardingPercent(progress(2, 1))).toBeCloseTo(33.33, 1)
  expect(onboardingPercent(progress(3, 3))).toBe(100)
  expect(onboardingPercent(progress(3, 9))).toBe(100)
  expect(onboardingPercent(progress(1, -2))).toBe(0)
})

const start = (over: Partial<Parameters<typeof businessFields>[0]> = {}) => ({
  draft: {},
  profile: DEFAULT_PROFILE,
  organizationName: 'Fresh Cut Co',
  ...over,
})

test("step 1 starts with the organization's name and the default radius", () => {
  expect(businessFields(start())).toEqual({
    business_name: 'Fresh Cut Co',
    address: null,
    service_area_radius: 25,
  })
})

test('step 1 prefers typed values, also empty ones, to the profile, and the profile to the organization', () => {
  const profile = { ...DEFAULT_PROFILE, business_name: 'Stored', address: '1 A St', service_area_radius: 40 }
  expect(businessFields(start({ profile }))).toEqual({
    business_name: 'Stored',
    address: confirmedAddress({
      full_address: '1 A St',
      coordinates: null,
      context: null,
      properties: null,
    }),
    service_area_radius: 40,
  })
  const draft = { business_name: '', address: null, service_area_radius: null }
  expect(businessFields(start({ profile, draft }))).toEqual(draft)
})

test('a typed address that is not confirmed must be confirmed again', () => {
  const { address } = businessFields(start({ draft: { address: typedAddress('1 A St') } }))
  expect(address && needsConfirmation(address)).toBe(true)
})

test('step 2 starts friendly and without selected services', () => {
  expect(agentFields(start())).toEqual({
    services_offered: [],
    agent_name: '',
    personality_tone: 'friendly',
  })
})

test('a stored tone that onboarding does not offer becomes friendly', () => {
  const profile = { ...DEFAULT_PROFILE, personality_tone: 'enthusiastic' }
  expect(agentFields(start({ profile })).personality_tone).toBe('friendly')
  expect(agentFields(start({ profile, draft: { personality_tone: 'concise' } })).personality_tone).toBe(
    'concise',
  )
})

test('custom services follow the presets, without duplicates', () => {
  const profile = { ...DEFAULT_PROFILE, services_offered: ['Pest Control', 'Gutters'] }
  const draft = { custom_services: [...PRESET_SERVICES, 'Ponds'], services_offered: ['gutters', 'Fences'] }
  expect(offeredServices(start({ profile, draft }))).toEqual([
    ...PRESET_SERVICES,
    'Ponds',
    'Gutters',
    'Fences',
  ])
})

test('a typed radius is a number of miles, else nothing', () => {
  expect([' 25 ', '2,5', '-3', '', '  ', 'far'].map(milesOf)).toEqual([25, 2.5, -3, null, null, null])
})
