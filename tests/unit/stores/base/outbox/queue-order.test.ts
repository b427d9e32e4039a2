import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  create,
  MINUTE,
  made,
  pass,
  remove,
  settle,
  status,
  update,
  waiting,
  watch,
  withWaiting,
} from '../../../../support/outbox-changes.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T15:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the queue', () => {
  it('is sent in order when the network is back, and shown as done throughout', async () => {
    const changes = [status('a'), update('b', 'B'), status('a', 'converted'), remove('c')]
    const { tab, server, settled, storage } = await withWaiting(...changes)
    expect(waiting(tab)).toEqual(changes)
    const counts: number[] = []
    tab.$overlay.subscribe((overlay) => counts.push(new Set(overlay.map(({ madeAt }) => madeAt)).size))
    server.turn('up')
    tab.wake()
    await settle()
    expect(made(server)).toEqual(changes)
    expect(storage.rows()).toEqual([])
    expect(settled.map(({ change }) => change)).toEqual(changes)
    expect(counts.slice(0, -1).every((count) => count === 4)).toBe(true)
    expect(counts.at(-1)).toBe(0)
  })

  it('is not overtaken by a later change', async () => {
    const { tab, server } = await withWaiting(status('a'))
    server.turn('up')
    const result = watch(tab.submit(status('b')))
    await settle()
    expect(result.value).toBe('sent')
    expect(made(server)).toEqual([status('a'), status('b')])
  })

  it('survives a reload and is sent at the next load', async () => {
    const { tab, server, openTab } = await withWaiting(status('a'), status('b'))
    tab.crash()
    server.turn('up')
    const next = openTab()
    await settle()
    expect(made(server)).toEqual([status('a'), status('b')])
    expect(waiting(next)).toEqual([])
  })

  it('is retried with growing delays while the server is unreachable', async () => {
    const { server } = await withWaiting(status('a'))
    const at: number[] = []
    const start = Date.now()
    server.turn(() => {
      at.push(Date.now() - start)
      return 'down'
    })
    await pass(5 * MINUTE)
    const gaps = at.map((time, index) => time - (at[index - 1] ?? -500))
    expect(gaps.slice(0, 8)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
  })

  it.each(['fails', 'answers lost', 'expired'] as const)('is kept while the server %s', async (network) => {
    const { tab, server } = await withWaiting(status('a'), status('b'))
    server.turn(network)
    tab.wake()
    await pass(MINUTE)
    expect(waiting(tab)).toEqual([status('a'), status('b')])
    expect(tab.$refusals.get()).toEqual([])
    server.turn('up')
    tab.wake()
    await settle()
    expect(waiting(tab)).toEqual([])
  })

  it('is not retried automatically after the session ended', async () => {
    const { tab, server } = await withWaiting(status('a'))
    server.turn('expired')
    tab.wake()
    await pass(60 * MINUTE)
    expect(server.attempts).toHaveLength(1)
  })

  it('returns a refused change with its reason and continues with the next one', async () => {
    const { tab, server, settled } = await withWaiting(status('a'), status('b'))
    server.turn(({ leadId }) => (leadId === 'a' ? 'refuses' : 'up'))
    tab.wake()
    await settle()
    expect(waiting(tab)).toEqual([])
    expect(tab.$refusals.get()).toMatchObject([
      {
        change: status('a'),
        title: 'Failed to update lead status',
        reason: 'Must be at most 500 characters',
      },
    ])
    expect(settled.map(({ change }) => change)).toEqual([status('b')])
    expect(tab.$overlay.get()).toEqual([])
    tab.dismiss(tab.$refusals.get()[0]?.key ?? 0)
    expect(tab.$refusals.get()).toEqual([])
  })

  it('keeps a change to a lead that the server does not have, with the reason, and sends the others', async () => {
    const { tab, server } = await withWaiting(status('a'), update('a', 'A'), status('b'))
    server.turn(({ leadId }) => (leadId === 'a' ? 'knows no lead' : 'up'))
    tab.wake()
    await settle()
    expect(made(server)).toEqual([status('b')])
    await pass(24 * 60 * MINUTE)
    expect(waiting(tab)).toEqual([status('a'), update('a', 'A')])
    expect(tab.$overlay.get().map(({ change }) => change)).toEqual(waiting(tab))
    expect(tab.$entries.get()[0]).toMatchObject({ reason: 'The requested lead could not be found.' })
    expect(tab.$refusals.get()).toEqual([])
    const attempts = server.attempts.length
    await pass(3 * 60 * MINUTE)
    expect(server.attempts.length - attempts).toBeLessThanOrEqual(4)

    const result = watch(tab.submit(status('c')))
    await settle()
    expect(result.value).toBe('sent')
    server.turn('up')
    tab.wake()
    await settle()
    expect(made(server)).toEqual([status('b'), status('c'), status('a'), update('a', 'A')])
  })

  it('drops the later changes of a lead that cannot be created', async () => {
    const { tab, server } = await withWaiting(create('n'), status('n'), status('b'))
    server.turn(({ leadId }) => (leadId === 'n' ? 'refuses' : 'up'))
    tab.wake()
    await settle()
    expect(made(server)).toEqual([status('b')])
    expect(tab.$refusals.get().map(({ change, title }) => [change.type, title])).toEqual([
      ['create', 'Failed to add lead'],
      ['status', 'Failed to update lead status'],
    ])
  })

  it('fails immediately if a change is refused within the first half second', async () => {
    const { tab, server } = await withWaiting(status('a'))
    server.turn(({ leadId }) => (leadId === 'b' ? 'refuses' : 'up'))
    const result = watch(tab.submit(status('b')))
    await pass(500)
    expect(result.error).toMatchObject({ status: 400 })
    expect(tab.$refusals.get()).toEqual([])
  })
})
