import { expect, test } from 'vitest'
import { sourceBars, sourceLabel, statusBars } from '../../../../src/domain/dashboard/breakdown.ts'

test('statuses keep their order, also without leads, and unknown ones follow', () => {
  expect(statusBars({ lost: 1, archived: 1, new: 2 })).toEqual([
    { key: 'new', label: 'New', count: 2, share: 50 },
    { key: 'converted', label: 'Converted', count: 0, share: 0 },
    { key: 'lost', label: 'Lost', count: 1, share: 25 },
    { key: 'archived', label: 'archived', count: 1, share: 25 },
  ])
})

test('sources are sorted by count, and those with the same label are merged', () => {
  expect(sourceBars({ phone: 1, website_chat: 2, 'yard-sign': 4, yard_sign: 1 })).toEqual([
    { key: 'Yard sign', label: 'Yard sign', count: 5, share: 62.5 },
    { key: 'Website chat', label: 'Website chat', count: 2, share: 25 },
    { key: 'Phone', label: 'Phone', count: 1, share: 12.5 },
  ])
})

test('shares are zero without leads', () => {
  expect(statusBars({}).map(({ share }) => share)).toEqual([0, 0, 0])
  expect(sourceBars({})).toEqual([])
})

test.each([
  ['manual', 'Added by hand'],
  ['facebook_ads', 'Facebook ads'],
  ['', 'Unknown'],
  ['__', 'Unknown'],
])('the label of source %j is %j', (source, label) => {
  expect(sourceLabel(source)).toBe(label)
})
