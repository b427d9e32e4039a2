import { expect, test } from 'vitest'
import { addMonths, dayForKey } from '../../../../src/domain/time/calendar-keys.ts'

test.each([
  ['2026-11-24', 1, '2026-12-24'],
  ['2026-12-01', 1, '2027-01-01'],
  ['2026-01-15', -1, '2025-12-15'],
  ['2026-01-31', 1, '2026-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2028-02-29', -12, '2027-02-28'],
  ['2026-03-31', 0, '2026-03-31'],
])('%s and %i months is %s', (day, months, expected) => {
  expect(addMonths(day, months)).toBe(expected)
})

test.each([
  ['ArrowLeft', false, '2026-11-30'],
  ['ArrowRight', false, '2026-12-02'],
  ['ArrowUp', false, '2026-11-24'],
  ['ArrowDown', false, '2026-12-08'],
  ['Home', false, '2026-11-29'],
  ['End', false, '2026-12-05'],
  ['PageUp', false, '2026-11-01'],
  ['PageDown', false, '2027-01-01'],
  ['PageUp', true, '2025-12-01'],
  ['PageDown', true, '2027-12-01'],
  ['Enter', false, null],
  ['a', false, null],
])('from Tuesday, December 1, %s (with Shift: %s) moves to %s', (key, shiftKey, expected) => {
  expect(dayForKey('2026-12-01', { key, shiftKey })).toBe(expected)
})
