import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { endOfDay, startOfDay } from '../../../server/api/calendar.ts'

describe('the start of a day', () => {
  it.each([
    ['2026-01-15', 'UTC', '2026-01-15T00:00:00.000Z'],
    ['2026-01-15', 'America/New_York', '2026-01-15T05:00:00.000Z'],
    ['2026-07-15', 'America/New_York', '2026-07-15T04:00:00.000Z'],
    ['2026-03-09', 'America/New_York', '2026-03-09T04:00:00.000Z'],
    ['2026-11-02', 'America/New_York', '2026-11-02T05:00:00.000Z'],
    ['2026-01-15', 'Asia/Kathmandu', '2026-01-14T18:15:00.000Z'],
    ['2026-01-15', 'Pacific/Kiritimati', '2026-01-14T10:00:00.000Z'],
    // Midnight is skipped: clocks go from 00:00 to 01:00.
    ['2024-04-26', 'Africa/Cairo', '2024-04-25T22:00:00.000Z'],
    // Midnight occurs twice: at 01:00 clocks go back to 00:00.
    ['2024-11-03', 'America/Havana', '2024-11-03T04:00:00.000Z'],
  ])('%s in %s', (day, zone, expected) => {
    expect(startOfDay(day, zone).toISOString()).toBe(expected)
  })
})

describe('any day in any zone', () => {
  it('starts where the previous one ends, and has 22 to 26 hours', () => {
    const zones = Intl.supportedValuesOf('timeZone')
    const days = fc.date({
      min: new Date('1990-01-01T00:00:00Z'),
      max: new Date('2035-01-01T00:00:00Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(fc.constantFrom(...zones), days, (zone, date) => {
        const day = date.toISOString().slice(0, 10)
        const hours = (endOfDay(day, zone).getTime() - startOfDay(day, zone).getTime()) / 3_600_000
        return (hours >= 22 && hours <= 26) || hours === 0
      }),
      { numRuns: 300 },
    )
  })
})
