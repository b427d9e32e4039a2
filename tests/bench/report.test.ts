import { expect, test } from 'vitest'
import { isWorse, replaced } from '../../bench/report.ts'

test('more than a tenth and more than one step above the committed figure is worse', () => {
  expect(isWorse('pages: / cold, content, ms', 1_101, 1_000)).toBe(true)
  expect(isWorse('pages: / cold, content, ms', 1_100, 1_000)).toBe(false)
  expect(isWorse('typing: Settings, Answer 1, 1x, ms', 24, 16)).toBe(false)
  expect(isWorse('typing: Settings, Answer 1, 1x, ms', 32, 16)).toBe(true)
  expect(isWorse('pages: / cold, CLS', 0.001, 0)).toBe(false)
  expect(isWorse('pages: / cold, CLS', 0.01, 0)).toBe(true)
  expect(isWorse('pages: / cold, kB', 200, 400)).toBe(false)
})

test('what never happened is worse', () => {
  expect(isWorse('pages: / cold, content, ms', Number.NaN, 1_000)).toBe(true)
})

test('measured parts replace all of their figures, others stay', () => {
  const committed = { 'pages: a, ms': 1, 'pages: gone, ms': 2, 'leads: b, ms': 3 }
  expect(replaced(committed, { 'pages: a, ms': 4, 'pages: new, ms': 5 })).toEqual({
    'leads: b, ms': 3,
    'pages: a, ms': 4,
    'pages: new, ms': 5,
  })
})
