import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isDay } from '../../../../src/contract/fields.ts'
import { dayText } from '../../../../src/domain/time/day-range.ts'
import { readDay, readDayAhead, readNextDay } from '../../../../src/domain/time/read-day.ts'

const TODAY = '2026-11-22'

describe('readDay', () => {
  it.each([
    ['today', '2026-11-22'],
    [' Yesterday ', '2026-11-21'],
    ['3/5', '2026-03-05'],
    ['03/05', '2026-03-05'],
    ['3-5', '2026-03-05'],
    ['3/5/26', '2026-03-05'],
    ['3/5/2025', '2025-03-05'],
    ['Mar 5', '2026-03-05'],
    ['mar. 5th', '2026-03-05'],
    ['MARCH 5, 2024', '2024-03-05'],
    ['5 mar 24', '2024-03-05'],
    ['Sept 1', '2026-09-01'],
    ['2026-03-05', '2026-03-05'],
    ['2026/3/5', '2026-03-05'],
  ])('understands %s', (text, day) => {
    expect(readDay(text, TODAY)).toBe(day)
  })

  it.each([
    ['11/22', '2026-11-22'],
    ['11/23', '2025-11-23'],
    ['Dec 24', '2025-12-24'],
    ['2/29', '2024-02-29'],
  ])('takes the latest occurrence of %s', (text, day) => {
    expect(readDay(text, TODAY)).toBe(day)
  })

  it.each([
    '',
    '3',
    '3/',
    '3/5/2',
    '3/5/202',
    '13/5',
    '2/30',
    '2/29/25',
    '2026-02-30',
    '0001-01-01',
    'ma 5',
    'marc',
    'mart 5',
    'soon',
    '3/5/26 noon',
  ])('does not guess: %s', (text) => {
    expect(readDay(text, TODAY)).toBeNull()
  })

  it('reads every day that it shows, and returns only days', () => {
    const days = fc
      .date({ min: new Date('1950-01-01'), max: new Date('2026-11-22'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
    fc.assert(fc.property(days, (day) => readDay(dayText(day, TODAY), TODAY) === day))
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9a-z ,./-]{0,14}$/), (text) => {
        const day = readDay(text, TODAY)
        expect(day === null || isDay(day)).toBe(true)
      }),
    )
  })
})

it.each([
  ['12/24', '2026-12-24'],
  ['Jan 2', '2027-01-02'],
  ['11/22', '2027-11-22'],
  ['11/23', '2026-11-23'],
  ['today', '2026-11-23'],
  ['yesterday', null],
  ['12/24/2030', '2030-12-24'],
  ['11/22/2026', null],
  ['Feb 30', null],
  ['soon', null],
])('%j is ahead on %j', (text, expected) => expect(readDayAhead(text, '2026-11-23')).toBe(expected))

it.each([
  ['12/24', '2026-12-24'],
  ['11/22', '2027-11-22'],
  ['yesterday', '2026-11-22'],
  ['11/22/2025', '2025-11-22'],
  ['2026-11-30', '2026-11-30'],
  ['soon', null],
])('%j is the next %j', (text, expected) => expect(readNextDay(text, '2026-11-23')).toBe(expected))
