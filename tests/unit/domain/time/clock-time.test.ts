import { expect, it } from 'vitest'
import { clockTime, dayAndTime, dayWithWeekday } from '../../../../src/domain/time/clock-time.ts'

const now = new Date('2026-11-20T16:30:00Z')

it.each([
  ['2026-11-20T16:02:00Z', '11:02 AM'],
  ['2026-11-20T05:00:00Z', '12:00 AM'],
  ['2026-11-20T04:59:00Z', 'Nov 19, 11:59 PM'],
  ['2025-11-20T16:02:00Z', 'Nov 20, 11:02 AM'],
])('%s is %s', (instant, text) => {
  expect(clockTime(new Date(instant), now, 'America/New_York').replaceAll('\u202f', ' ')).toBe(text)
})

it.each([
  ['2026-12-31T20:00:00Z', 'Thu, Dec 31', 'Thu, Dec 31, 3:00 PM'],
  ['2027-01-01T04:00:00Z', 'Thu, Dec 31', 'Thu, Dec 31, 11:00 PM'],
  ['2027-12-01T20:00:00Z', 'Wed, Dec 1, 2027', 'Wed, Dec 1, 2027, 3:00 PM'],
])('the day of %s is %s', (instant, day, both) => {
  const at = new Date(instant)
  expect(dayWithWeekday(at, now, 'America/New_York')).toBe(day)
  expect(dayAndTime(at, now, 'America/New_York').replaceAll('\u202f', ' ')).toBe(both)
})
