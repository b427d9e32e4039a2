import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextDay, startOfDay } from '../../../../src/domain/time/calendar-day.ts'

const startIn = (day: string, zone: string) => new Date(startOfDay(day, zone)).toISOString()

describe('nextDay', () => {
  it.each([
    ['2026-11-20', '2026-11-21'],
    ['2026-12-31', '2027-01-01'],
    ['2024-02-28', '2024-02-29'],
  ])('of %s', (day, next) => {
    expect(nextDay(day)).toBe(next)
  })
})

describe('startOfDay', () => {
  it.each([
    ['2026-11-20', 'UTC', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20', 'America/New_York', '2026-11-20T05:00:00.000Z'],
    ['2026-07-20', 'America/New_York', '2026-07-20T04:00:00.000Z'],
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z'],
    ['2026-03-09', 'America/New_York', '2026-03-09T04:00:00.000Z'],
    ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z'],
    ['2026-11-02', 'America/New_York', '2026-11-02T05:00:00.000Z'],
    ['2026-11-20', 'Asia/Kolkata', '2026-11-19T18:30:00.000Z'],
    ['2026-11-20', 'Pacific/Kiritimati', '2026-11-19T10:00:00.000Z'],
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
    ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z'],
    ['2026-11-20', 'Asia/Kathmandu', '2026-11-19T18:15:00.000Z'],
    // Midnight is skipped: clocks go from 00:00 to 01:00.
    ['2024-04-26', 'Africa/Cairo', '2024-04-25T22:00:00.000Z'],
    // Midnight occurs twice: at 01:00 clocks go back to 00:00.
    ['2024-11-03', 'America/Havana', '2024-11-03T04:00:00.000Z'],
  ])('%s in %s', (day, zone, instant) => {
    expect(startIn(day, zone)).toBe(instant)
  })

  it('is 23 to 25 hours before the next one', () => {
    const zones = ['America/New_York', 'Australia/Lord_Howe', 'Europe/London', 'Asia/Tokyo', 'UTC']
    const days = fc.date({ min: new Date('2000-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(days, fc.constantFrom(...zones), (date, zone) => {
        const day = date.toISOString().slice(0, 10)
        const hours = (startOfDay(nextDay(day), zone) - startOfDay(day, zone)) / 3_600_000
        expect(hours).toBeGreaterThanOrEqual(23)
        expect(hours).toBeLessThanOrEqual(25)
      }),
    )
  })

  it('is 22 to 26 hours before the next one in every zone, unless the zone skips the day', () => {
    const zones = Intl.supportedValuesOf('timeZone')
    const days = fc.date({ min: new Date('1990-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(days, fc.constantFrom(...zones), (date, zone) => {
        const day = date.toISOString().slice(0, 10)
        const hours = (startOfDay(nextDay(day), zone) - startOfDay(day, zone)) / 3_600_000
        return (hours >= 22 && hours <= 26) || hours === 0
      }),
      { numRuns: 300 },
    )
  })
})
