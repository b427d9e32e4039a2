import { expect, it } from 'vitest'
import { clockTime } from '../../../../src/domain/time/clock-time.ts'

const now = new Date('2026-11-20T16:30:00Z')

it.each([
  ['2026-11-20T16:02:00Z', '11:02 AM'],
  ['2026-11-20T05:00:00Z', '12:00 AM'],
  ['2026-11-20T04:59:00Z', 'Nov 19, 11:59 PM'],
  ['2025-11-20T16:02:00Z', 'Nov 20, 11:02 AM'],
])('%s is %s', (instant, text) => {
  expect(clockTime(new Date(instant), now, 'America/New_York').replaceAll('\u202f', ' ')).toBe(text)
})
