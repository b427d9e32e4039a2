import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GAP, pageNumbers } from '../../../../src/domain/common/page-numbers.ts'

const shown = (page: number, last: number, around = 2) =>
  pageNumbers(page, last, around)
    .map((number) => number ?? '…')
    .join(' ')

describe('pageNumbers', () => {
  it.each([
    [1, 1, '1'],
    [1, 3, '1 2 3'],
    [2, 9, '1 2 3 4 5 6 7 8 9'],
    [1, 500, '1 2 3 4 5 6 7 … 500'],
    [5, 500, '1 2 3 4 5 6 7 … 500'],
    [6, 500, '1 … 4 5 6 7 8 … 500'],
    [496, 500, '1 … 494 495 496 497 498 499 500'],
    [500, 500, '1 … 494 495 496 497 498 499 500'],
  ])('page %i of %i: %s', (page, last, text) => expect(shown(page, last)).toBe(text))

  it('shows fewer numbers in little space', () => expect(shown(9, 20, 1)).toBe('1 … 8 9 10 … 20'))

  it('lists each page once, in order, with the first, last, and current page', () => {
    const numbers = fc.record({
      last: fc.integer({ min: 1, max: 60 }),
      at: fc.nat(59),
      around: fc.integer({ min: 1, max: 3 }),
    })
    fc.assert(
      fc.property(numbers, ({ last, at, around }) => {
        const page = Math.min(at + 1, last)
        const row = pageNumbers(page, last, around)
        const named = row.filter((number) => number !== GAP)
        expect(named).toEqual([...new Set(named)].sort((a, b) => a - b))
        expect(named).toEqual(expect.arrayContaining([1, page, last]))
        for (const [index, number] of row.entries()) {
          const [left, right] = [row[index - 1], row[index + 1]]
          if (number === GAP) expect((right ?? 0) - (left ?? 0)).toBeGreaterThan(2)
          else if (typeof right === 'number') expect(right).toBe(number + 1)
        }
        expect(row.length).toBe(Math.min(last, 2 * around + 5))
      }),
    )
  })
})
