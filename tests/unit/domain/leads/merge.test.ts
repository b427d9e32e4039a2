import { describe, expect, it } from 'vitest'
import { baseOf, mergedUpdate, withNote } from '../../../../src/domain/leads/merge.ts'
import { buildLead } from '../../../support/build-lead.ts'

const read = buildLead({ budget: '$100', timeline: null, notes: 'First' })
const current = {
  ...read,
  timeline: 'Spring',
  notes: 'First\nTheirs',
  updated_at: '2026-12-01T00:00:00.000Z',
}

describe('an update of a lead that has changed since', () => {
  const merged = (fields: Parameters<typeof mergedUpdate>[0]) =>
    mergedUpdate({ ...fields, updated_at: read.updated_at }, baseOf(read, fields), current)

  it('is resent if nobody else changed its fields', () => {
    expect(merged({ budget: '$200' })).toEqual({ budget: '$200', updated_at: current.updated_at })
  })

  it('has nothing to send if the lead already has the new values', () => {
    expect(merged({ timeline: ' Spring' })).toEqual({ updated_at: current.updated_at })
    expect(merged({ budget: '$100' })).toEqual({ updated_at: current.updated_at })
  })

  it('conflicts if someone else changed the same field to another value', () => {
    expect(merged({ budget: '$200', timeline: 'Fall' })).toBeNull()
    expect(merged({ notes: null })).toBeNull()
    expect(mergedUpdate({ budget: '$200' }, undefined, current)).toBeNull()
  })

  it('adds its note below the others', () => {
    expect(merged(withNote(read, 'Mine'))).toEqual({
      notes: 'First\nTheirs\nMine',
      add_note: 'Mine',
      updated_at: current.updated_at,
    })
  })
})
