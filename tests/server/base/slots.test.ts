import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSlots, NoSlot } from '../../../server/base/slots.ts'

/** Lets waiting tasks begin. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Starts tasks that run until they are ended. Returns the names of those that have begun. */
function tasks(slots: ReturnType<typeof createSlots>) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    running: () => [...ends.keys()],
    start(owner: string, name: string) {
      return slots.run(owner, () => {
        begun.push(name)
        return new Promise<void>((resolve) => {
          ends.set(name, resolve)
        })
      })
    },
    async end(name: string) {
      ends.get(name)?.()
      ends.delete(name)
      await settled()
    },
  }
}

describe('slots', () => {
  it('are given to owners in turn, at most one to each', async () => {
    const { begun, start, end } = tasks(createSlots({ atOnce: 2 }))
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void start(name.slice(0, 1), name)
    await settled()
    expect(begun).toEqual(['a1', 'b1'])
    await end('a1')
    expect(begun).toEqual(['a1', 'b1', 'a2'])
    await end('b1')
    await end('a2')
    expect(begun).toEqual(['a1', 'b1', 'a2', 'b2', 'c1'])
    await end('c1')
    expect(begun).toEqual(['a1', 'b1', 'a2', 'b2', 'c1', 'a3'])
  })

  it('are free again after a failure', async () => {
    const slots = createSlots({ atOnce: 1 })
    await expect(slots.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await slots.run('a', async () => 'yes')).toBe('yes')
  })

  it('are refused to an owner with too many tasks, but not to others', async () => {
    const slots = createSlots({ atOnce: 1, waiting: 1 })
    const { start, end, begun } = tasks(slots)
    void start('a', 'a1')
    void start('a', 'a2')
    await expect(start('a', 'a3')).rejects.toThrow(NoSlot)
    void start('b', 'b1')
    expect(slots.countWaiting()).toBe(2)
    await end('a1')
    await end('a2')
    expect(begun).toEqual(['a1', 'a2', 'b1'])
    expect(slots.countWaiting()).toBe(0)
  })

  it('are not waited for longer than the patience', async () => {
    const slots = createSlots({ atOnce: 1, patienceMs: 1 })
    const free = await slots.take('a')
    await expect(slots.take('b')).rejects.toThrow(NoSlot)
    expect(slots.countWaiting()).toBe(0)
    free()
    free()
    const again = await slots.take('b')
    await expect(slots.take('c')).rejects.toThrow(NoSlot)
    again()
  })

  it('never exceed their limits, and run every task', async () => {
    const owner = fc.constantFrom('a', 'b', 'c')
    await fc.assert(
      fc.asyncProperty(
        fc.array(owner, { maxLength: 20 }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 3 }),
        async (owners, atOnce, ofOne) => {
          const { begun, running, start, end } = tasks(createSlots({ atOnce, ofOne }))
          const all = owners.map((each, index) => start(each, `${each}${index}`))
          for (let count = 0; count < owners.length; count += 1) {
            await settled()
            expect(running().length).toBeLessThanOrEqual(atOnce)
            for (const each of owners) {
              expect(running().filter((name) => name.startsWith(each)).length).toBeLessThanOrEqual(ofOne)
            }
            const left = new Set(owners.filter((each, index) => !begun.includes(`${each}${index}`)))
            const isFull =
              running().length === atOnce ||
              [...left].every((each) => running().filter((name) => name.startsWith(each)).length === ofOne)
            expect(isFull).toBe(true)
            await end(running()[0] ?? '')
          }
          await Promise.all(all)
          expect(begun).toHaveLength(owners.length)
        },
      ),
    )
  })
})
