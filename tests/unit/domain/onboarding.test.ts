import { expect, test } from 'vitest'
import {
  addService,
  findService,
  onboardingPercent,
  onboardingStep,
  PRESET_SERVICES,
} from '../../../src/domain/onboarding.ts'

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

test('a custom service is trimmed and added once', () => {
  expect(addService(PRESET_SERVICES, '  Gutter Cleaning ')).toEqual([...PRESET_SERVICES, 'Gutter Cleaning'])
})

test.each(['', '   ', 'Tree Services', ' tree services '])(
  'blank and known services change nothing: %j',
  (text) => {
    expect(addService(PRESET_SERVICES, text)).toBe(PRESET_SERVICES)
  },
)

test('a typed text finds the listed service it means', () => {
  expect(findService(PRESET_SERVICES, ' pest control')).toBe('Pest Control')
  expect(findService(PRESET_SERVICES, 'Pest')).toBeUndefined()
})
