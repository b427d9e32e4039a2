import { describe, expect, test } from 'vitest'
import {
  inDaysBefore,
  readDays,
  spanAgainst,
  spanDays,
  spanLength,
  spanOf,
} from '../../../../src/domain/dashboard/insight-days.ts'

const TODAY = '2026-11-20'

describe('days', () => {
  test.each([
    ['2026-11-20', '2026-11-20'],
    ['2025-11-20', '2026-11-20'],
    ['2023-03-01', '2024-02-29'],
  ])('from %s to %s are read', (from, to) => {
    expect(readDays({ from, to }, TODAY)).toEqual({ days: { from, to }, problem: null })
  })

  test.each([
    [null, null, 'from', 'The first day is missing'],
    [null, '2026-11-20', 'from', 'The first day is missing'],
    ['2026-11-20', null, 'to', 'The last day is missing'],
    ['2026-11-20', '2026-11-19', 'from', 'The first day is after the last day'],
    ['2026-11-20', '2026-11-21', 'to', 'The last day is in the future'],
    ['2025-11-19', '2026-11-20', 'from', 'Insights cover at most 366 days'],
    ['1969-12-31', '1970-01-01', 'from', 'The first day is before 1970'],
  ])('from %j to %j are refused', (from, to, path, message) => {
    expect(readDays({ from, to }, TODAY)).toEqual({ days: null, problem: { path, message } })
  })
})

test.each([
  ['2026-11-14', '2026-11-20', 7],
  ['2026-10-22', '2026-11-20', 30],
  ['2026-08-23', '2026-11-20', 90],
] as const)('from %s to %s are the period of %d days', (from, to, period) => {
  expect(spanOf({ from, to }, TODAY)).toBe(period)
  expect(spanDays(period, TODAY)).toEqual({ from, to })
})

test.each([
  ['2026-11-13', '2026-11-19'],
  ['2026-11-19', '2026-11-20'],
])('from %s to %s are no period', (from, to) => {
  const days = { from, to }
  expect(spanOf(days, TODAY)).toEqual(days)
  expect(spanDays(days, TODAY)).toEqual(days)
})

test.each([
  [30, 30, '30 days, against the 30 before', 'in the 30 days before'],
  [
    { from: '2026-11-01', to: '2026-11-15' },
    15,
    'Nov 1 – Nov 15, against the 15 days before',
    'in the 15 days before',
  ],
  [{ from: '2025-12-31', to: '2025-12-31' }, 1, 'Dec 31, 2025, against the day before', 'on the day before'],
  [
    { from: '2026-02-28', to: '2026-03-01' },
    2,
    'Feb 28 – Mar 1, against the 2 days before',
    'in the 2 days before',
  ],
] as const)('%j has %d days: %s', (span, length, against, before) => {
  expect(spanLength(span)).toBe(length)
  expect(spanAgainst(span, TODAY)).toBe(against)
  expect(inDaysBefore(span)).toBe(before)
})
