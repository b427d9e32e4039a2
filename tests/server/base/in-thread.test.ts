import { describe, expect, it } from 'vitest'
import { inThread, Stopped } from '../../../server/base/in-thread.ts'

/** Returns the address of a module with this code. */
const moduleOf = (code: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort, workerData } from 'node:worker_threads'; ${code}`)}`,
  )
const LIMITS = { seconds: 300, megabytes: 64 }
const ECHO = moduleOf('parentPort.postMessage(workerData)')
const ENDLESS = moduleOf('for (;;);')

describe('a thread', () => {
  it('returns what its module answers, or why it fails', async () => {
    expect(await inThread<object, object>(ECHO, LIMITS)('a', { some: 'input' })).toEqual({ some: 'input' })
    await expect(inThread(moduleOf('throw new TypeError("no")'), LIMITS)('a', null)).rejects.toThrow('no')
  })

  it.each([
    ['time', ENDLESS, { ...LIMITS, seconds: 0.2 }],
    ['memory', moduleOf('const all = []; for (;;) all.push(new Array(1e5).fill(all.length))'), LIMITS],
  ])('is stopped if it takes too much %s', async (_, module, limits) => {
    await expect(inThread(module, limits)('a', null)).rejects.toThrow(Stopped)
  })

  it('of an organization that takes long delays only that organization', async () => {
    const end = new Int32Array(new SharedArrayBuffer(4))
    const module = moduleOf('if (workerData) Atomics.wait(workerData, 0, 0); parentPort.postMessage(0)')
    const work = inThread<Int32Array | null, number>(module, LIMITS)
    const ended: string[] = []
    const note = (name: string) => () => void ended.push(name)
    const calls = [
      ...[1, 2].map((count) => work('hostile', end).then(note(`hostile ${count}`))),
      work('hostile', null).then(note('hostile 3')),
      ...['a', 'b', 'c', 'd', 'e'].map((name) => work(name, null).then(note(name))),
    ]
    await Promise.all(calls.slice(3))
    expect(ended.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e'])
    Atomics.store(end, 0, 1)
    Atomics.notify(end, 0)
    await Promise.all(calls)
    expect(ended.slice(5)).toEqual(['hostile 1', 'hostile 2', 'hostile 3'])
  })
})
