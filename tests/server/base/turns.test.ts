import { expect, it } from 'vitest'
import { createTurns } from '../../../server/base/turns.ts'

it('organizations take turns, each with one piece of work at a time, and a failure ends no turn of others', async () => {
  const failures: unknown[] = []
  const turns = createTurns(2, (error) => failures.push(error))
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const serve = (id: string) =>
    turns.serve(id, () => {
      begun.push(id)
      return new Promise<void>((resolve) => ends.set(id, resolve))
    })
  turns.serve('broken', () => Promise.reject(new Error('no')))
  for (const id of ['a', 'a', 'b', 'c', 'b', 'd']) serve(id)
  await expect.poll(() => begun).toEqual(['a', 'b'])
  expect(failures).toEqual([new Error('no')])
  ends.get('a')?.()
  await expect.poll(() => begun).toEqual(['a', 'b', 'c'])
  serve('a')
  ends.get('b')?.()
  await expect.poll(() => begun).toEqual(['a', 'b', 'c', 'd'])
  const stopped = turns.stop()
  for (const end of ends.values()) end()
  await stopped
  serve('e')
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
})
