import { expect, it } from 'vitest'
import { severalAtOnce } from '../../../../src/domain/common/several-at-once.ts'

it('handles every item in order, never more than allowed at a time', async () => {
  const started: number[] = []
  let running = 0
  let most = 0
  await severalAtOnce(2, [1, 2, 3, 4, 5], async (item) => {
    started.push(item)
    running += 1
    most = Math.max(most, running)
    await Promise.resolve()
    running -= 1
  })
  expect(started).toEqual([1, 2, 3, 4, 5])
  expect(most).toBe(2)
})

it('starts nothing after a failure', async () => {
  const started: number[] = []
  const other = Promise.withResolvers<void>()
  const all = severalAtOnce(2, [1, 2, 3, 4], async (item) => {
    started.push(item)
    if (item === 1) throw new Error('Item 1 failed')
    await other.promise
  })
  await expect(all).rejects.toThrow('Item 1 failed')
  other.resolve()
  await other.promise
  expect(started).toEqual([1, 2])
})
