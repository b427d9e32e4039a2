import { expect, test } from 'vitest'
import {
  comparison,
  dayLabel,
  leadsLink,
  minutesText,
  sourceLabel,
} from '../../../../src/domain/dashboard/insights.ts'

test.each([
  ['manual', 'Added by hand'],
  ['facebook_ads', 'Facebook ads'],
  ['', 'Unknown'],
  ['__', 'Unknown'],
])('the label of source %j is %j', (source, label) => {
  expect(sourceLabel(source)).toBe(label)
})

test.each([
  [5, 5, 'the same'],
  [1200, 100, '1,100 more'],
  [0, 3, '3 fewer'],
])('%j against %j is %j', (now, before, text) => {
  expect(comparison({ now, before })).toBe(text)
})

test.each([
  [0.2, 'under a minute'],
  [0.5, '1 min'],
  [59.4, '59 min'],
  [59.6, '1 h'],
  [200, '3 h 20 min'],
  [2879, '47 h 59 min'],
  [2880, '2 days'],
  [10_000, '7 days'],
])('%j minutes are %j', (minutes, text) => {
  expect(minutesText(minutes)).toBe(text)
})

test('a link has the first and the last day, and an encoded filter', () => {
  const days = [{ day: '2026-11-01' }, { day: '2026-11-02' }, { day: '2026-11-03' }]
  expect(leadsLink(days)).toBe('/leads?from=2026-11-01&to=2026-11-03')
  expect(leadsLink(days.slice(0, 1), { page: '/a&b' })).toBe(
    '/leads?page=%2Fa%26b&from=2026-11-01&to=2026-11-01',
  )
})

test('a day does not depend on the time zone', () => {
  expect(dayLabel('2026-11-01')).toBe('Nov 1')
})
