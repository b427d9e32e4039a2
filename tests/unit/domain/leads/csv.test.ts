import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCsv } from '../../../../src/domain/common/csv.ts'
import { csvName, leadsCsv } from '../../../../src/domain/leads/csv.ts'
import { readTime } from '../../../../src/domain/leads/import/read-time.ts'
import { buildLead } from '../../../support/build-lead.ts'

describe('leadsCsv', () => {
  it('writes a header and the leads in order, with times in the time zone', () => {
    const text = leadsCsv(
      [buildLead({ prospect_name: 'Ada', budget: '$1,000 "or so"' }), buildLead({ prospect_name: 'Bo' })],
      'America/New_York',
      null,
    )
    expect(text.startsWith('\uFEFFLead,Email,Phone,')).toBe(true)
    expect(text).toContain('"$1,000 ""or so"""')
    const { rows } = readCsv(text)
    expect(rows.map(({ cells }) => cells[0])).toEqual(['Lead', 'Ada', 'Bo'])
    expect(rows[1]?.cells[6]).toBe('2026-11-20 07:00')
  })

  it.each([
    ['by the clock of the business, named', 'America/New_York', '2026-11-20 07:00 EST'],
    ['without a name where the device has the same time', 'Europe/Lisbon', '2026-11-20 12:00'],
    ['by the clock of the device while the business is unknown', undefined, '2026-11-20 12:00'],
  ])('writes a booking %s', (_, businessZone, expected) => {
    const text = leadsCsv([buildLead({ booking_start_time: '2026-11-20T12:00:00Z' })], 'UTC', businessZone)
    const [heading, row] = readCsv(text).rows
    expect(row?.cells[heading?.cells.indexOf('Booking') ?? -1]).toBe(expected)
  })

  it.each(['2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z', '2027-03-14T07:00:00.000Z'])(
    'writes times that are read back unchanged, also if the clock shows them twice: %s',
    (instant) => {
      const timeZone = 'America/New_York'
      const lead = buildLead({ created_at: instant, booking_start_time: instant })
      const [heading, row] = readCsv(leadsCsv([lead], timeZone, timeZone)).rows
      for (const column of ['Created', 'Booking']) {
        const cell = row?.cells[heading?.cells.indexOf(column) ?? -1] ?? ''
        const now = new Date('2027-05-01T12:00:00Z')
        expect([column, readTime(cell, { timeZone, order: 'mdy', now })]).toEqual([column, instant])
      }
    },
  )

  it('marks tests, in a column that other files do not have', () => {
    const marks = (...leads: Parameters<typeof buildLead>[0][]) => {
      const [heading, ...rows] = readCsv(leadsCsv(leads.map(buildLead), 'UTC', null)).rows
      const at = heading?.cells.indexOf('Test') ?? -1
      return at === -1 ? null : rows.map(({ cells }) => cells[at])
    }
    expect(marks({ is_test: true }, { is_test: false }, {})).toEqual(['Yes', '', ''])
    expect(marks({ is_test: false }, {})).toBeNull()
  })

  it('leaves a missing booking blank', () => {
    const [heading, row] = readCsv(leadsCsv([buildLead()], 'UTC', 'America/New_York')).rows
    expect(row?.cells[heading?.cells.indexOf('Booking') ?? -1]).toBe('')
  })

  it('never starts a cell with a character that spreadsheets read as a formula', () => {
    const nasty = fc.oneof(
      fc.string(),
      fc.constantFrom('=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', '＋1', '－1', '＠A1'),
    )
    fc.assert(
      fc.property(nasty, nasty, (prospect_name, notes) => {
        const { rows, fault } = readCsv(leadsCsv([buildLead({ prospect_name, notes })], 'UTC', null))
        expect(fault).toBeNull()
        expect(rows).toHaveLength(2)
        for (const cell of rows[1]?.cells ?? []) expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]/)
      }),
    )
  })
})

it.each([
  ['Green Acres Lawn & Landscape', 'leads-green-acres-lawn-landscape-2026-11-20.csv'],
  ['Café / "Größe"', 'leads-cafe-große-2026-11-20.csv'],
  ['../..', 'leads-2026-11-20.csv'],
  ['', 'leads-2026-11-20.csv'],
])('csvName of %s', (business, name) => expect(csvName(business, '2026-11-20')).toBe(name))
