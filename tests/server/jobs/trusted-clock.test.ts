import { describe, expect, it } from 'vitest'
import { readClock } from '../../../server/jobs/trusted-clock.ts'

const DAY_MS = 86_400_000
const day = (days: number) => new Date(Date.UTC(2026, 0, 1) + days * DAY_MS)

/** The trusted day after clock readings on each of these days; the first one is trusted. */
function trustedAfter(first: number, ...read: number[]): number {
  const start = { seenAt: day(first), trustedAt: day(first) }
  const { seenAt, trustedAt } = read.reduce((trust, days) => readClock(trust, day(days)), start)
  return (Math.min(seenAt.getTime(), trustedAt.getTime()) - day(0).getTime()) / DAY_MS
}

describe('the trusted clock of the daily jobs', () => {
  it('follows the machine from day to day and over a long weekend', () => {
    expect(trustedAfter(0, 1, 2, 3)).toBe(3)
    expect(trustedAfter(0, 3)).toBe(3)
  })

  it('advances at most three days in a jump, however often it is read', () => {
    expect(trustedAfter(0, 40)).toBe(3)
    expect(trustedAfter(0, 40, 40, 40)).toBe(3)
  })

  it("is correct as soon as the machine's clock is corrected", () => {
    expect(trustedAfter(0, 40, 1)).toBe(1)
    expect(trustedAfter(0, 40, 1, 2)).toBe(2)
  })

  it('is right immediately after one reading of a wrong old time', () => {
    expect(trustedAfter(1000, -19_000)).toBe(-19_000)
    expect(trustedAfter(1000, -19_000, 1001)).toBe(1001)
    expect(trustedAfter(1000, -19_000, 1001, 1002)).toBe(1002)
  })

  it('makes up the days that a machine was off, two for each that passes', () => {
    expect(trustedAfter(0, 40, 41)).toBe(5)
    const week = Array.from({ length: 40 }, (_, index) => 40 + index)
    expect(trustedAfter(0, ...week)).toBe(79)
  })

  it('is never ahead of the machine', () => {
    expect(trustedAfter(10, 5)).toBe(5)
    expect(trustedAfter(10, 5, 6)).toBe(6)
  })
})
