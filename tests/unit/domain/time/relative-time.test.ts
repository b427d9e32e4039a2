import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { relativeTime, shortAge } from '../../../../src/domain/time/relative-time.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')
const ago = (seconds: number) => relativeTime(new Date(NOW.getTime() - seconds * 1_000).toISOString(), NOW)
const DAY = 86_400

describe('relativeTime', () => {
  it.each([
    [0, 'Just now'],
    [59, 'Just now'],
    [59.999, 'Just now'],
    [60, '1 minute ago'],
    [119, '1 minute ago'],
    [120, '2 minutes ago'],
    [300, '5 minutes ago'],
    [3_599, '59 minutes ago'],
    [3_600, '1 hour ago'],
    [7_199, '1 hour ago'],
    [86_399, '23 hours ago'],
    [DAY, '1 day ago'],
    [30 * DAY - 1, '29 days ago'],
    [30 * DAY, '1 month ago'],
    [60 * DAY, '2 months ago'],
    [365 * DAY - 1, '12 months ago'],
    [365 * DAY, '1 year ago'],
    [730 * DAY, '2 years ago'],
    [-1, 'Just now'],
    [-DAY, 'Just now'],
  ])('%d seconds ago', (seconds, text) => {
    expect(ago(seconds)).toBe(text)
  })

  it('returns an empty text for an invalid instant', () => {
    expect(relativeTime('yesterday', NOW)).toBe('')
  })

  it('never decreases as time passes', () => {
    const units = ['Just now', 'minute', 'hour', 'day', 'month', 'year']
    const rank = (text: string) => units.findIndex((unit) => text.includes(unit))
    const seconds = fc.nat({ max: 100 * 365 * DAY })
    fc.assert(
      fc.property(seconds, seconds, (a, b) => {
        const [younger, older] = [Math.min(a, b), Math.max(a, b)].map(ago)
        expect(rank(younger ?? '')).toBeLessThanOrEqual(rank(older ?? ''))
      }),
    )
  })
})

describe('shortAge', () => {
  it.each([
    [0, 'now'],
    [59, 'now'],
    [60, '1 min'],
    [3_599, '59 min'],
    [3_600, '1 h'],
    [DAY, '1 d'],
    [30 * DAY - 1, '29 d'],
    [30 * DAY, '1 mo'],
    [365 * DAY, '1 y'],
    [-DAY, 'now'],
  ])('%d seconds: %s', (seconds, text) => {
    expect(shortAge(new Date(NOW.getTime() - seconds * 1_000).toISOString(), NOW)).toBe(text)
  })

  it('is blank for an unknown time', () => {
    expect(shortAge('', NOW)).toBe('')
  })
})
