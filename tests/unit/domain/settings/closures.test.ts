import { describe, expect, it } from 'vitest'
import {
  closureOn,
  closuresOf,
  isKept,
  nextDaysOf,
  upcoming,
} from '../../../../src/domain/settings/closures.ts'

const christmas = { name: 'Christmas Day', days: ['2026-12-25', '2027-12-24', '2027-12-25'] }
const veterans = { name: 'Veterans Day', days: ['2026-11-11'] }
const vacation = { from: '2026-12-20', to: '2026-12-27', note: 'Maui' }

describe('closures', () => {
  const closures = closuresOf({ holidays_closed: ['christmas day'], days_off: [vacation] }, [
    christmas,
    veterans,
  ])

  it('are the days off without their notes, and all days of the kept holidays', () => {
    expect(closures).toEqual([
      { from: '2026-12-20', to: '2026-12-27', holiday: null },
      { from: '2026-12-25', to: '2026-12-25', holiday: 'Christmas Day' },
      { from: '2027-12-24', to: '2027-12-24', holiday: 'Christmas Day' },
      { from: '2027-12-25', to: '2027-12-25', holiday: 'Christmas Day' },
    ])
  })

  it('of a day: the longest, and the holiday of equally long ones', () => {
    expect(closureOn(closures, '2026-12-25')?.holiday).toBeNull()
    expect(closureOn(closures, '2027-12-25')?.holiday).toBe('Christmas Day')
    expect(closureOn(closures, '2026-12-28')).toBeNull()
    const single = { from: '2026-12-25', to: '2026-12-25', holiday: null }
    expect(closureOn([single, ...closures.slice(1)], '2026-12-25')?.holiday).toBe('Christmas Day')
  })
})

it.each([
  [['New Year’s Day'], "New Year's Day", true],
  [['new years day'], "New Year's Day", true],
  [['Christmas Eve'], 'Christmas Day', false],
])('%j keeps %s: %s', (closed, name, expected) => expect(isKept(closed, name)).toBe(expected))

it.each([
  ['2026-12-25', ['2026-12-25']],
  ['2026-12-26', ['2027-12-24', '2027-12-25']],
  ['2027-12-25', ['2027-12-25']],
  ['2027-12-26', []],
])('the next days of Christmas from %s are %j', (today, expected) => {
  expect(nextDaysOf(christmas, today)).toEqual(expected)
})

it('shows days off until their last day, first first', () => {
  const day = { from: '2026-12-01', to: '2026-12-01', note: null }
  expect(upcoming([vacation, day], '2026-12-01')).toEqual([day, vacation])
  expect(upcoming([vacation, day], '2026-12-27')).toEqual([vacation])
  expect(upcoming([vacation, day], '2026-12-28')).toEqual([])
})
