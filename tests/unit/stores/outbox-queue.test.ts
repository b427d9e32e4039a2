import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LeadChange } from '../../../src/domain/outbox.ts'
import { outboxWorld } from '../../support/outbox.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T15:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const MINUTE = 60_000
const settle = () => vi.advanceTimersByTimeAsync(0)
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

const status = (leadId: string, to: 'new' | 'converted' | 'lost' = 'lost'): LeadChange => ({
  type: 'status',
  leadId,
  status: to,
})
const update = (leadId: string, contact_name: string): LeadChange => ({
  type: 'update',
  leadId,
  fields: { contact_name },
})
const create = (leadId: string): LeadChange => ({ type: 'create', leadId, fields: {} })
const remove = (leadId: string): LeadChange => ({ type: 'delete', leadId })

/** What a promise has come to, without waiting for it. */
function watch<Value>(promise: Promise<Value>) {
  const seen: { value?: Value; error?: unknown } = {}
  promise.then(
    (value) => {
      seen.value = value
    },
    (error: unknown) => {
      seen.error = error
    },
  )
  return seen
}

/** A tab in which the changes have been made while the network was down. */
async function withWaiting(...changes: LeadChange[]) {
  const world = outboxWorld()
  const tab = world.openTab()
  world.server.turn('down')
  for (const change of changes) {
    void tab.submit(change)
    await pass(500)
  }
  world.server.attempts.length = 0
  return { ...world, tab }
}

const waiting = (tab: { $entries: { get(): readonly { change: LeadChange }[] } }) =>
  tab.$entries.get().map(({ change }) => change)
const made = (server: { done: { change: LeadChange }[] }) => server.done.map(({ change }) => change)

describe('a change', () => {
  it('goes straight to a server that answers, and into the lists', async () => {
    const { openTab, server, settled, storage } = outboxWorld()
    const result = watch(openTab().submit(status('a')))
    await settle()
    expect(result.value).toBe('sent')
    expect(made(server)).toEqual([status('a')])
    expect(settled).toMatchObject([{ change: status('a'), lead: { id: 'a', status: 'lost' } }])
    expect(storage.rows()).toEqual([])
  })

  it('counts as done 500 ms after the network failed, and waits in the log', async () => {
    const { openTab, server, storage } = outboxWorld()
    server.turn('down')
    const tab = openTab()
    const result = watch(tab.submit(status('a')))
    await pass(499)
    expect(result).toEqual({})
    await pass(1)
    expect(result.value).toBe('waiting')
    expect(waiting(tab)).toEqual([status('a')])
    expect(storage.rows()).toMatchObject([
      {
        userId: 'user_owner',
        organizationId: 'org_a',
        value: { change: status('a'), madeAt: '2026-11-20T15:00:00.000Z' },
      },
    ])
    expect(tab.$overlay.get()).toMatchObject([{ change: status('a') }])
  })

  it('waits too when the server does not know the lead to be changed', async () => {
    const { openTab, server } = outboxWorld()
    server.turn('knows no lead')
    const tab = openTab()
    const results = [watch(tab.submit(status('a'))), watch(tab.submit(update('b', 'B')))]
    await pass(500)
    expect(results).toEqual([{ value: 'waiting' }, { value: 'waiting' }])
  })

  it('that removes a lead which is gone is done', async () => {
    const { openTab, server, settled } = outboxWorld()
    server.turn('knows no lead')
    const result = watch(openTab().submit(remove('a')))
    await settle()
    expect(result.value).toBe('sent')
    expect(settled).toMatchObject([{ change: remove('a'), lead: null }])
  })

  it.each([
    ['refuses', 400],
    ['fails', 503],
    ['expired', 401],
  ] as const)('fails with the answer of a server that %s', async (network, expected) => {
    const { openTab, server, storage } = outboxWorld()
    server.turn(network)
    const tab = openTab()
    const result = watch(tab.submit(status('a')))
    await pass(500)
    expect(result.error).toMatchObject({ status: expected })
    expect(storage.rows()).toEqual([])
    expect(waiting(tab)).toEqual([])
  })

  it('that makes a lead under a taken id fails', async () => {
    const { openTab, server } = outboxWorld()
    server.turn('knows no lead')
    const result = watch(openTab().submit(create('a')))
    await pass(500)
    expect(result.error).toMatchObject({ status: 404 })
  })

  it('fails without an organization', async () => {
    const { openTab, $owner } = outboxWorld()
    $owner.set(null)
    await expect(openTab().submit(status('a'))).rejects.toThrow('No organization selected')
  })

  it('is given half a second where the browser knows of no network', async () => {
    const { openTab, server, offline } = outboxWorld()
    offline(true)
    server.turn('hangs')
    const tab = openTab()
    const result = watch(tab.submit(status('a')))
    await pass(999)
    expect(result).toEqual({})
    await pass(1)
    expect(result.value).toBe('waiting')
  })

  it('still goes through where that browser reaches the server on the same machine', async () => {
    const { openTab, offline } = outboxWorld()
    offline(true)
    const result = watch(openTab().submit(status('a')))
    await settle()
    expect(result.value).toBe('sent')
  })

  it('does not overtake one of the same lead that is under way', async () => {
    const { openTab, server } = outboxWorld()
    const [first, second] = [openTab(), openTab()]
    server.turn('hangs')
    watch(first.submit(update('a', 'one')))
    await settle()
    server.turn('up')
    watch(second.submit(update('a', 'two')))
    watch(second.submit(update('b', 'three')))
    await settle()
    expect(made(server)).toEqual([update('b', 'three')])
  })
})

describe('a device', () => {
  it('that is full shows the failure instead of a success', async () => {
    const { openTab, server, storage } = outboxWorld()
    server.turn('down')
    storage.fill()
    const tab = openTab()
    const result = watch(tab.submit(status('a')))
    await pass(500)
    expect(result.error).toMatchObject({ name: 'NetworkError' })
    expect(waiting(tab)).toEqual([])
  })

  it('that is full says so when others wait already', async () => {
    const { tab, storage } = await withWaiting(status('a'))
    storage.fill()
    const result = watch(tab.submit(status('b')))
    await pass(500)
    expect(result.error).toMatchObject({ name: 'StorageError' })
    expect(waiting(tab)).toEqual([status('a')])
  })

  it('that denies storage still sends', async () => {
    const { openTab, server, storage } = outboxWorld()
    storage.deny()
    const tab = openTab()
    expect(await tab.submit(status('a'))).toBe('sent')
    server.turn('down')
    await expect(tab.submit(status('a'))).rejects.toMatchObject({ name: 'NetworkError' })
    expect(await tab.count()).toBe(0)
  })

  it('that cannot forget what was sent does not send it again', async () => {
    const { tab, server, storage } = await withWaiting(status('a'), status('b'))
    server.turn('up')
    tab.wake()
    storage.log.remove = () => Promise.reject(new Error('full'))
    await pass(MINUTE)
    expect(made(server)).toEqual([status('a'), status('b')])
    expect(waiting(tab)).toEqual([])
  })

  it('keeps what another version of the console wrote', async () => {
    const { tab, server, storage } = await withWaiting(status('a'))
    await storage.log.append({ userId: 'user_owner', organizationId: 'org_a' }, { change: { type: 'merge' } })
    server.turn('up')
    tab.wake()
    await pass(MINUTE)
    expect(made(server)).toEqual([status('a')])
    expect(storage.rows()).toMatchObject([{ value: { change: { type: 'merge' } } }])
  })
})

describe('what waits', () => {
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

  it('is tried again ever later while the server cannot be reached', async () => {
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

  it.each(['fails', 'answers lost', 'expired'] as const)('stays while the server %s', async (network) => {
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

  it('is not tried again by itself once the session is over', async () => {
    const { tab, server } = await withWaiting(status('a'))
    server.turn('expired')
    tab.wake()
    await pass(60 * MINUTE)
    expect(server.attempts).toHaveLength(1)
  })

  it('that is refused comes back with the reason, and lets the next pass', async () => {
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

  it('is refused once the server has said three times that it does not know the lead', async () => {
    const { tab, server } = await withWaiting(status('a'))
    server.turn('knows no lead')
    await pass(3_000)
    expect(waiting(tab)).toEqual([status('a')])
    await pass(MINUTE)
    expect(waiting(tab)).toEqual([])
    expect(server.attempts).toHaveLength(3)
    expect(tab.$refusals.get()).toMatchObject([{ reason: 'The requested lead could not be found.' }])
  })

  it('takes what was done to a lead that cannot be made with it', async () => {
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

  it('fails right away when it is refused within the first half second', async () => {
    const { tab, server } = await withWaiting(status('a'))
    server.turn(({ leadId }) => (leadId === 'b' ? 'refuses' : 'up'))
    const result = watch(tab.submit(status('b')))
    await pass(500)
    expect(result.error).toMatchObject({ status: 400 })
    expect(tab.$refusals.get()).toEqual([])
  })
})

describe('taking back', () => {
  it('leaves out what is taken back', async () => {
    const { tab, server } = await withWaiting(status('a'), status('b'), status('c'))
    const [, second] = tab.$entries.get()
    expect(await tab.cancel(second?.key ?? 0)).toBe(true)
    expect(waiting(tab)).toEqual([status('a'), status('c')])
    expect(await tab.cancel(second?.key ?? 0)).toBe(false)
    server.turn('up')
    tab.wake()
    await settle()
    expect(made(server)).toEqual([status('a'), status('c')])
  })

  it('comes before the sending that was just to begin', async () => {
    const { tab, server } = await withWaiting(status('a'), status('b'))
    server.turn('up')
    tab.wake()
    expect(await tab.cancel(tab.$entries.get()[0]?.key ?? 0)).toBe(true)
    await settle()
    expect(made(server)).toEqual([status('b')])
  })

  it('of a made lead takes all that was done to it', async () => {
    const { tab } = await withWaiting(create('n'), status('a'), update('n', 'N'))
    expect(await tab.cancel(tab.$entries.get()[0]?.key ?? 0)).toBe(true)
    expect(waiting(tab)).toEqual([status('a')])
  })

  it('does nothing while another tab is sending it', async () => {
    const { tab, server, openTab } = await withWaiting(status('a'), status('b'))
    const other = openTab()
    await settle()
    server.turn('hangs')
    other.wake()
    await settle()
    const [first, second] = tab.$entries.get()
    expect(await tab.cancel(first?.key ?? 0)).toBe(false)
    expect(await tab.cancel(second?.key ?? 0)).toBe(true)
    await settle()
    expect(waiting(other)).toEqual([status('a')])
  })
})

describe('several tabs', () => {
  it('show the same, and send each change once', async () => {
    const { tab, server, openTab } = await withWaiting(status('a'), status('b'))
    const others = Array.from({ length: 7 }, openTab)
    await settle()
    for (const other of others) expect(waiting(other)).toEqual([status('a'), status('b')])
    server.turn('up')
    for (const each of [tab, ...others]) each.wake()
    await pass(MINUTE)
    expect(made(server)).toEqual([status('a'), status('b')])
    for (const other of others) expect(waiting(other)).toEqual([])
  })

  it('put into their lists what another has sent', async () => {
    const { tab, server, openTab, settled } = await withWaiting(status('a'))
    openTab()
    await settle()
    server.turn('up')
    tab.wake()
    await settle()
    expect(settled.map(({ change }) => change)).toEqual([status('a'), status('a')])
  })

  it('hear of a refusal', async () => {
    const { tab, server, openTab } = await withWaiting(status('a'))
    const other = openTab()
    await settle()
    server.turn('refuses')
    tab.wake()
    await settle()
    expect(other.$refusals.get()).toEqual(tab.$refusals.get())
    expect(waiting(other)).toEqual([])
  })

  it('go on where one that crashed while sending has left off', async () => {
    const { tab, server, openTab } = await withWaiting(status('a'), status('b'))
    const other = openTab()
    await settle()
    server.turn('hangs')
    tab.wake()
    await settle()
    other.wake()
    server.turn('up')
    await settle()
    expect(made(server)).toEqual([])
    tab.crash()
    await settle()
    expect(made(server)).toEqual([status('a'), status('b')])
  })
})

describe('users and organizations', () => {
  it('have an outbox each, which waits for its own', async () => {
    const { tab, server, $owner } = await withWaiting(status('a'))
    $owner.set({ userId: 'user_owner', organizationId: 'org_b' })
    await pass(500)
    expect(waiting(tab)).toEqual([])
    server.turn('up')
    tab.wake()
    await pass(MINUTE)
    expect(server.done).toEqual([])
    $owner.set({ userId: 'user_rival', organizationId: 'org_a' })
    await pass(MINUTE)
    expect(server.done).toEqual([])
    $owner.set({ userId: 'user_owner', organizationId: 'org_a' })
    await settle()
    expect(server.done).toEqual([{ organizationId: 'org_a', change: status('a') }])
  })

  it.each(['hangs', 'refuses'] as const)('keep what %s while they are switched', async (network) => {
    const { tab, server, storage, $owner } = await withWaiting(status('a'))
    server.turn(() => {
      queueMicrotask(() => $owner.set({ userId: 'user_owner', organizationId: 'org_b' }))
      return network
    })
    tab.wake()
    await settle()
    expect(storage.rows()).toHaveLength(1)
    expect(tab.$refusals.get()).toEqual([])
  })

  it('are counted and cleared together for one user, and for no other', async () => {
    const { tab, storage, $owner } = await withWaiting(status('a'), status('b'))
    await storage.log.append({ userId: 'user_owner', organizationId: 'org_b' }, {})
    await storage.log.append({ userId: 'user_rival', organizationId: 'org_a' }, {})
    expect(await tab.count()).toBe(3)
    await tab.clear()
    expect(await tab.count()).toBe(0)
    expect(waiting(tab)).toEqual([])
    expect(storage.rows()).toMatchObject([{ userId: 'user_rival' }])
    $owner.set(null)
    expect(await tab.count()).toBe(0)
  })
})
