import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_HOURS, DEFAULT_PROFILE } from '../../../../src/contract/profile.ts'
import {
  COMPLETENESS_FIELDS,
  type CompletenessProfile,
  completenessBand,
  completenessOf,
  firstMissingField,
} from '../../../../src/domain/settings/completeness.ts'

const EMPTY: CompletenessProfile = {
  business_name: null,
  agent_name: null,
  services_description: null,
  phone: null,
  email: null,
  escalation_email: null,
  service_area_type: null,
  business_hours: [],
  pricing_notes: null,
}
const FULL: CompletenessProfile = {
  business_name: 'Green Acres',
  agent_name: 'Ivy',
  services_description: 'Lawns',
  phone: '555',
  email: 'a@b.c',
  escalation_email: 'a@b.c',
  service_area_type: 'radius',
  business_hours: [...DEFAULT_HOURS],
  pricing_notes: 'From $40',
}

describe('completenessOf', () => {
  it('is 0 for an empty profile and 100 for a full one', () => {
    expect(completenessOf(EMPTY)).toBe(0)
    expect(completenessOf(FULL)).toBe(100)
  })

  it('weighs each field as in section 5', () => {
    const weights = COMPLETENESS_FIELDS.map(({ field }) => [
      field,
      completenessOf({ ...EMPTY, [field]: FULL[field] }),
      completenessOf({ ...FULL, [field]: EMPTY[field] }),
    ])
    expect(weights).toEqual([
      ['business_name', 15, 85],
      ['agent_name', 15, 85],
      ['services_description', 20, 80],
      ['phone', 10, 90],
      ['email', 10, 90],
      ['escalation_email', 10, 90],
      ['service_area_type', 10, 90],
      ['business_hours', 5, 95],
      ['pricing_notes', 5, 95],
    ])
  })

  it('does not count blank text', () => {
    expect(completenessOf({ ...FULL, business_name: ' \t\n' })).toBe(85)
  })

  it('counts only the default hours in a new profile', () => {
    expect(completenessOf(DEFAULT_PROFILE)).toBe(5)
  })

  it('never falls when a field is filled', () => {
    const fields = COMPLETENESS_FIELDS.map(({ field }) => field)
    fc.assert(
      fc.property(fc.subarray(fields), fc.constantFrom(...fields), (filled, added) => {
        const pick = (names: readonly string[]) => ({
          ...EMPTY,
          ...Object.fromEntries(Object.entries(FULL).filter(([name]) => names.includes(name))),
        })
        const before = completenessOf(pick(filled))
        const after = completenessOf(pick([...filled, added]))
        expect(after).toBeGreaterThanOrEqual(before)
        expect(after).toBeLessThanOrEqual(100)
      }),
    )
  })
})

describe('completenessBand', () => {
  it.each([
    [99, 'success', 'View Setup'],
    [80, 'success', 'View Setup'],
    [79, 'warning', 'Finish Setup'],
    [60, 'warning', 'Finish Setup'],
    [59, 'orange', 'Complete Setup'],
    [40, 'orange', 'Complete Setup'],
    [39, 'red', 'Complete Setup'],
    [0, 'red', 'Complete Setup'],
  ])('at %d%% is %s', (percentage, tone, button) => {
    expect(completenessBand(percentage)).toMatchObject({ tone, button })
  })

  it('is hidden at 100%', () => {
    expect(completenessBand(100)).toBeNull()
  })

  it('has the texts of section 4', () => {
    const essentials =
      'Complete the essential fields to make sure your agent mirrors your brand and your business.'
    expect(completenessBand(80)?.message).toBe('Your agent is ready to help customers!')
    expect(completenessBand(60)?.message).toBe('Almost ready! Complete the remaining fields to go live.')
    expect(completenessBand(40)?.message).toBe(essentials)
    expect(completenessBand(0)?.message).toBe(essentials)
  })
})

describe('firstMissingField', () => {
  it('follows the order of section 5 and skips optional fields', () => {
    expect(firstMissingField(EMPTY)).toBe('business_name')
    expect(firstMissingField({ ...FULL, email: ' ', phone: null })).toBe('phone')
    expect(firstMissingField({ ...FULL, business_hours: [], pricing_notes: null })).toBeNull()
    expect(firstMissingField(FULL)).toBeNull()
  })
})
