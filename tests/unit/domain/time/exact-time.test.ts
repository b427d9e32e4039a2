import { expect, it } from 'vitest'
import { exactTime } from '../../../../src/domain/time/exact-time.ts'

it('formats an instant in full in a time zone', () => {
  expect(exactTime('2026-11-20T12:00:00.000Z', 'America/New_York').replace(/\s/g, ' ')).toBe(
    'Nov 20, 2026, 7:00 AM',
  )
})

it('returns an empty text for an invalid instant', () => {
  expect(exactTime('soon')).toBe('')
})
