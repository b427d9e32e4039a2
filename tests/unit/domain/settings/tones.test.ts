import { expect, it } from 'vitest'
import { ONBOARDING_TONES } from '../../../../src/contract/tones.ts'
import { settingsTones, toneOf } from '../../../../src/domain/settings/tones.ts'

it('onboarding offers the tones of section 9 with their labels', () => {
  expect(ONBOARDING_TONES.map(({ value, label }) => [value, label])).toEqual([
    ['friendly', 'Friendly & Neighborly'],
    ['professional', 'Professional & Polished'],
    ['concise', 'Concise & Businesslike'],
  ])
})

it.each([
  [null, []],
  [' ', []],
  ['helpful', []],
  ['concise', [['concise', 'Concise & Businesslike']]],
  ['grumpy old man', [['grumpy old man', 'Grumpy old man']]],
])('settings offer four tones, and the stored one: %j', (stored, more) => {
  expect(settingsTones(stored).map(({ value, label }) => [value, label])).toEqual([
    ['friendly', 'Friendly & Neighborly'],
    ['professional', 'Professional & Polished'],
    ['enthusiastic', 'Enthusiastic & Upbeat'],
    ['helpful', 'Helpful & Patient'],
    ...more,
  ])
})

it('an unknown tone sounds like the friendly one', () => {
  expect(toneOf('constructor').sample).toBe(toneOf('friendly').sample)
})
