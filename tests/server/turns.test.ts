import { describe, expect, it } from 'vitest'
import { createTurns } from '../../server/turns.ts'

/** Resolves when the tasks that can start have started. */
const settle = () => new Promise(setImmediate)

/** Runs tasks by name, such as `a1` of owner `a`, which end when the test ends them. */
function tasks(atOnce: number) {
  const run = createTurns(atOnce)
  const started: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const results = new Map<string, Promise<string>>()
  const begin = (name: string) => {
    const result = run(name.charAt(0), () => {
      started.push(name)
      return new Promise<string>((done, failed) => {
        ends.set(name, (error) => (error ? failed(error) : done(name)))
      })
    })
    results.set(name, result)
    return result
  }
  const end = async (name: string, error?: Error) => {
    ends.get(name)?.(error)
    await results.get(name)?.catch(() => undefined)
    await settle()
  }
  return { begin, end, started }
}

describe('turns', () => {
  it('run one task per owner at a time, and let the owners take turns', async () => {
    const { begin, end, started } = tasks(2)
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void begin(name)
    await settle()
    expect(started).toEqual(['a1', 'b1'])
    await end('a1')
    expect(started.at(-1)).toBe('c1')
    await end('c1')
    expect(started.at(-1)).toBe('a2')
    await end('b1')
    expect(started.at(-1)).toBe('b2')
    await end('b2')
    expect(started).toHaveLength(5)
    await end('a2')
    expect(started.at(-1)).toBe('a3')
  })

  it('delay an owner by the running tasks alone, however many another owner has', async () => {
    const { begin, end, started } = tasks(1)
    for (let count = 0; count < 100; count += 1) void begin(`a${count}`)
    void begin('b')
    await settle()
    await end('a0')
    expect(started).toEqual(['a0', 'b'])
  })

  it('go on after a failure, which only its caller gets', async () => {
    const { begin, end, started } = tasks(1)
    const first = begin('a1')
    const second = begin('a2')
    await settle()
    const failure = expect(first).rejects.toThrow('broken')
    await end('a1', new Error('broken'))
    await failure
    await end('a2')
    expect(await second).toBe('a2')
    expect(started).toEqual(['a1', 'a2'])
  })
})
