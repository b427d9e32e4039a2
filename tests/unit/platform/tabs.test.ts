import { describe, expect, it } from 'vitest'
import { tabLocks } from '../../../src/platform/tabs.ts'

const deferred = () => Promise.withResolvers<void>()

describe('Web Locks', () => {
  it('run one task at a time, in order', async () => {
    const locks = tabLocks
    const log: string[] = []
    const first = deferred()
    const both = [
      locks.hold('one', async () => {
        log.push('first begins')
        await first.promise
        log.push('first ends')
        return 1
      }),
      locks.hold('one', async () => {
        log.push('second')
        return 2
      }),
    ]
    await locks.hold('other', async () => log.push('other'))
    first.resolve()
    expect(await Promise.all(both)).toEqual([1, 2])
    expect(log.filter((line) => line !== 'other')).toEqual(['first begins', 'first ends', 'second'])
    expect(log.indexOf('other')).toBeLessThan(log.indexOf('first ends'))
  })

  it('are free again after a task that failed', async () => {
    const locks = tabLocks
    await expect(locks.hold('two', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await locks.hold('two', async () => 'free')).toBe('free')
  })

  it('report immediately if someone holds them', async () => {
    const locks = tabLocks
    const end = deferred()
    const held = locks.hold('three', () => end.promise)
    expect(await locks.tryHold('three', () => Promise.reject(new Error('must not run')))).toBe(false)
    end.resolve()
    await held
    let ran = false
    expect(
      await locks.tryHold('three', async () => {
        ran = true
      }),
    ).toBe(true)
    expect(ran).toBe(true)
  })

  it('can be canceled while waiting, not later', async () => {
    const locks = tabLocks
    const end = deferred()
    const held = locks.hold('four', () => end.promise)
    const controller = new AbortController()
    const waiting = locks.hold('four', () => Promise.reject(new Error('must not run')), controller.signal)
    controller.abort(new Error('changed my mind'))
    await expect(waiting).rejects.toThrow('changed my mind')
    end.resolve()
    await held
    const late = new AbortController()
    const running = locks.hold(
      'four',
      async () => {
        late.abort()
        return 'finished'
      },
      late.signal,
    )
    expect(await running).toBe('finished')
  })
})
