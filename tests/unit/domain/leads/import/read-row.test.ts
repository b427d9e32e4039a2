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
    ['soon', null],
    ['', null],
  ])('reads %j', (cell, expected) => expect(readTime(cell, TIMES)).toBe(expected))

  it('reads the day first where the file has it first', () => {
    expect(readTime('25/3/2026', { ...TIMES, order: 'dmy' })).toBe('2026-03-25T04:00:00.000Z')
    expect(readTime('4.3.2026 07:00', { ...TIMES, order: 'dmy' })).toBe('2026-03-04T12:00:00.000Z')
  })
})

describe('readImportRow', () => {
  it.each([
    [{}, 'There is no name, email, or phone number'],
    [{ prospect_name: ' \u200b ' }, 'There is no name, email, or phone number'],
    [{ prospect_email: 'ann' }, 'Email is not an email address'],
    [{ prospect_phone: 'none' }, 'Phone is not a phone number'],
    [{ prospect_name: 'A', status: 'Maybe' }, 'Status is not New, Converted, or Lost'],
    [{ prospect_name: 'A', created_at: 'soon' }, 'Created is not a date that can be read'],
    [{ prospect_name: 'A', created_at: '1/1/1899' }, 'Created is not a date that can be read'],
    [{ prospect_name: 'A', created_at: '11/21/2026' }, 'Created is in the future'],
    [{ prospect_name: 'A', booking_start_time: 'soon' }, 'Booking is not a time that can be read'],
    [
      { prospect_name: 'A', booking_start_time: '11/21/2026', booking_url: 'javascript:alert(1)' },
      'Booking Link is not a web address',
    ],
  ])('refuses %j', (cells, problem) => expect(read(cells)).toEqual({ problem }))

  it('accepts a phone number in the digits of another script', () => {
    expect(read({ prospect_phone: '٦١٤٥٥٥٠١٨٨' })).toMatchObject({ lead: { prospect_phone: '٦١٤٥٥٥٠١٨٨' } })
  })

  it('refuses cells that are too long for their field', () => {
    expect(read({ prospect_name: 'x'.repeat(501) })).toEqual({
      problem: 'Name is longer than 500 characters',
    })
    const problem = 'Notes is longer than 20,000 characters'
    expect(read({ prospect_name: 'A', notes: 'x'.repeat(20_001) })).toEqual({ problem })
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
