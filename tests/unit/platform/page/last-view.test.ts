import { expect, test } from 'vitest'
import {
  isCurrent,
  isDated,
  keyOf,
  type LastView,
  ownerOf,
} from '../../../../src/platform/page/last-view/last-view.ts'

const DAY = 86_400_000
const OWNER = ownerOf('__client_uat=1', 'user_1', 'org_1')
const VIEW: LastView = {
  owner: OWNER,
  drawnAt: 10 * DAY,
  address: '/leads?status=new',
  width: 390,
  styles: ['https://app.test/a.css', 'https://app.test/lazy.css'],
  html: '<p>60 leads</p>',
}
const NOW = {
  owner: OWNER,
  address: '/leads?status=new',
  width: 390,
  styles: ['https://app.test/a.css'],
  time: 11 * DAY,
}

test('a view is shown to its owner at the same address and width, by the same build', () => {
  expect(isCurrent(VIEW, NOW)).toBe(true)
})

test.each([
  ['another sign-in', { owner: ownerOf('__client_uat=2', 'user_1', 'org_1') }],
  ['another user', { owner: ownerOf('__client_uat=1', 'user_2', 'org_1') }],
  ['another organization', { owner: ownerOf('__client_uat=1', 'user_1', 'org_2') }],
  ['another query', { address: '/leads' }],
  ['another width', { width: 391 }],
  ['a style sheet that it did not have', { styles: ['https://app.test/b.css'] }],
  ['a document without style sheets', { styles: [] }],
  ['seven days later', { time: 17 * DAY }],
])('a view is not shown to %s', (_, difference) => {
  expect(isCurrent(VIEW, { ...NOW, ...difference })).toBe(false)
})

test('a view is shown for less than seven days', () => {
  expect(isCurrent(VIEW, { ...NOW, time: 17 * DAY - 1 })).toBe(true)
})

test('each page has its own view', () => {
  expect(keyOf('/')).not.toBe(keyOf('/leads'))
})

test('the times in a view are wrong after a minute, or if the clock was set back', () => {
  const after = (ms: number) => isDated(VIEW, VIEW.drawnAt + ms)
  expect([-1, 0, 59_999, 60_000, DAY].map(after)).toEqual([true, false, false, true, true])
})
