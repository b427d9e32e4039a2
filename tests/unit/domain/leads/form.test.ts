import { describe, expect, it } from 'vitest'
import {
  changedFields,
  followed,
  formConflicts,
  formOf,
  formProblem,
  startForm,
} from '../../../../src/domain/leads/form.ts'
import { buildLead } from '../../../support/build-lead.ts'

describe('lead form', () => {
  const lead = buildLead({ contact_name: 'Ada', prospect_phone: '512', notes: 'a' })

  it('shows the contact if the prospect is missing', () => {
    expect(formOf(lead)).toMatchObject({ prospect_name: 'Ada', prospect_phone: '512', prospect_email: '' })
    expect(new Set(Object.values(formOf(null)))).toEqual(new Set(['']))
  })

  it('sends only changed fields; null clears a field', () => {
    const before = formOf(lead)
    expect(changedFields(before, before)).toEqual({})
    expect(changedFields(before, { ...before, notes: ' ', budget: ' 5 ', prospect_name: 'Ada ' })).toEqual({
      notes: null,
      budget: '5',
    })
  })

  it('sends extended notes as an additional note', () => {
    const before = formOf(lead)
    const typed = (notes: string) => changedFields(before, { ...before, notes })
    expect(typed('a\nb ')).toEqual({ notes: 'a\nb', add_note: 'b' })
    expect(typed('ab')).toEqual({ notes: 'ab' })
    const none = formOf({ ...lead, notes: null })
    expect(changedFields(none, { ...none, notes: 'b' })).toEqual({ notes: 'b', add_note: 'b' })
    expect(typed(`a\n${'x'.repeat(5_001)}`)).not.toHaveProperty('add_note')
  })

  it('follows a lead that someone else changed, and lists the conflicts', () => {
    const before = formOf(lead)
    const form = { ...before, budget: '5', timeline: 'mine' }
    const current = formOf({ ...lead, contact_name: 'Bea', timeline: 'theirs' })
    expect(formConflicts(before, form, current)).toEqual([
      { field: 'timeline', base: '', mine: 'mine', theirs: 'theirs' },
    ])
    const next = followed(before, form, current)
    expect(next.form).toMatchObject({ prospect_name: 'Bea', budget: '5', timeline: 'mine' })
    expect(changedFields(next.before, next.form)).toEqual({ budget: '5', timeline: 'mine' })
    expect(formConflicts(before, { ...before, timeline: ' theirs' }, current)).toEqual([])
  })

  it('keeps a note that a colleague has added', () => {
    const before = formOf(lead)
    const form = { ...before, notes: 'a\nmine', prospect_phone: '1' }
    const current = formOf({ ...lead, notes: 'a\ntheirs', prospect_phone: '2' })
    const next = followed(before, form, current)
    expect(formConflicts(next.before, next.form, current).map(({ field }) => field)).toEqual([
      'prospect_phone',
    ])
    expect(changedFields(next.before, next.form)).toMatchObject({
      notes: 'a\ntheirs\nmine',
      add_note: 'mine',
    })
  })

  it.each([
    ['a form', { notes: 'a' }],
    ['a call', undefined],
  ])('adds a refused note from %s to the current notes', (_source, base) => {
    const typed = { fields: { notes: 'a\nmine', add_note: 'mine' }, base }
    const { before, form } = startForm({ ...lead, notes: 'b' }, typed)
    expect(changedFields(before, form)).toEqual({ notes: 'b\nmine', add_note: 'mine' })
  })

  it('starts with the values of a refused form', () => {
    const typed = { fields: { budget: 'mine', timeline: 'May' }, base: { budget: null, timeline: null } }
    const current = { ...lead, budget: 'theirs' }
    const { before, form } = startForm(current, typed)
    expect(form).toMatchObject({ budget: 'mine', timeline: 'May', notes: 'a' })
    expect(formConflicts(before, form, formOf(current)).map(({ field }) => field)).toEqual(['budget'])
    expect(startForm(lead)).toEqual({ before: formOf(lead), form: formOf(lead) })
  })

  it.each([
    [{}, 'Please enter a name, an email or a phone number'],
    [{ prospect_name: '  ' }, 'Please enter a name, an email or a phone number'],
    [{ notes: 'a' }, 'Please enter a name, an email or a phone number'],
    [{ prospect_email: 'a@b.test' }, null],
    [{ prospect_phone: '1' }, null],
    [{ prospect_phone: 'abc' }, 'Please enter a name, an email or a phone number'],
  ])('%o', (fields, problem) => expect(formProblem({ ...formOf(null), ...fields })).toBe(problem))
})
