import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentLines, escapeText } from '../../../../src/domain/common/content-lines.ts'
import { calendarFile, leadCalendarFile } from '../../../../src/domain/leads/calendar-file.ts'
import { contactCard } from '../../../../src/domain/leads/contact-card.ts'
import { bestWay, emailSubject, firstMessage, mailHref, smsHref } from '../../../../src/domain/leads/reach.ts'
import { buildLead } from '../../../support/build-lead.ts'

const lead = buildLead({ prospect_name: 'Ada Byron', service_interest: 'Tree Services' })

describe('firstMessage', () => {
  it('contains person, business, service, and booking link', () => {
    expect(firstMessage(lead, { business: 'Green Acres', bookingUrl: 'https://cal.test/a' })).toBe(
      'Hi Ada, this is Green Acres. Thanks for asking about Tree Services. You can book your free estimate here: https://cal.test/a',
    )
  })
  it('is blank for who asked not to be contacted, and there is no best way', () => {
    const alone = buildLead({
      ...{ prospect_phone: '512-555-0142', prospect_email: 'a@b.test' },
      service_additional_info: 'Asked not to be contacted',
    })
    expect(firstMessage(alone, { business: 'Green Acres', bookingUrl: null })).toBe('')
    expect(bestWay(alone, true)).toBeNull()
  })
  it('omits missing parts', () => {
    expect(firstMessage(buildLead(), { business: 'Green Acres', bookingUrl: ' ' })).toBe(
      'Hi, this is Green Acres. Thanks for asking about our services.',
    )
  })
})

describe('links', () => {
  it.each([
    ['tel:+15125550142', 'a b', 'sms:+15125550142?&body=a%20b'],
    ['tel:+15125550142;ext=7', '', 'sms:+15125550142'],
  ])('smsHref %s', (tel, body, href) => expect(smsHref(tel, body)).toBe(href))
  it('mailHref escapes characters that would add a field', () => {
    expect(mailHref('a@b.test?cc=x', 'Q & A')).toBe('mailto:a%40b.test%3Fcc%3Dx?subject=Q%20%26%20A')
  })
  it('emailSubject', () => {
    expect(emailSubject(lead, 'Green Acres')).toBe('Your Tree Services request to Green Acres')
    expect(emailSubject(buildLead(), 'Green Acres')).toBe('Your request to Green Acres')
  })
})

describe('contentLines', () => {
  it('folds after 75 bytes and loses nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
        const line = `NOTE:${escapeText(text)}`
        const folded = contentLines([line])
        for (const part of folded.split('\r\n')) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(75)
        expect(folded.replaceAll('\r\n ', '')).toBe(`${line}\r\n`)
      }),
    )
  })
})

describe('contactCard', () => {
  it.each([
    ['Ada', ';Ada'],
    ['李小龍', ';李小龍'],
    ['Mary Ann Smith', 'Smith;Mary Ann'],
    ['juan garcía', 'garcía;juan'],
    ['Juan de la Cruz', 'de la Cruz;Juan'],
    ['Pieter van der Berg', 'van der Berg;Pieter'],
    ['ANA DE LA TORRE', 'DE LA TORRE;ANA'],
    ['María del Carmen López', 'López;María del Carmen'],
  ])('splits the name %s', (prospect_name, parts) => {
    expect(contactCard(buildLead({ prospect_name }))).toContain(`N:${parts};;;\r\n`)
  })

  it.each([
    ['Al Gore III', 'N:Gore;Al;;;III'],
    ['Mrs. Robinson', 'N:Robinson;;;Mrs.;'],
    ['Dr. Ann Lee, PhD', 'N:Lee;Ann;;Dr.;PhD'],
    ['William "Bill" Clark', 'N:Clark;William;;;\r\nFN:William "Bill" Clark\r\nNICKNAME:Bill'],
  ])('puts the parts of %s where they belong', (prospect_name, lines) => {
    expect(contactCard(buildLead({ prospect_name }))).toContain(`${lines}\r\n`)
  })

  it('contains name, number, and address, with separators escaped', () => {
    const card = contactCard(
      buildLead({
        ...{ prospect_name: 'Ada Byron; Lady', prospect_address: '1 Elm St, Austin' },
        prospect_phone: '512-555-0142 (cell)',
      }),
    )
    expect(card).toContain('FN:Ada Byron\\; Lady\r\n')
    expect(card).toContain('TEL;TYPE=CELL:+15125550142\r\n')
    expect(card).toContain('ADR:;;1 Elm St\\, Austin;;;;\r\n')
  })

  it.each([
    ['614-555-0188 ext. 12', ['+16145550188\\;ext=12']],
    ['614-555-0188 / 614-555-0199', ['+16145550188', '+16145550199']],
    ['call the office', ['call the office']],
  ])('contains every number in %j', (prospect_phone, numbers) => {
    const card = contactCard(buildLead({ prospect_name: 'Ada', prospect_phone }))
    expect(card.match(/(?<=^TEL;TYPE=CELL:).+(?=\r$)/gm)).toEqual(numbers)
  })
})

describe('leadCalendarFile', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  it('has the start in UTC and lasts half an hour', () => {
    const file = leadCalendarFile(buildLead({ booking_start_time: '2026-11-24T20:00:00.000Z' }), now)
    expect(file).toContain('DTSTART:20261124T200000Z\r\nDTEND:20261124T203000Z\r\n')
    expect(file).toContain('DTSTAMP:20261120T120000Z\r\n')
  })
  it('is null without a start', () => {
    expect(leadCalendarFile(buildLead(), now)).toBeNull()
    expect(leadCalendarFile(buildLead({ booking_start_time: 'soon' }), now)).toBeNull()
  })
})

describe('calendarFile', () => {
  const call = {
    id: 'booking_1',
    start: new Date('2026-11-24T20:00:00Z'),
    minutes: 30,
    updatedAt: new Date('2026-11-20T12:00:00Z'),
    summary: 'Call',
  }
  const organizer = { name: 'Green "Acres"; Co', email: 'a@b.test' }
  const attendee = { name: 'Ada\r\nByron', email: 'ada@byron.test' }
  const unfolded = (file: string) => file.replaceAll('\r\n ', '')
  it('is a file to save without an invitation', () => {
    const file = calendarFile(call)
    expect(file).toContain('METHOD:PUBLISH\r\n')
    expect(file).not.toMatch(/ORGANIZER|ATTENDEE/)
  })
  it('invites, with names that cannot end their parameter', () => {
    const file = unfolded(
      calendarFile({ ...call, sequence: 3, invitation: { method: 'CANCEL', organizer, attendee } }),
    )
    expect(file).toContain('METHOD:CANCEL\r\n')
    expect(file).toContain('UID:booking_1@fieldhand\r\n')
    expect(file).toContain('SEQUENCE:3\r\n')
    expect(file).toContain(`ORGANIZER;CN="Green 'Acres'; Co":mailto:a@b.test\r\n`)
    expect(file).toMatch(/^ATTENDEE;CN="AdaByron";[^\r]*:mailto:ada@byron\.test\r$/m)
  })
})
