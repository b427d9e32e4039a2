import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { outboxWorld } from '../../../../support/outbox.ts'
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
  withWaiting,
} from '../../../../support/outbox-changes.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T15:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('canceling', () => {
  it('drops the canceled changes', async () => {
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

  it('takes precedence over a send that is about to start', async () => {
    const { tab, server } = await withWaiting(status('a'), status('b'))
    server.turn('up')
    tab.wake()
    expect(await tab.cancel(tab.$entries.get()[0]?.key ?? 0)).toBe(true)
    await settle()
    expect(made(server)).toEqual([status('b')])
  })

  it('a created lead drops its later changes', async () => {
    const { tab } = await withWaiting(create('n'), status('a'), update('n', 'N'))
    expect(await tab.cancel(tab.$entries.get()[0]?.key ?? 0)).toBe(true)
    expect(waiting(tab)).toEqual([status('a')])
  })

  it('does nothing while another tab sends the change', async () => {
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
  it('show the same state and send each change once', async () => {
    const { tab, server, openTab } = await withWaiting(status('a'), status('b'))
    const others = Array.from({ length: 7 }, () => openTab())
    await settle()
    for (const other of others) expect(waiting(other)).toEqual([status('a'), status('b')])
    server.turn('up')
    for (const each of [tab, ...others]) each.wake()
    await pass(MINUTE)
    expect(made(server)).toEqual([status('a'), status('b')])
    for (const other of others) expect(waiting(other)).toEqual([])
  })

  it('send what is due although the tab that made it has closed', async () => {
    const { openTab, server } = outboxWorld()
    const [tab, other] = [openTab(), openTab()]
    await settle()
    void tab.submit(remove('a'), 8_000)
    await settle()
    tab.crash()
    await pass(8_000)
    expect(made(server)).toEqual([remove('a')])
    expect(waiting(other)).toEqual([])
  })

  it('update their lists with changes that another tab sent', async () => {
    const { tab, server, openTab, settled } = await withWaiting(status('a'))
    openTab()
    await settle()
    server.turn('up')
    tab.wake()
    await settle()
    expect(settled.map(({ change }) => change)).toEqual([status('a'), status('a')])
  })

  it('update their lists with changes that another tab sent immediately', async () => {
    const { openTab, settled } = outboxWorld()
    const [first] = [openTab(), openTab()]
    await first.submit(status('a'))
    await settle()
    expect(settled.map(({ change }) => change)).toEqual([status('a'), status('a')])
  })

  it('update their lists once, after one tab has sent all changes', async () => {
    const { tab, server, openTab } = await withWaiting(status('a'), status('b'), status('c'))
    const other = openTab()
    await settle()
    server.turn('up')
    for (const each of [tab, other]) each.wake()
    await settle()
    expect(made(server)).toHaveLength(3)
    expect([tab.refreshes(), other.refreshes()]).toEqual([1, 1])
  })

  it('reload their lists if a change was sent while they were loading', async () => {
    const { openTab } = outboxWorld()
    const loadedAt = Date.now()
    await pass(100)
    await openTab().submit(status('a'))
    await pass(100)
    expect(openTab({ loadedAt }).refreshes()).toBe(1)
    expect(openTab().refreshes()).toBe(0)
  })

  it('are told about a refusal', async () => {
    const { tab, server, openTab } = await withWaiting(status('a'))
    const other = openTab()
    await settle()
    server.turn('refuses')
    tab.wake()
    await settle()
    expect(other.$refusals.get()).toEqual(tab.$refusals.get())
    expect(waiting(other)).toEqual([])
  })

  it('continue after a tab that crashed while sending', async () => {
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
  it('each have an outbox that waits for its user', async () => {
    const { tab, server, $account } = await withWaiting(status('a'))
    $account.set({ userId: 'user_rival', organizationId: 'org_a' })
    expect(waiting(tab)).toEqual([])
    server.turn('up')
    tab.wake()
    await pass(MINUTE)
    expect(server.done).toEqual([])
    $account.set({ userId: 'user_owner', organizationId: 'org_a' })
    await settle()
    expect(server.done).toEqual([{ organizationId: 'org_a', change: status('a') }])
  })

  it('send nothing more of a user who leaves while a change is being sent', async () => {
    const { tab, server, $account } = await withWaiting(status('a'), status('b'))
    server.turn(() => {
      queueMicrotask(() => $account.set({ userId: 'user_rival', organizationId: 'org_a' }))
      return 'up'
    })
    tab.wake()
    await pass(MINUTE)
    expect(made(server)).toEqual([status('a')])
    expect(tab.$overlay.get()).toEqual([])
    server.turn('up')
    $account.set({ userId: 'user_owner', organizationId: 'org_a' })
    await settle()
    expect(made(server)).toEqual([status('a'), status('b')])
  })

  it('keep a change for the organization that it was made for', async () => {
    const { tab, server, $account } = await withWaiting(status('a'))
    $account.set({ userId: 'user_owner', organizationId: 'org_b' })
    expect(waiting(tab)).toEqual([])
    expect(tab.$overlay.get()).toEqual([])
    server.turn('up')
    tab.wake()
    await settle()
    expect(server.done).toEqual([{ organizationId: 'org_a', change: status('a') }])
  })

  it.each(['refuses', 'knows no lead', 'expired'] as const)(
    'keep a removal until its organization is selected if the server %s',
    async (network) => {
      const { openTab, server, $account } = outboxWorld()
      const tab = openTab()
      await tab.submit(remove('a'), 8_000)
      $account.set({ userId: 'user_owner', organizationId: 'org_b' })
      server.turn(network)
      await pass(MINUTE)
      expect(server.attempts).toEqual([remove('a')])
      server.turn('up')
      $account.set({ userId: 'user_owner', organizationId: 'org_a' })
      await settle()
      expect(server.done).toEqual([{ organizationId: 'org_a', change: remove('a') }])
    },
  )

  it('make a change for the owner who started it, also after a switch', async () => {
    const { openTab, server, $account } = outboxWorld()
    const tab = openTab()
    const account = $account.get()
    $account.set({ userId: 'user_owner', organizationId: 'org_b' })
    await tab.submitFor(account, status('a'))
    expect(server.done).toEqual([{ organizationId: 'org_a', change: status('a') }])
  })

  it.each(['hangs', 'refuses'] as const)(
    'keep a change whose request %s during a switch',
    async (network) => {
      const { tab, server, storage, $account } = await withWaiting(status('a'))
      server.turn(() => {
        queueMicrotask(() => $account.set({ userId: 'user_owner', organizationId: 'org_b' }))
        return network
      })
      tab.wake()
      await settle()
      expect(storage.rows()).toHaveLength(1)
      expect(tab.$refusals.get()).toEqual([])
    },
  )

  it('are counted and cleared together per user', async () => {
    const { tab, storage } = await withWaiting(status('a'), status('b'))
    await storage.log.append({ userId: 'user_owner', organizationId: 'org_b', value: {} })
    await storage.log.append({ userId: 'user_rival', organizationId: 'org_a', value: {} })
    expect(await tab.count()).toBe(3)
    await tab.clear()
    expect(await tab.count()).toBe(0)
    expect(waiting(tab)).toEqual([])
    expect(storage.rows()).toMatchObject([{ userId: 'user_rival' }])
  })

  it('are counted and cleared before the outbox of the user is open, also without an organization', async () => {
    const { tab, storage, $account } = await withWaiting(status('a'))
    $account.set(null)
    expect(await tab.count()).toBe(1)
    await tab.clear()
    expect(await tab.count()).toBe(0)
    expect(storage.rows()).toEqual([])
  })

  it('are cleared in one organization alone', async () => {
    const { tab, storage } = await withWaiting(status('a'))
    await storage.log.append({ userId: 'user_owner', organizationId: 'org_b', value: {} })
    await tab.clear('user_owner', 'org_a')
    expect(storage.rows()).toMatchObject([{ organizationId: 'org_b' }])
  })
})
