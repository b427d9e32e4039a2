import { describe, expect, it } from 'vitest'
import { DEFAULT_PROFILE, Profile } from '../../../../src/contract/profile.ts'
import { COMPLETENESS_FIELDS, completenessOf } from '../../../../src/domain/settings/completeness.ts'
import { FIELD_ORDER, SETTINGS_SECTIONS, sectionOf } from '../../../../src/domain/settings/fields.ts'
import { sectionProgress } from '../../../../src/domain/settings/section-progress.ts'

describe('the sections', () => {
  it('are the eleven of the specification, in order, and Phone', () => {
    expect(SETTINGS_SECTIONS.map(({ title }) => title)).toEqual([
      'Business Information',
      'Agent Voice',
      'Phone',
      'Services Offered',
      'Pricing & Qualification Notes',
      'Frequently Asked Questions',
      'Lead Qualification Questions',
      'Design',
      'Service Area',
      'Estimation Call Availability',
      'Escalation Contact',
      'Installation',
    ])
  })

  it('contain every field of the contract once', () => {
    expect([...FIELD_ORDER].toSorted()).toEqual(
      [...Object.keys(Profile.entries), 'faqs', 'questions'].toSorted(),
    )
  })

  it('know their fields', () => {
    expect(sectionOf('phone')).toBe('business')
    expect(sectionOf('timezone')).toBe('hours')
    expect(sectionOf('faqs')).toBe('faqs')
  })
})

describe('progress', () => {
  it('has the same weights as completeness', () => {
    const profile = { ...DEFAULT_PROFILE, business_name: 'Green Acres', phone: ' ' }
    expect(sectionProgress('business', profile)).toEqual({
      percentage: Math.round((15 / 35) * 100),
      missing: ['Phone Number', 'Email Address'],
    })
    expect(sectionProgress('hours', profile)).toEqual({ percentage: 100, missing: [] })
    expect(sectionProgress('pricing', profile)).toEqual({ percentage: 0, missing: [] })
    expect(sectionProgress('design', profile)).toEqual({ percentage: null, missing: [] })
  })

  it('is full in every section exactly if the profile is complete', () => {
    const whole = { ...DEFAULT_PROFILE }
    for (const { field } of COMPLETENESS_FIELDS) if (field !== 'business_hours') whole[field] = 'x'
    const percentages = SETTINGS_SECTIONS.map(({ id }) => sectionProgress(id, whole).percentage ?? 100)
    expect(new Set(percentages)).toEqual(new Set([100]))
    expect(completenessOf(whole)).toBe(100)
  })
})
