import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_CALL_HOURS, DEFAULT_PROFILE } from '../../../../src/contract/profile.ts'
import type { Changes } from '../../../../src/domain/settings/settings.ts'
import { readChanges } from '../../../../src/stores/settings/draft-form.ts'

describe('the changes in a stored draft', () => {
  it.each<unknown>([
    null,
    '',
    'nonsense',
    [],
    {},
    { phone: 'x' },
    { phone: { base: null, mine: 7 } },
    { unknown_field: { base: null, mine: 'x' } },
    { __proto__: { base: null, mine: 'x' } },
    { constructor: { base: null, mine: 'x' } },
    { faqs: { base: [], mine: [{ question: 'no key' }] } },
    { business_hours: { base: [], mine: ['monday'] } },
  ])('are none for %j', (stored) => expect(readChanges(stored)).toEqual({}))

  it('are the readable ones', () => {
    const phone = { base: null, mine: 'x' }
    expect(readChanges({ phone, email: 7, later_field: phone })).toEqual({ phone })
  })

  it('can be in every field of the contract, also beyond its limits', () => {
    const changes = Object.fromEntries(
      Object.entries(DEFAULT_PROFILE).map(([field, base]) => [
        field,
        { base, mine: typeof base === 'string' ? 'x'.repeat(30_000) : base },
      ]),
    )
    expect(readChanges(changes)).toEqual(changes)
  })

  it('can be Spanish names, but nothing else in their place', () => {
    const names = { base: null, mine: { 'Tree Services': 'x'.repeat(30_000), Mulching: '' } }
    expect(readChanges({ services_spanish: names })).toEqual({ services_spanish: names })
    for (const mine of ['x', 7, { Mulching: 7 }])
      expect(readChanges({ services_spanish: { base: null, mine } })).toEqual({})
  })

  it('can be call hours and days off, but nothing else in their place', () => {
    const hours = { base: [...DEFAULT_CALL_HOURS], mine: null }
    const daysOff = { base: [], mine: [{ from: '2030-01-01', to: '2029-12-31', note: null }] }
    for (const changes of [
      { call_hours: hours },
      { call_hours: { base: null, mine: [] } },
      { days_off: daysOff },
    ])
      expect(readChanges(changes)).toEqual(changes)
    expect(readChanges({ call_hours: { base: null, mine: 'x' } })).toEqual({})
    expect(readChanges({ days_off: { base: [], mine: DEFAULT_CALL_HOURS } })).toEqual({})
    expect(readChanges({ business_hours: { base: [], mine: null } })).toEqual({})
  })

  it('are what was written, or none, and reading them never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        readChanges(value)
        readChanges({ phone: value, faqs: { base: value, mine: value } })
      }),
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (mine) => {
        const changes: Changes = { phone: { base: null, mine } }
        expect(readChanges(JSON.parse(JSON.stringify(changes)))).toEqual(changes)
      }),
    )
  })
})
