import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_CALL_HOURS, DEFAULT_PROFILE } from '../../../../src/contract/profile.ts'
import type { Changes } from '../../../../src/domain/settings/settings.ts'
import { readDraft, writeDraft } from '../../../../src/stores/settings/draft-form.ts'

describe('the parsed draft', () => {
  const keptAt = '2026-11-20T10:00:00.000Z'
  const envelope = (changes: unknown, version: unknown = 1) => JSON.stringify({ version, keptAt, changes })

  it.each([
    null,
    '',
    'nonsense',
    'null',
    '[]',
    '{}',
    envelope({ phone: { base: null, mine: 'x' } }, 2),
    envelope({}),
    envelope('x'),
    envelope({ phone: 'x' }),
    envelope({ phone: { base: null, mine: 7 } }),
    envelope({ unknown_field: { base: null, mine: 'x' } }),
    envelope({ __proto__: { base: null, mine: 'x' } }),
    envelope({ constructor: { base: null, mine: 'x' } }),
    envelope({ faqs: { base: [], mine: [{ question: 'no key' }] } }),
    envelope({ business_hours: { base: [], mine: ['monday'] } }),
    JSON.stringify({ version: 1, keptAt: 'once', changes: { phone: { base: null, mine: 'x' } } }),
  ])('is null for %j', (text) => expect(readDraft(text)).toBeNull())

  it('is the valid part of a draft', () => {
    const phone = { base: null, mine: 'x' }
    expect(readDraft(envelope({ phone, email: 7, later_field: phone }))).toEqual({
      keptAt,
      changes: { phone },
    })
  })

  it('contains every field of the contract, also beyond its limits', () => {
    const changes = Object.fromEntries(
      Object.entries(DEFAULT_PROFILE).map(([field, base]) => [
        field,
        { base, mine: typeof base === 'string' ? 'x'.repeat(30_000) : base },
      ]),
    ) as Changes
    expect(readDraft(writeDraft({ keptAt, changes }))).toEqual({ keptAt, changes })
  })

  it('contains Spanish names, but nothing else in their place', () => {
    const names = { base: null, mine: { 'Tree Services': 'x'.repeat(30_000), Mulching: '' } }
    expect(readDraft(envelope({ services_spanish: names }))?.changes).toEqual({ services_spanish: names })
    for (const mine of ['x', 7, { Mulching: 7 }])
      expect(readDraft(envelope({ services_spanish: { base: null, mine } }))).toBeNull()
  })

  it('contains call hours and days off, but nothing else in their place', () => {
    const hours = { base: [...DEFAULT_CALL_HOURS], mine: null }
    const daysOff = { base: [], mine: [{ from: '2030-01-01', to: '2029-12-31', note: null }] }
    for (const changes of [
      { call_hours: hours },
      { call_hours: { base: null, mine: [] } },
      { days_off: daysOff },
    ])
      expect(readDraft(writeDraft({ keptAt, changes }))?.changes).toEqual(changes)
    expect(readDraft(envelope({ call_hours: { base: null, mine: 'x' } }))).toBeNull()
    expect(readDraft(envelope({ days_off: { base: [], mine: DEFAULT_CALL_HOURS } }))).toBeNull()
    expect(readDraft(envelope({ business_hours: { base: [], mine: null } }))).toBeNull()
  })

  it('is what was written, or null, and never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(() => readDraft(JSON.stringify(value))).not.toThrow()
        expect(() => readDraft(envelope(value))).not.toThrow()
        expect(() => readDraft(envelope({ phone: value, faqs: { base: value, mine: value } }))).not.toThrow()
      }),
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (mine) => {
        const changes: Changes = { phone: { base: null, mine } }
        expect(readDraft(writeDraft({ keptAt, changes }))?.changes).toEqual(changes)
      }),
    )
  })
})
