import { describe, expect, it } from 'vitest'
import { callQueue } from '../../../../src/domain/leads/call-queue.ts'
import { nextStep, SAMPLE_STATUSES, sampleLead } from '../../../../src/domain/leads/sample-lead.ts'
import { buildLead } from '../../../support/build-lead.ts'

describe('callQueue', () => {
  it('has new leads with a number and without notes, longest waiting first', () => {
    const phone = { prospect_phone: '512' }
    const leads = [
      buildLead({ id: 'late', contact_phone: '1', created_at: '2026-11-20T12:00:00.000Z' }),
      buildLead({ id: 'early', ...phone, created_at: '2026-11-19T12:00:00.000Z' }),
      buildLead({ id: 'mute' }),
      buildLead({ id: 'noted', ...phone, notes: 'Called' }),
      buildLead({ id: 'called', ...phone, answered_at: '2026-11-20T12:30:00.000Z' }),
      buildLead({ id: 'blank', ...phone, notes: ' ', created_at: '2026-11-21T12:00:00.000Z' }),
      buildLead({ id: 'lost', ...phone, status: 'lost' }),
      buildLead({ id: 'test', ...phone, is_test: true }),
    ]
    expect(callQueue(leads).map(({ id }) => id)).toEqual(['early', 'late', 'blank'])
  })

  it('begins with emergencies, then what cannot wait, and leaves out who wants no contact', () => {
    const lead = (id: string, service_additional_info: string | null, hour: number) =>
      buildLead({
        ...{ id, service_additional_info, prospect_phone: '512' },
        created_at: `2026-11-20T${hour}:00:00.000Z`,
      })
    const leads = [
      lead('oldest', null, 10),
      lead('opted out', 'Asked not to be contacted', 11),
      lead('deletion', 'Asked not to be contacted\nAsked for their details to be deleted', 11),
      lead('back', 'Asked not to be contacted\nWants to be contacted after all: call me', 12),
      lead('urgent', "Asked: Can you come?\nCan't wait: The valve is open", 13),
      lead('danger', 'May be dangerous: It smells odd', 14),
      lead('emergency', 'In their words: a leak\nDanger: I smell gas', 15),
    ]
    expect(callQueue(leads).map(({ id }) => id)).toEqual(['emergency', 'danger', 'urgent', 'oldest', 'back'])
  })
})

describe('the sample lead', () => {
  it('has separate guidance for every status', () => {
    expect(SAMPLE_STATUSES).toEqual(['new', 'qualified', 'booked', 'lost'])
    expect(new Set(SAMPLE_STATUSES.map(nextStep)).size).toBe(4)
  })
  it('was created 15 minutes ago', () => {
    expect(sampleLead(new Date('2026-11-20T12:00:00Z')).updatedAt).toBe('2026-11-20T11:45:00.000Z')
  })
})
