import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leadEmail, leadLabel, leadPhone } from '../../../../src/domain/leads/name.ts'
import { buildLead } from '../../../support/build-lead.ts'

const FULL = {
  prospect_name: 'Ada Prospect',
  contact_name: 'Ada Contact',
  prospect_email: 'prospect@example.com',
  contact_email: 'contact@example.com',
  prospect_phone: '555-0101',
  contact_phone: '555-0102',
  service_interest: 'Tree Services',
}

describe('leadLabel', () => {
  it.each([
    [[], 'Ada Prospect', 'prospect@example.com'],
    [['prospect_name'], 'Ada Contact', 'prospect@example.com'],
    [['prospect_name', 'contact_name'], 'prospect@example.com', 'contact@example.com'],
    [['prospect_name', 'contact_name', 'prospect_email'], 'contact@example.com', '555-0101'],
    [['prospect_name', 'contact_name', 'prospect_email', 'contact_email'], '555-0101', '555-0102'],
    [
      ['prospect_name', 'contact_name', 'prospect_email', 'contact_email', 'prospect_phone'],
      '555-0102',
      null,
    ],
    [Object.keys(FULL).filter((field) => field !== 'service_interest'), 'Tree Services Lead', null],
    [Object.keys(FULL), 'Conversation conv_1', null],
  ])('without %j', (missing, name, subtitle) => {
    for (const nothing of [null, '', ' \n\t', '\u200b \u2060']) {
      const lead = buildLead({ ...FULL, ...Object.fromEntries(missing.map((field) => [field, nothing])) })
      expect(leadLabel(lead)).toEqual({ name, subtitle })
    }
  })

  it('does not repeat itself', () => {
    const lead = buildLead({ prospect_email: 'a@example.com', contact_email: 'a@example.com ' })
    expect(leadLabel(lead)).toEqual({ name: 'a@example.com', subtitle: null })
  })

  it('skips to the phone if a name has no email', () => {
    const lead = buildLead({ contact_name: 'Ada', contact_phone: '555-0102' })
    expect(leadLabel(lead)).toEqual({ name: 'Ada', subtitle: '555-0102' })
  })

  it("formats phones as in the lead's details, without duplicates", () => {
    const lead = buildLead({ contact_name: 'Ada', prospect_phone: '+16145550142' })
    expect(leadLabel(lead).subtitle).toBe('(614) 555-0142')
    const twice = buildLead({ prospect_phone: '614.555.0142', contact_phone: '+1 614-555-0142' })
    expect(leadLabel(twice)).toEqual({ name: '(614) 555-0142', subtitle: null })
  })

  it("falls back to the lead's id without a conversation", () => {
    expect(leadLabel(buildLead({ id: 'lead_9', conversation_id: null })).name).toBe('Conversation lead_9')
  })

  it('is the first nonblank value in the order of section 2', () => {
    const text = fc.option(fc.oneof(fc.string(), fc.constantFrom('', ' ', '\t\n', 'same')))
    const fields = fc.record({
      conversation_id: text,
      prospect_name: text,
      contact_name: text,
      prospect_email: text,
      contact_email: text,
      prospect_phone: text,
      contact_phone: text,
      service_interest: text,
    })
    fc.assert(
      fc.property(fields, (given) => {
        const lead = buildLead(given)
        const { name, subtitle } = leadLabel(lead)
        const contacts = [
          given.prospect_email,
          given.contact_email,
          given.prospect_phone,
          given.contact_phone,
        ]
        const order = [
          given.prospect_name,
          given.contact_name,
          ...contacts,
          given.service_interest?.trim() && `${given.service_interest.trim()} Lead`,
          `Conversation ${given.conversation_id?.trim() || lead.id}`,
        ].map((one) => one?.trim() ?? '')
        expect(name).toBe(order.find(Boolean))
        const others = contacts.map((one) => one?.trim() ?? '').filter((one) => one && one !== name)
        expect(subtitle).toBe(others[0] ?? null)
      }),
    )
  })
})

describe('contact details of a lead', () => {
  it("prefer the prospect's", () => {
    expect(leadEmail(buildLead(FULL))).toBe('prospect@example.com')
    expect(leadPhone(buildLead(FULL))).toBe('555-0101')
  })

  it("fall back to the contact's, then to null", () => {
    const lead = buildLead({ ...FULL, prospect_email: ' ', prospect_phone: null })
    expect(leadEmail(lead)).toBe('contact@example.com')
    expect(leadPhone(lead)).toBe('555-0102')
    expect(leadEmail(buildLead())).toBeNull()
    expect(leadPhone(buildLead())).toBeNull()
  })
})
