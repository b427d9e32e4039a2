import { describe, expect, it } from 'vitest'
import { dueLabel, duePresets, fieldInstant, fieldTime } from '../../../../src/domain/leads/due.ts'

const ZONE = 'America/New_York'

describe('the suggested times of a task', () => {
  it('are today, tomorrow, and the next Monday after tomorrow in the time zone', () => {
    expect(duePresets(new Date('2026-11-22T15:00:00Z'), ZONE)).toEqual([
      { label: 'Today 5 PM', at: '2026-11-22T22:00:00.000Z' },
      { label: 'Tomorrow 9 AM', at: '2026-11-23T14:00:00.000Z' },
      { label: 'Next week', at: '2026-11-30T14:00:00.000Z' },
    ])
    expect(duePresets(new Date('2026-11-23T15:00:00Z'), ZONE).at(-1)?.at).toBe('2026-11-30T14:00:00.000Z')
  })

  it('do not include a time that has passed', () => {
    expect(duePresets(new Date('2026-11-22T22:00:00Z'), ZONE).map(({ label }) => label)).toEqual([
      'Tomorrow 9 AM',
      'Next week',
    ])
  })
})

describe('a date and time field', () => {
  it.each(['2026-11-22T22:05:00.000Z', '2026-07-01T03:30:00.000Z'])('keeps %s', (instant) => {
    expect(fieldInstant(fieldTime(instant, ZONE), ZONE)).toBe(instant)
  })

  it('is empty for an invalid time, and has none while it is incomplete or out of range', () => {
    expect(fieldTime('', ZONE)).toBe('')
    for (const value of ['', '2026-11-22', '0002-01-01T09:00', '2100-01-01T09:00']) {
      expect(fieldInstant(value, ZONE)).toBeNull()
    }
  })

  it('reads a time that a clock change skips as an hour later', () => {
    expect(fieldInstant('2026-03-08T02:30', ZONE)).toBe('2026-03-08T07:30:00.000Z')
  })
})

it('a task says when it is due', () => {
  const now = new Date('2026-11-22T15:00:00Z')
  expect(dueLabel('2026-11-22T22:00:00Z', now, ZONE)).toBe('Today, 5:00 PM')
  expect(dueLabel('2026-11-23T14:00:00Z', now, ZONE)).toBe('Tomorrow, 9:00 AM')
  expect(dueLabel('2026-11-30T14:00:00Z', now, ZONE)).toBe('Mon, Nov 30, 9:00 AM')
  expect(dueLabel('2026-11-21T14:00:00Z', now, ZONE)).toBe('Sat, Nov 21, 9:00 AM')
  expect(dueLabel('soon', now, ZONE)).toBe('')
})
