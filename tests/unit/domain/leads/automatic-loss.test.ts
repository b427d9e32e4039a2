import { describe, expect, it } from 'vitest'
import {
  automaticLosses,
  automaticLossText,
  automaticNote,
} from '../../../../src/domain/leads/automatic-loss.ts'
import { buildLead } from '../../../support/build-lead.ts'

const NOW = new Date('2026-12-20T12:00:00Z')
const AT = '2026-12-12T03:00:00.000Z'
const lost = (automatic_at: string | null, status = 'lost') => buildLead({ status, automatic_at })

describe('the note of an automatic status', () => {
  it('states what happened and why', () => {
    const lead = buildLead({ status: 'lost', automatic_reason: 'No activity for 30 days' })
    expect(automaticNote(lead)).toBe('Marked lost automatically: no activity for 30 days')
  })

  it('is absent if a person set the status', () => {
    expect(automaticNote(buildLead({ status: 'lost', automatic_reason: null }))).toBeNull()
    expect(automaticNote(buildLead({ status: 'lost', automatic_reason: ' ' }))).toBeNull()
  })
})

describe('leads lost automatically', () => {
  it('are counted by run, latest first, while they are lost', () => {
    const later = '2026-12-19T03:00:00.000Z'
    const leads = [lost(AT), lost(later), lost(AT), lost(AT, 'new'), lost(null)]
    expect(automaticLosses(leads, [], NOW)).toEqual([
      { at: later, count: 1 },
      { at: AT, count: 2 },
    ])
  })

  it('are excluded once dismissed or older than 30 days', () => {
    expect(automaticLosses([lost(AT)], [AT], NOW)).toEqual([])
    expect(automaticLosses([lost('2026-11-20T11:59:59.000Z')], [], NOW)).toEqual([])
    expect(automaticLosses([lost('2026-11-20T12:00:00.000Z')], [], NOW)).toHaveLength(1)
  })

  it('are labeled with their day', () => {
    expect(automaticLossText({ at: AT, count: 42 }, 'UTC')).toBe(
      '42 leads were marked lost automatically on Dec 12.',
    )
    expect(automaticLossText({ at: AT, count: 1 }, 'UTC')).toBe(
      '1 lead was marked lost automatically on Dec 12.',
    )
  })
})
