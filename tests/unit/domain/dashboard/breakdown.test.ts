import { expect, test } from 'vitest'
import { sourceBars, sourceLabel, statusBars } from '../../../../src/domain/dashboard/breakdown.ts'

test('statuses stand in their order, also without leads, and unknown ones after them', () => {
  expect(statusBars({ lost: 1, archived: 1, new: 2 })).toEqual([
    { key: 'new', label: 'New', count: 2, share: 50 },
    { key: 'converted', label: 'Converted', count: 0, share: 0 },
    { key: 'lost', label: 'Lost', count: 1, share: 25 },
    { key: 'archived', label: 'archived', count: 1, share: 25 },
  ])
})

test('sources stand by their number, and those that read alike are one', () => {
  expect(sourceBars({ phone: 1, website_chat: 2, 'yard-sign': 4, yard_sign: 1 })).toEqual([
    { key: 'Yard sign', label: 'Yard sign', count: 5, share: 62.5 },
    { key: 'Website chat', label: 'Website chat', count: 2, share: 25 },
    { key: 'Phone', label: 'Phone', count: 1, share: 12.5 },
  ])
})

test('nothing at all has no share of anything', () => {
  expect(statusBars({}).map(({ share }) => share)).toEqual([0, 0, 0])
  expect(sourceBars({})).toEqual([])
})

test.each([
  ['manual', 'Added by hand'],
  ['facebook_ads', 'Facebook ads'],
  ['', 'Unknown'],
  ['__', 'Unknown'],
])('the source %j is called %j', (source, label) => {
  expect(sourceLabel(source)).toBe(label)
})
