import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sortInSteps } from '../../../src/domain/stepped-sort.ts'

interface Item {
  key: number
  at: number
}

const byKey = (a: Item, b: Item) => a.key - b.key

function run<Result>(steps: Generator<unknown, Result>): { result: Result; steps: number } {
  for (let count = 0; ; count += 1) {
    const { done, value } = steps.next()
    if (done) return { result: value, steps: count }
  }
}

it('sorts as toSorted does, stably, and leaves the given list alone', () => {
  const keys = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 2_000, size: 'max' })
  fc.assert(
    fc.property(keys, (given) => {
      const items = Object.freeze(given.map((key, at) => ({ key, at })))
      expect(run(sortInSteps(items, byKey)).result).toEqual(items.toSorted(byKey))
    }),
    { numRuns: 50 },
  )
})

it('answers with the same list when that is in order', () => {
  const items = Array.from({ length: 1_000 }, (_, at) => ({ key: Math.floor(at / 3), at }))
  expect(run(sortInSteps(items, byKey)).result).toBe(items)
})

it('takes many steps for many items, each of few comparisons', () => {
  const items = Array.from({ length: 10_000 }, (_, at) => ({ key: (at * 7_919) % 10_007, at }))
  let compared = 0
  let most = 0
  let before = 0
  const steps = sortInSteps(items, (a, b) => {
    compared += 1
    return byKey(a, b)
  })
  while (!steps.next().done) {
    most = Math.max(most, compared - before)
    before = compared
  }
  expect(most).toBeLessThan(4_000)
})
