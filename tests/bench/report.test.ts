import { expect, test } from 'vitest'
import { isWorse, medianRatio, replaced, shownFigure } from '../../bench/report.ts'

test('more than a tenth and more than one step above the committed figure is worse', () => {
  expect(isWorse('pages: / cold, content, ratio', 1.11, 1)).toBe(true)
  expect(isWorse('pages: / cold, content, ratio', 1.1, 1)).toBe(false)
  expect(isWorse('pages: / cold, TBT, ratio', 0.07, 0.03)).toBe(false)
  expect(isWorse('pages: / cold, TBT, ratio', 0.12, 0.03)).toBe(true)
  expect(isWorse('typing: Settings, Answer 1, 1x, paint ratio', 1.5, 1)).toBe(false)
  expect(isWorse('typing: Settings, Answer 1, 1x, paint ratio', 2, 1)).toBe(true)
  expect(isWorse('leads: 100, paging, new rows, ratio', 1.5, 1)).toBe(true)
  expect(isWorse('pages: / cold, CLS', 0.001, 0)).toBe(false)
  expect(isWorse('pages: / cold, CLS', 0.01, 0)).toBe(true)
  expect(isWorse('pages: / cold, kB', 200, 400)).toBe(false)
})

test('milliseconds are never compared', () => {
  expect(() => isWorse('pages: / cold, content, ms', 2_000, 1_000)).toThrow('no known unit')
})

test('what never happened is worse', () => {
  expect(isWorse('pages: / cold, content, ratio', Number.NaN, 1)).toBe(true)
})

test('each time is divided by the reference time of its own run, before the median', () => {
  expect(medianRatio([100, 400, 900], [100, 200, 300])).toBe(2)
  // The machine is ten times slower in the second run.
  expect(medianRatio([150, 1_500, 150], [100, 1_000, 100])).toBe(1.5)
  expect(medianRatio([100], [])).toBeNaN()
})

test('a figure is shown in the digits of its unit', () => {
  expect(shownFigure('pages: / cold, content, ratio', 1.234)).toBe('1.23')
  expect(shownFigure('pages: / cold, CLS', 0.0016)).toBe('0.002')
  expect(shownFigure('pages: / cold, kB', 198.4)).toBe('198')
  expect(shownFigure('pages: / cold, LCP, ratio', Number.NaN)).toBe('never')
})

test('measured parts replace all of their figures, others stay', () => {
  const committed = { 'pages: a, ratio': 1, 'pages: gone, ratio': 2, 'leads: b, ratio': 3 }
  expect(replaced(committed, { 'pages: a, ratio': 4, 'pages: new, ratio': 5 })).toEqual({
    'leads: b, ratio': 3,
    'pages: a, ratio': 4,
    'pages: new, ratio': 5,
  })
})
