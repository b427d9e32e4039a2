import { describe, expect, it } from 'vitest'
import {
  ALL_DAYS,
  areOnDays,
  dayPresets,
  daysQuery,
  isReversed,
  rangeText,
  spokenDay,
  wholeRange,
} from '../../../../src/domain/time/day-range.ts'

const TODAY = '2026-11-22'

describe('dayPresets', () => {
  it('counts today as one of the days, and has no end', () => {
    expect(dayPresets(TODAY)).toEqual([
      { label: 'Today', from: '2026-11-22', to: null },
      { label: 'Last 7 days', from: '2026-11-16', to: null },
      { label: 'Last 30 days', from: '2026-10-24', to: null },
      { label: 'Last 90 days', from: '2026-08-25', to: null },
      { label: 'This month', from: '2026-11-01', to: null },
      { label: 'All time', from: null, to: null },
    ])
  })
})

describe('rangeText', () => {
  it.each([
    [null, null, 'All time'],
    ['2026-11-22', null, 'Today'],
    ['2026-10-24', null, 'Last 30 days'],
    ['2026-10-24', '2026-11-22', 'Last 30 days'],
    ['2026-11-01', null, 'This month'],
    ['2026-11-02', '2026-11-20', 'Nov 2 – Nov 20'],
    ['2025-11-02', '2026-01-20', 'Nov 2, 2025 – Jan 20'],
    ['2026-11-05', '2026-11-05', 'Nov 5'],
    ['2026-11-05', null, 'Since Nov 5'],
    [null, '2026-11-05', 'Until Nov 5'],
  ])('%s to %s: %s', (from, to, text) => {
    expect(rangeText({ from, to }, TODAY)).toBe(text)
  })
})

describe('the query of a range', () => {
  it.each([
    [null, null, {}],
    ['2026-11-01', null, { from: '2026-11-01', timezone: 'UTC' }],
    [null, '2026-11-05', { to: '2026-11-05', timezone: 'UTC' }],
    ['2026-11-01', '2026-11-05', { from: '2026-11-01', to: '2026-11-05', timezone: 'UTC' }],
  ])('from %j to %j', (from, to, query) => {
    expect(daysQuery({ from, to }, 'UTC')).toEqual(query)
  })

  const first = '2026-11-01T04:00:00Z'
  const last = '2026-11-02T04:59:59Z'
  const query = daysQuery({ from: '2026-11-01', to: '2026-11-01' }, 'America/New_York')
  it.each([
    [[], true],
    [[first, last, ''], true],
    [[first, '2026-11-01T03:59:59Z'], false],
    [['2026-11-02T05:00:00Z'], false],
  ])('contains %j: %j', (instants, isInside) => {
    expect(areOnDays(instants, query)).toBe(isInside)
    expect(areOnDays(instants, daysQuery(ALL_DAYS, 'UTC'))).toBe(true)
  })
})

describe('isReversed', () => {
  it.each([
    ['2026-11-22', '2026-11-21', true],
    ['2026-11-22', '2026-11-22', false],
    ['2025-12-31', '2026-01-01', false],
    ['2026-11-22', null, false],
    [null, '2026-11-22', false],
  ])('of %s to %s is %s', (from, to, expected) => expect(isReversed({ from, to })).toBe(expected))
})

it('names a day for screen readers', () => {
  expect(spokenDay('2026-11-22')).toBe('Sunday, November 22, 2026')
})

it('ends presets that need an end today, and leaves out the one without a start', () => {
  const presets = dayPresets(TODAY, true)
  expect(presets.find(({ label }) => label === 'Last 7 days')).toMatchObject({
    from: '2026-11-16',
    to: TODAY,
  })
  expect(presets.map(({ label }) => label)).not.toContain('All time')
})

it('makes a range of one day from a start or an end alone', () => {
  expect(wholeRange({ from: TODAY, to: null })).toEqual({ from: TODAY, to: TODAY })
  expect(wholeRange({ from: null, to: TODAY })).toEqual({ from: TODAY, to: TODAY })
})
