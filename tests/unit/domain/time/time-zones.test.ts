import { describe, expect, it } from 'vitest'
import { TIME_ZONES, zoneClock } from '../../../../src/domain/time/time-zones.ts'

describe('time zones', () => {
  const now = new Date('2026-11-20T15:02:00Z')

  it.each(TIME_ZONES)('$label is a known time zone', ({ value }) => {
    expect(zoneClock(value, now)).toMatch(/^\d{1,2}:02 [AP]M \S+/)
  })

  it('can be formatted', () => {
    expect(zoneClock('America/New_York', now)).toBe('10:02 AM EST')
    expect(zoneClock('Mars/Olympus', now)).toBeNull()
  })
})
