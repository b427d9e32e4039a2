import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { IMPORT_FIELDS } from '../../../../../src/contract/lead-imports.ts'
import { Lead } from '../../../../../src/contract/leads.ts'
import { readCsv } from '../../../../../src/domain/common/csv.ts'
import { leadsCsv } from '../../../../../src/domain/leads/csv.ts'
import { cellsByField, guessMapping } from '../../../../../src/domain/leads/import/columns.ts'
import { readImportRow } from '../../../../../src/domain/leads/import/read-row.ts'
import { readTime } from '../../../../../src/domain/leads/import/read-time.ts'
import { statusLabel } from '../../../../../src/domain/leads/status.ts'
import { buildLead } from '../../../../support/build-lead.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const TIMES = { timeZone: 'America/New_York', order: 'mdy' as const, now: NOW }
const read = (cells: Parameters<typeof readImportRow>[0]) => readImportRow(cells, TIMES)

describe('readTime', () => {
  it.each([
    ['2026-03-04', '2026-03-04T05:00:00.000Z'],
    ['3/4/2026', '2026-03-04T05:00:00.000Z'],
    ['3/4/26 7:05 PM', '2026-03-05T00:05:00.000Z'],
    ['3/4/2026, 12:00:30 AM', '2026-03-04T05:00:30.000Z'],
    ['Mar 4, 2026 07:00', '2026-03-04T12:00:00.000Z'],
    ['2026-03-04T07:00:00.123Z', '2026-03-04T07:00:00.000Z'],
    ['2026-03-04 07:00 +02:00', '2026-03-04T05:00:00.000Z'],
    ['2026-03-04 07:00 PST', '2026-03-04T15:00:00.000Z'],
    ['2026-03-04 07:00 GMT+5:30', '2026-03-04T01:30:00.000Z'],
    // Skipped by the change to summer time.
    ['2026-03-08 02:30', '2026-03-08T07:30:00.000Z'],
    ['2026-02-30', null],
    ['25/3/2026', null],
    ['3/4/2026 25:00', null],
    ['3/4/2026 13:00 PM', null],
    ['2026-03-04 07:00 XYZT', null],
    ['20-Nov-26', '2026-11-20T05:00:00.000Z'],
    ['Monday, August 3, 2026', '2026-08-03T04:00:00.000Z'],
    ['August 3, 2026 at 10:10 AM', '2026-08-03T14:10:00.000Z'],
    ['20260803', '2026-08-03T04:00:00.000Z'],
    ['20260803T101000Z', '2026-08-03T10:10:00.000Z'],
    ['2026-08-03T10:10:05+0000', '2026-08-03T10:10:05.000Z'],
    ['2026-08-03T10:10:05+05:30', '2026-08-03T04:40:05.000Z'],
    ['Thu, 20 Nov 2025 15:05:00 +0000', '2025-11-20T15:05:00.000Z'],
    ['Thu Nov 20 2025 15:05:00 GMT-0500 (Eastern Standard Time)', '2025-11-20T20:05:00.000Z'],
    ['8/3/26, 10:10\u202fAM', '2026-08-03T14:10:00.000Z'],
    ['8/3/2026 @ 10 AM', '2026-08-03T14:00:00.000Z'],
    ['10:10 AM 8/3/2026', '2026-08-03T14:10:00.000Z'],
    ['8/3/2026 10:10 AM CT', '2026-08-03T15:10:00.000Z'],
    ['8/3/2026 10:10 AM Pacific Time', '2026-08-03T17:10:00.000Z'],
    ['2026-08-03T10:10:00-04:00[America/New_York]', '2026-08-03T14:10:00.000Z'],
    ['3 de agosto de 2026', '2026-08-03T04:00:00.000Z'],
    ['3-ago-26', '2026-08-03T04:00:00.000Z'],
    ['viernes 20 de marzo de 2026', '2026-03-20T04:00:00.000Z'],
    ['20 de marzo de 2026, 2:03 p. m.', '2026-03-20T18:03:00.000Z'],
    ['3/20/2026 2:03 p.\u00a0m.', '2026-03-20T18:03:00.000Z'],
    ['3/20/2026 a las 2:03 a. m.', '2026-03-20T06:03:00.000Z'],
    ['Fri 11/20/2026 2:03 PM', '2026-11-20T19:03:00.000Z'],
    ['Fri 20 Nov 2026', '2026-11-20T05:00:00.000Z'],
    ['Mar 20 2026 2:03 PM', '2026-03-20T18:03:00.000Z'],
    ['20261120140300', '2026-11-20T19:03:00.000Z'],
    ['20. März 2026', '2026-03-20T04:00:00.000Z'],
    ['Marketing 20, 2026', null],
    ['3. August 2026', '2026-08-03T04:00:00.000Z'],
    ['8/3/99', '1999-08-03T04:00:00.000Z'],
    // Serial numbers of spreadsheets, and seconds and milliseconds since 1970.
    ['46237', '2026-08-03T04:00:00.000Z'],
    ['46237.4236111111', '2026-08-03T14:10:00.000Z'],
    ['1785751800', '2026-08-03T10:10:00.000Z'],
    ['1785751800123', '2026-08-03T10:10:00.123Z'],
    ['4.6E+04', null],
    ['43017', '2017-10-09T04:00:00.000Z'],
    ['12345', null],
    ['00/00/0000', null],
    ['call in May', null],
    ['soon', null],
    ['', null],
  ])('reads %j', (cell, expected) => expect(readTime(cell, TIMES)).toBe(expected))

  it('reads the months of other languages', () => {
    for (const language of ['es', 'es-MX', 'es-US', 'de', 'en']) {
      for (let month = 0; month < 12; month += 1) {
        const day = new Date(Date.UTC(2025, month, 20, 12))
        for (const dateStyle of ['full', 'long', 'medium'] as const) {
          const written = new Intl.DateTimeFormat(language, { dateStyle }).format(day)
          expect(readTime(written, { ...TIMES, order: 'dmy' })?.slice(0, 10), written).toBe(
            day.toISOString().slice(0, 10),
          )
        }
      }
    }
  })

  it('reads the day first where the file has it first', () => {
    expect(readTime('25/3/2026', { ...TIMES, order: 'dmy' })).toBe('2026-03-25T04:00:00.000Z')
    expect(readTime('4.3.2026 07:00', { ...TIMES, order: 'dmy' })).toBe('2026-03-04T12:00:00.000Z')
  })
})

describe('readImportRow', () => {
  it.each([
    [{}, 'There is no name, email, or phone number'],
    [{ prospect_name: ' \u200b ' }, 'There is no name, email, or phone number'],
    [{ prospect_name: 'N/A', prospect_email: 'none' }, 'There is no name, email, or phone number'],
    [{ prospect_email: 'ann' }, 'Email is not an email address'],
    [{ prospect_phone: 'call me' }, 'Phone is not a phone number'],
    [{ prospect_phone: '6.14556E+09' }, 'Phone lost digits in a spreadsheet'],
    [{ prospect_phone: '-1356' }, 'Phone lost digits in a spreadsheet'],
    [{ prospect_phone: '########' }, 'Phone had an error of a spreadsheet instead of a value'],
    [{ prospect_name: '#REF!' }, 'Name had an error of a spreadsheet instead of a value'],
    [{ prospect_name: 'Total: 1' }, 'This row is a total or a remark, not a lead'],
    [{ prospect_name: 'Grand Total', prospect_phone: '1' }, 'This row is a total or a remark, not a lead'],
    [{ prospect_name: '12 records' }, 'This row is a total or a remark, not a lead'],
    [{ prospect_name: 'First Name Last Name', prospect_email: 'E-mail 1' }, 'This row repeats the headings'],
    [{ prospect_name: 'Customer', prospect_phone: 'Phone' }, 'This row repeats the headings'],
    [{ prospect_name: 'Generated by Acme on 8/3/2026' }, 'This row is a total or a remark, not a lead'],
  ])('refuses %j', (cells, problem) => expect(read(cells)).toEqual({ problem }))

  it.each([
    ['created_at', 'soon', 'Created is not a date that can be read', 'Created: soon'],
    ['created_at', '1/1/1899', 'Created is not a date that can be read', 'Created: 1/1/1899'],
    ['created_at', '11/21/2026', 'Created is in the future', 'Created: 11/21/2026'],
    ['booking_start_time', 'soon', 'Booking is not a time that can be read', 'Booking: soon'],
    ['booking_status', 'Moved', null, 'Booking Status: Moved'],
    ['loss_reason', 'Too far', null, 'Loss Reason: Too far'],
    ['prospect_email', 'a at x', 'Email is not an email address', 'Email: a at x'],
    ['prospect_email', 'ann@x,test', 'Email is not an email address', 'Email: ann@x,test'],
    ['prospect_phone', 'ask my wife', 'Phone is not a phone number', 'Phone: ask my wife'],
    ['prospect_phone', '6.14556E+09', 'Phone lost digits in a spreadsheet', 'Phone: 6.14556E+09'],
    ['prospect_phone', '########', 'Phone had an error of a spreadsheet instead of a value', null],
    ['budget', 'x'.repeat(501), 'Budget is longer than 500 characters', `Budget: ${'x'.repeat(501)}`],
  ])('keeps the row with %s %j', (field, cell, remark, notes) => {
    const result = read({ prospect_name: 'Ann', [field]: cell })
    expect(result).toMatchObject({
      lead: { prospect_name: 'Ann', notes },
      remarks: remark === null ? [] : [remark],
    })
    if ('lead' in result && field !== 'created_at') {
      expect(result.lead[field as keyof typeof result.lead]).toBeNull()
    }
  })

  it('keeps a link that is no web address in the notes', () => {
    const booking = { booking_start_time: '11/21/2026', booking_url: 'javascript:alert(1)' }
    expect(read({ prospect_name: 'A', ...booking })).toMatchObject({
      lead: { booking_url: null, notes: 'Booking Link: javascript:alert(1)' },
      remarks: ['Booking Link is not a web address'],
    })
  })

  it.each([
    ['Attempted to contact', 'new'],
    ['In Progress', 'new'],
    ['Contacted', 'new'],
    ['Active', 'new'],
    ['Hired', 'new'],
    ['Maybe', 'new'],
    ['Working - Contacted', 'new'],
    ['complete', 'new'],
    ['Not won yet', 'new'],
    ['Estimate sent', 'new'],
    ['Appointment canceled', 'new'],
    ['Nuevo', 'new'],
    ['Active Customer', 'converted'],
    ['Estimate Approved', 'converted'],
    ['Accepted', 'converted'],
    ['Complete', 'converted'],
    ['Ganada', 'converted'],
    ['Vendido', 'converted'],
    ['Deal won', 'converted'],
    ['Open deal', 'converted'],
    ['OPEN_DEAL', 'converted'],
    ['closedwon', 'converted'],
    ['Closed - Won', 'converted'],
    ['Closed - Converted', 'converted'],
    ['Customer', 'converted'],
    ['Sold', 'converted'],
    ['Lost Lead', 'lost'],
    ['Quote lost', 'lost'],
    ['Estimate Declined', 'lost'],
    ['Lost - Price', 'lost'],
    ['Abandoned', 'lost'],
    ['Perdida', 'lost'],
    ['Cancelado', 'lost'],
    ['Rechazado', 'lost'],
    ['closedlost', 'lost'],
    ['Closed - Not Converted', 'lost'],
    ['UNQUALIFIED', 'lost'],
    ['Bad timing', 'lost'],
    ['Not interested', 'lost'],
  ])('reads the status %j as %s, and keeps the word in the notes', (written, status) => {
    expect(read({ prospect_name: 'A', status: written })).toMatchObject({
      lead: { status, notes: `Status: ${written}` },
      remarks: [`Status of another program was read as ${statusLabel(status)}`],
    })
  })

  it.each(['New', 'converted', ' LOST '])('reads our own status %j', (written) => {
    const status = written.trim().toLowerCase()
    expect(read({ prospect_name: 'A', status: written })).toMatchObject({
      lead: { status, notes: null },
      remarks: [],
    })
  })

  it.each([
    ['a@x.test, b@x.test', 'a@x.test', 'Email: b@x.test'],
    ['a@x.test ::: b@x.test', 'a@x.test', 'Email: b@x.test'],
    ['a@x.test;A@X.test', 'a@x.test', null],
    ['Dee <dee@x.test>', 'dee@x.test', 'Email: Dee <dee@x.test>'],
    ['Ann Lee <ann@x.test>', 'ann@x.test', null],
    ['mailto:ed@x.test', 'ed@x.test', null],
    ['mailto:ed@x.test?subject=Hi', 'ed@x.test', null],
    ["'ed@x.test'", 'ed@x.test', null],
    ['=HYPERLINK("mailto:ed@x.test","ed@x.test")', 'ed@x.test', null],
    ['ed @ x.test', 'ed@x.test', null],
    ['ed@x.test (old)', 'ed@x.test', 'Email: ed@x.test (old)'],
    ["o'brien@x.test.", "o'brien@x.test", null],
    ['ann@x.test/bob@x.test', 'ann@x.test', 'Email: bob@x.test'],
    ['ann@x.test|bob@x.test', 'ann@x.test', 'Email: bob@x.test'],
    ['ann@x.test & bob@x.test&cy@x.test', 'ann@x.test', 'Email: bob@x.test\nEmail: cy@x.test'],
    ['bob&sue@x.test', 'bob&sue@x.test', null],
    ['ann@x,test', null, 'Email: ann@x,test'],
    ['ann@x .test', null, 'Email: ann@x .test'],
    ['ann@x..test', null, 'Email: ann@x..test'],
    ['ann@x, bob@x.test', 'bob@x.test', 'Email: ann@x, bob@x.test'],
    ['\u200bann@x.test\u200b', 'ann@x.test', null],
    ['ann@münchen.test', 'ann@münchen.test', null],
    ['N/A', null, null],
    ['#N/A', null, null],
  ])('reads the email %j', (written, prospect_email, notes) => {
    expect(read({ prospect_name: 'Ann Lee', prospect_email: written })).toMatchObject({
      lead: { prospect_email, notes },
    })
  })

  it('takes the name next to the address if there is no other', () => {
    const lead = { prospect_name: 'Dee Fox', prospect_email: 'dee@x.test' }
    expect(read({ prospect_email: '"Dee Fox" <dee@x.test>' })).toMatchObject({ lead })
  })

  it.each([
    ['p:+16145550188', '+16145550188', null],
    ["'6145550188", '6145550188', null],
    ['="6145550188"', '6145550188', null],
    ['=“+16145550188”', '+16145550188', null],
    ["'+1 614 555 0188", '+1 614 555 0188', null],
    ['6145550188.0', '6145550188', null],
    ['6,145,550,188', '6145550188', null],
    ['6.145550188E+09', '6145550188', null],
    ['614-555-0188 / 614-555-0199', '614-555-0188', 'Phone: 614-555-0199'],
    ['614-555-0188 ::: (614) 555-0188', '614-555-0188', null],
    ['########\n614-555-0199', '614-555-0199', null],
    ["'+16145550188\n'+16145550199", '+16145550188', 'Phone: +16145550199'],
    ['="6145550188"\n="6145550199"', '6145550188', 'Phone: 6145550199'],
    ['none\n614-555-0199 (home)', '614-555-0199 (home)', null],
    ['614-555-LAWN', '614-555-LAWN', null],
    ['614-555-0188 x12', '614-555-0188 x12', null],
  ])('reads the phone number %j', (written, prospect_phone, notes) => {
    expect(read({ prospect_name: 'Ann', prospect_phone: written })).toMatchObject({
      lead: { prospect_phone, notes },
    })
  })

  it.each([
    ['1 Elm St, Boston, MA, 2139', '1 Elm St, Boston, MA, 02139', true],
    ['1 Elm St, Newark, New Jersey 7102-1234', '1 Elm St, Newark, New Jersey 07102-1234', true],
    ['1 Elm St, Dublin, OH, 43017.0', '1 Elm St, Dublin, OH, 43017', true],
    ['1 Elm St, Newark, NJ, 7102, US', '1 Elm St, Newark, NJ, 07102, US', true],
    ['1 Elm St, Boston, MA 2134.0', '1 Elm St, Boston, MA 02134', true],
    [
      '1 Elm St, Boston, MA, 2134-1234, United States',
      '1 Elm St, Boston, MA, 02134-1234, United States',
      true,
    ],
    ['1 Elm St, z:43017', '1 Elm St, 43017', false],
    ['Hauptstr. 5, Wien, 1010', 'Hauptstr. 5, Wien, 1010', false],
  ])('reads the address %j', (written, property_address, isRepaired) => {
    expect(read({ prospect_name: 'Ann', property_address: written })).toMatchObject({
      lead: { property_address },
      remarks: isRepaired ? ['Address had a ZIP code that a spreadsheet changed'] : [],
    })
  })

  it.each([
    ['12 Oak St, #N/A, OH', '12 Oak St, OH'],
    ['#N/A, #REF!, OH', 'OH'],
    ['N/A, N/A, N/A', null],
    ['-, none', null],
    ['12 Oak St, None', '12 Oak St, None'],
  ])('reads the address %j without its missing parts', (written, property_address) => {
    expect(read({ prospect_name: 'Ann', property_address: written })).toMatchObject({
      lead: { property_address },
    })
  })

  it('finds an email and a phone number in the other column', () => {
    expect(read({ prospect_email: '614-555-0188', prospect_phone: 'a@x.test' })).toMatchObject({
      lead: { prospect_email: 'a@x.test', prospect_phone: '614-555-0188', notes: null },
      remarks: ['Email was a phone number', 'Phone was an email address'],
    })
  })

  it.each([
    ['Byron, Ada', 'Ada Byron'],
    ['de la Cruz, Juan', 'Juan de la Cruz'],
    ['Van Der Berg, Anna M.', 'Anna M. Van Der Berg'],
    ['BYRON, ADA', 'ADA BYRON'],
    ['Green Acres, Phase Two', 'Green Acres, Phase Two'],
    ['First Baptist Church, Office', 'First Baptist Church, Office'],
    ['Oak Hill HOA, Board', 'Oak Hill HOA, Board'],
    ['Al Gore, Jr.', 'Al Gore, Jr.'],
    ['Green Lawn, LLC', 'Green Lawn, LLC'],
    ['Ada  Byron', 'Ada Byron'],
    ['O&#39;Brien &amp; Sons', "O'Brien & Sons"],
    ['ZoÃ« MÃ¼ller', 'Zoë Müller'],
    ['Jennifer Null', 'Jennifer Null'],
    ['="Ada"', 'Ada'],
    ['#REF! Byron', 'Byron'],
  ])('reads the name %j', (written, prospect_name) => {
    expect(read({ prospect_name: written })).toMatchObject({ lead: { prospect_name } })
  })

  it('accepts a phone number in the digits of another script', () => {
    expect(read({ prospect_phone: '٦١٤٥٥٥٠١٨٨' })).toMatchObject({ lead: { prospect_phone: '٦١٤٥٥٥٠١٨٨' } })
  })

  it('cuts notes that are too long, and says so', () => {
    expect(read({ prospect_name: 'A', notes: 'x'.repeat(20_001) })).toMatchObject({
      lead: { notes: 'x'.repeat(20_000) },
      remarks: ['Notes is longer than 20,000 characters'],
    })
  })

  it('removes the apostrophe of the export, and keeps others', () => {
    expect(read({ prospect_name: "'=1+1", notes: "'tis" })).toMatchObject({
      lead: { prospect_name: '=1+1', notes: "'tis" },
    })
  })

  it('does not take an email or a number for the name', () => {
    const email = { prospect_name: 'ann@x.test', prospect_email: 'ann@x.test' }
    expect(read(email)).toMatchObject({ lead: { prospect_name: null } })
    const phone = { prospect_name: '(614) 555-0142', prospect_phone: '6145550142' }
    expect(read(phone)).toMatchObject({ lead: { prospect_name: null, prospect_phone: '6145550142' } })
  })

  it('reads what the export writes', () => {
    const lead = buildLead({
      ...{ prospect_name: '=Ann "A", Lee', prospect_email: 'ann@x.test', prospect_phone: '+1 614 555 0142' },
      ...{ property_address: '1 Elm St\nDublin', service_interest: 'Tree; Services', status: 'lost' },
      ...{
        created_at: '2026-11-19T12:30:00.000Z',
        property_size: '2 acres',
        timeline: '-soon',
        budget: '$1,000',
      },
      ...{
        service_availability: '@noon',
        service_additional_info: 'A\r\nB',
        notes: 'One\nTwo',
        source: 'website',
      },
      ...{ loss_reason: 'Too expensive', booking_start_time: '2026-11-25T14:30:00.000Z' },
      ...{ booking_status: 'cancelled', booking_url: 'https://x.test/b' },
    })
    const [headings, row] = readCsv(leadsCsv([lead], 'America/Denver', 'America/New_York')).rows
    const cells = cellsByField(row?.cells ?? [], guessMapping(headings?.cells ?? [], []))
    expect(Object.keys(cells).sort()).toEqual([...IMPORT_FIELDS].sort())
    const result = readImportRow(cells, { ...TIMES, timeZone: 'America/Denver' })
    if (!('lead' in result)) throw new Error(result.problem)
    expect(result.remarks).toEqual([])
    const kept = Object.fromEntries(IMPORT_FIELDS.map((field) => [field, lead[field]]))
    expect(result.lead).toEqual(kept)
  })

  it.each([
    ['Canceled', 'cancelled'],
    [' DECLINED ', 'cancelled'],
    ['Rescheduled', 'Rescheduled'],
  ])('reads the booking status %j', (written, stored) => {
    const booking = { prospect_name: 'Ann', booking_start_time: '2026-11-25 14:30', booking_status: written }
    expect(read(booking)).toMatchObject({ lead: { booking_status: stored } })
  })

  it('reads or refuses any row, and what it reads can be stored and shown', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        '2026-01-01',
        '3/4/26 7:00 PM',
        'New',
        'a@b.c',
        '614 555 0142',
        '=1',
        "'",
        '\u202e',
        '\t',
      ),
    )
    const cells = fc.record(
      Object.fromEntries(IMPORT_FIELDS.map((field) => [field, cell])) as Record<
        (typeof IMPORT_FIELDS)[number],
        typeof cell
      >,
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(cells, (given) => {
        const result = read(given)
        if ('problem' in result) {
          expect(result.problem).toMatch(/^[A-Z].*[^.]$/)
          return
        }
        expect(v.is(Lead, buildLead(result.lead))).toBe(true)
        const { prospect_name, prospect_email, prospect_phone } = result.lead
        expect(prospect_name ?? prospect_email ?? prospect_phone).not.toBeNull()
        expect(result.lead.created_at <= NOW.toISOString()).toBe(true)
      }),
    )
  })
})
