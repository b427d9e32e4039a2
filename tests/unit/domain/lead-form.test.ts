import { describe, expect, it } from 'vitest'
import { changedFields, formOf, formProblem } from '../../../src/domain/lead-form.ts'
import { buildLead } from '../../support/build-lead.ts'

describe('lead form', () => {
  const lead = buildLead({ contact_name: 'Ada', prospect_phone: '512', notes: 'a' })

  it('shows the contact where the prospect is missing', () => {
    expect(formOf(lead)).toMatchObject({ prospect_name: 'Ada', prospect_phone: '512', prospect_email: '' })
    expect(new Set(Object.values(formOf(null)))).toEqual(new Set(['']))
  })

  it('sends only what was changed; null clears', () => {
    const before = formOf(lead)
    expect(changedFields(before, before)).toEqual({})
    expect(changedFields(before, { ...before, notes: ' ', budget: ' 5 ', prospect_name: 'Ada ' })).toEqual({
      notes: null,
      budget: '5',
    })
  })

  it.each([
    [{}, 'Please enter a name, an email or a phone number'],
    [{ prospect_name: '  ' }, 'Please enter a name, an email or a phone number'],
    [{ notes: 'a' }, 'Please enter a name, an email or a phone number'],
    [{ prospect_email: 'a@b.test' }, null],
    [{ prospect_phone: '1' }, null],
  ])('%o', (fields, problem) => expect(formProblem({ ...formOf(null), ...fields })).toBe(problem))
})
