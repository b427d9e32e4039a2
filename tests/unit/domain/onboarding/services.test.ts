import { expect, test } from 'vitest'
import { addService, findService, PRESET_SERVICES } from '../../../../src/domain/onboarding/services.ts'

test('a custom service is trimmed and added once', () => {
  expect(addService(PRESET_SERVICES, '  Gutter Cleaning ')).toEqual([...PRESET_SERVICES, 'Gutter Cleaning'])
})

test.each(['', '   ', 'Tree Services', ' tree services '])(
  'blank and existing services change nothing: %j',
  (text) => {
    expect(addService(PRESET_SERVICES, text)).toBe(PRESET_SERVICES)
  },
)

test('typed text matches the listed service', () => {
  expect(findService(PRESET_SERVICES, ' pest control')).toBe('Pest Control')
  expect(findService(PRESET_SERVICES, 'Pest')).toBeUndefined()
})
