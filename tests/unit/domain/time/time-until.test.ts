import { expect, test } from 'vitest'
import { timeUntil } from '../../../../src/domain/time/time-until.ts'

const ZONE = 'America/New_York'
/** Friday, 10 in the morning in New York. */
const NOW = new Date('2026-11-20T15:00:00Z')

test.each([
  ['2026-11-20T14:59:59Z', 'now'],
  ['2026-11-20T15:00:59Z', 'now'],
  ['2026-11-20T15:01:00Z', 'in 1 minute'],
  ['2026-11-20T15:59:59Z', 'in 59 minutes'],
  ['2026-11-20T16:00:00Z', 'in 1 hour'],
  ['2026-11-21T04:59:00Z', 'in 13 hours'],
  ['2026-11-21T05:00:00Z', 'tomorrow'],
  ['2026-11-22T04:59:00Z', 'tomorrow'],
  ['2026-11-22T05:00:00Z', 'in 2 days'],
  ['2026-11-27T20:00:00Z', 'in 7 days'],
  ['', ''],
])('%j is %j', (instant, words) => {
  expect(timeUntil(instant, NOW, ZONE)).toBe(words)
})

test('days follow the calendar, also across a daylight saving change', () => {
  const saturday = new Date('2026-10-31T22:00:00Z')
  expect(timeUntil('2026-11-01T23:00:00Z', saturday, ZONE)).toBe('tomorrow')
  expect(timeUntil('2026-11-02T05:00:00Z', saturday, ZONE)).toBe('in 2 days')
})
