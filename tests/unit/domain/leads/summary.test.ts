import { describe, expect, it } from 'vitest'
import { readNotes } from '../../../../src/domain/leads/agent-notes.ts'
import { factsOf, preferenceText } from '../../../../src/domain/leads/facts.ts'
import { summaryOf, summaryText } from '../../../../src/domain/leads/summary.ts'
import { buildLead } from '../../../support/build-lead.ts'

const UNKNOWN = { service_interest: null, property_size: null, timeline: null, service_availability: null }
const text = (fields: object, questions: string[] = []) =>
  summaryText(buildLead({ ...UNKNOWN, ...fields }), questions)

describe('the summary of a lead', () => {
  it('names the work with its size, the wishes, and the open questions', () => {
    const fields = {
      service_interest: 'weekly mowing',
      property_size: '¼ acre',
      timeline: 'Next week.',
      service_availability: 'Saturdays',
    }
    expect(text(fields, ['Are you insured?'])).toBe(
      'Weekly mowing, ¼ acre. Wants: Next week, Saturdays. Are you insured?',
    )
  })

  it('leaves out what is unknown', () => {
    expect(text({})).toBe('')
    expect(text({ service_interest: '  ' })).toBe('')
    expect(text({ property_size: 'half an acre' })).toBe('Half an acre.')
    expect(text({ timeline: 'ASAP' })).toBe('Wants: ASAP.')
    expect(text({}, ['How much?'])).toBe('How much?')
  })

  it('says which field each part comes from', () => {
    const lead = buildLead({ ...UNKNOWN, service_interest: 'mulch', service_availability: 'Mondays' })
    expect(summaryOf(lead)).toEqual([
      { start: '', parts: [{ name: 'service_interest', text: 'Mulch' }] },
      { start: 'Wants: ', parts: [{ name: 'service_availability', text: 'Mondays' }] },
    ])
  })
})

describe('the lines of the agent', () => {
  const info = [
    'In their words: Mowing, and are you insured?',
    'Prefers email to calls',
    'Asked: Are you insured?',
    'Also: are you  insured?',
    'Also: The gate is open',
    'Prefers text messages to calls',
  ].join('\n')

  it('are shown once each: questions, the last preference, and the rest', () => {
    expect(readNotes(info)).toEqual({
      preference: 'text',
      asked: ['Are you insured?'],
      rest: ['In their words: Mowing, and are you insured?', 'Also: The gate is open'],
    })
    const lead = buildLead({ service_additional_info: info, notes: 'Left a voicemail' })
    const details = factsOf(lead).find(({ name }) => name === 'service_additional_info')
    expect(details?.value).toBe('“Mowing, and are you insured?”\nAlso: The gate is open')
    expect(preferenceText(lead)).toBe('Text messages, not calls')
    expect(factsOf(lead).some(({ value }) => value.includes('voicemail'))).toBe(false)
  })

  it('leave the text of other APIs as it is', () => {
    expect(readNotes(null)).toEqual({ preference: null, asked: [], rest: [] })
    expect(readNotes('Two dogs\nCall me')).toEqual({
      preference: null,
      asked: [],
      rest: ['Two dogs', 'Call me'],
    })
  })

  it('of a wish for a text counts as a preference', () => {
    expect(readNotes('Would like a text').preference).toBe('text')
  })
})
