import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { outboxWorld } from '../../../../support/outbox.ts'
import {
  create,
  MINUTE,
  made,
  pass,
  remove,
  reply,
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

describe('a change', () => {
  it('is sent immediately if the server responds, and appears in the lists', async () => {
    const { openTab, server, settled, storage } = outboxWorld()
    const result = watch(openTab().submit(status('a')))
    await settle()
    expect(result.value).toBe('sent')
    expect(made(server)).toEqual([status('a')])
    expect(settled).toMatchObject([{ change: status('a'), lead: { id: 'a', status: 'lost' } }])
    expect(storage.rows()).toEqual([])
  })

  it('is shown as done 500 ms after the network failed, and is queued', async () => {
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

  it('is also queued if the server does not know the lead', async () => {
    const { openTab, server } = outboxWorld()
    server.turn('knows no lead')
    const tab = openTab()
    const results = [watch(tab.submit(status('a'))), watch(tab.submit(update('b', 'B')))]
    await pass(500)
    expect(results).toEqual([{ value: 'waiting' }, { value: 'waiting' }])
  })

  it('that removes a deleted lead succeeds', async () => {
    const { openTab, server, settled } = outboxWorld()
    server.turn('knows no lead')
    const result = watch(openTab().submit(remove('a')))
    await settle()
    expect(result.value).toBe('sent')
    expect(settled).toMatchObject([{ change: remove('a'), lead: null }])
  })

  it.each([
    { type: 'task-delete', leadId: 'a', taskId: 'task_a' },
    { type: 'call', leadId: 'a', call: { id: 'call_a', outcome: 'answered' } },
  ] as const)('that finds nothing to do for a $type succeeds and keeps the lead', async (change) => {
    const { openTab, server, settled } = outboxWorld()
    server.turn('knows no lead')
    const result = watch(openTab().submit(change))
    await settle()
    expect(result.value).toBe('sent')
    expect(settled).toMatchObject([{ change, lead: {} }])
  })

  it.each([
    ['refuses', 400],
    ['fails', 503],
  ] as const)('fails with the response of a server that %s', async (network, expected) => {
    const { openTab, server, storage } = outboxWorld()
    server.turn(network)
    const tab = openTab()
    const result = watch(tab.submit(status('a')))
    await pass(500)
    expect(result.error).toMatchObject({ status: expected })
    expect(storage.rows()).toEqual([])
    expect(waiting(tab)).toEqual([])
  })

  it('is kept until the next sign-in if the session has expired', async () => {
    const { openTab, server } = outboxWorld()
    server.turn('expired')
    const tab = openTab()
    const result = watch(tab.submit(status('a')))
    await pass(500)
    expect(result.value).toBe('waiting')
    expect(waiting(tab)).toEqual([status('a')])
    server.turn('up')
    const next = openTab()
    next.wake()
    await settle()
    expect(server.done).toMatchObject([{ change: status('a') }])
  })

  it('is refused if signing in has not helped, so that it cannot end each session', async () => {
    const { openTab, server } = outboxWorld()
    server.turn('expired')
    const tab = openTab()
    watch(tab.submit(status('a')))
    await pass(500)
    tab.wake()
    await settle()
    expect(waiting(tab)).toEqual([status('a')])
    vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(Date.now() + 1)
    tab.wake()
    await settle()
    expect(tab.$refusals.get()).toMatchObject([
      { change: status('a'), title: 'Failed to update lead status' },
    ])
  })

  it('that creates a lead under a taken id fails', async () => {
    const { openTab, server } = outboxWorld()
    server.turn('knows no lead')
    const result = watch(openTab().submit(create('a')))
    await pass(500)
    expect(result.error).toMatchObject({ status: 404 })
  })

  it('fails without an organization', async () => {
    const { openTab, $account } = outboxWorld()
    $account.set(null)
    await expect(openTab().submit(status('a'))).rejects.toThrow('No organization selected')
  })

  it('gets half a second if the browser is offline', async () => {
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

  it('succeeds offline if the server runs on the same machine', async () => {
    const { openTab, offline } = outboxWorld()
    offline(true)
    const result = watch(openTab().submit(status('a')))
    await settle()
    expect(result.value).toBe('sent')
  })

  it('does not overtake a request in progress, and is shown as done after 500 ms', async () => {
    const { openTab, server } = outboxWorld()
    const [first, second] = [openTab(), openTab()]
    server.turn('hangs')
    watch(first.submit(update('a', 'one')))
    await settle()
    server.turn('up')
    const results = [watch(second.submit(update('a', 'two'))), watch(second.submit(update('b', 'three')))]
    await pass(500)
    expect(made(server)).toEqual([])
    expect(results).toEqual([{ value: 'waiting' }, { value: 'waiting' }])
    await pass(MINUTE)
    expect(made(server)).toEqual([update('a', 'one'), update('a', 'two'), update('b', 'three')])
  })

  it('that is scheduled waits, does not block others, and survives a crash of the tab', async () => {
    const { openTab, server } = outboxWorld()
    const tab = openTab()
    expect(await tab.submit(remove('a'), 8_000)).toBe('waiting')
    expect(tab.$overlay.get()).toMatchObject([{ change: remove('a') }])
    expect(await tab.submit(status('b'))).toBe('sent')
    tab.crash()
    const next = openTab()
    await pass(7_999)
    expect(made(server)).toEqual([status('b')])
    expect(next.$overlay.get()).toMatchObject([{ change: remove('a') }])
    await pass(1)
    expect(made(server)).toEqual([status('b'), remove('a')])
    expect(next.$overlay.get()).toEqual([])
  })

  it('that is scheduled can be canceled in any tab', async () => {
    const { openTab, server } = outboxWorld()
    const [tab, other] = [openTab(), openTab()]
    await tab.submit(remove('a'), 8_000)
    await settle()
    expect(await other.cancel(other.$entries.get()[0]?.key ?? 0)).toBe(true)
    await pass(MINUTE)
    expect(server.attempts).toEqual([])
    expect(tab.$overlay.get()).toEqual([])
  })

  it('that is scheduled is sent immediately if the clock is set back', async () => {
    const { openTab, server } = outboxWorld()
    const tab = openTab()
    await tab.submit(remove('a'), 8_000)
    vi.setSystemTime(new Date('2026-10-20T15:00:00Z'))
    await pass(8_000)
    expect(made(server)).toEqual([remove('a')])
  })
})

describe('a device', () => {
  it('without space says so instead of promising to send later', async () => {
    const { openTab, server, storage } = outboxWorld()
    server.turn('down')
    storage.fill()
    const tab = openTab()
    const result = watch(tab.submit(status('a')))
    await pass(500)
    expect(result.error).toMatchObject({ name: 'StorageError' })
    expect(waiting(tab)).toEqual([])
    expect(tab.$overlay.get()).toEqual([])
    server.turn('up')
    tab.wake()
    await pass(MINUTE)
    expect(made(server)).toEqual([])
  })

  it('without space reports it if other changes are already queued', async () => {
    const { tab, storage } = await withWaiting(status('a'))
    storage.fill()
    const result = watch(tab.submit(status('b')))
    await pass(500)
    expect(result.error).toMatchObject({ name: 'StorageError' })
    expect(waiting(tab)).toEqual([status('a')])
  })

  it('that denies storage still sends, shows it as done meanwhile, and tells the other tabs', async () => {
    const { openTab, server, storage, settled } = outboxWorld()
    storage.deny()
    const [tab] = [openTab(), openTab()]
    const result = watch(tab.submit(status('a')))
    expect(tab.$overlay.get()).toMatchObject([{ change: status('a') }])
    await settle()
    expect(result.value).toBe('sent')
    expect(tab.$overlay.get()).toEqual([])
    expect(settled.map(({ change }) => change)).toEqual([status('a'), status('a')])
    server.turn('down')
    await expect(tab.submit(status('a'))).rejects.toMatchObject({ name: 'StorageError' })
    server.turn('fails')
    await expect(tab.submit(status('a'))).rejects.toMatchObject({ status: 503 })
    expect(await tab.count()).toBe(0)
  })

  it('that denies storage removes at once, because it could not undo that', async () => {
    const { openTab, server, storage } = outboxWorld()
    storage.deny()
    expect(await openTab().submit(remove('a'), 8_000)).toBe('sent')
    expect(made(server)).toEqual([remove('a')])
    server.turn('knows no lead')
    expect(await openTab().submit(remove('a'), 8_000)).toBe('sent')
  })

  it('that denies storage fails with a reply that is not sent', async () => {
    const { openTab, storage, server } = outboxWorld()
    storage.deny()
    const tab = openTab()
    expect(await tab.submit(reply('one'))).toBe('sent')
    server.turn('down')
    await expect(tab.submit(reply('two'))).rejects.toMatchObject({ name: 'StorageError' })
    server.turn('refuses')
    await expect(tab.submit(reply('three'))).rejects.toMatchObject({ status: 400 })
    expect(tab.$own.get()).toEqual([])
  })

  it('that becomes full keeps a change that it has stored', async () => {
    const { tab, server, storage } = await withWaiting(status('a'))
    storage.log.put = () => Promise.reject(new Error('full'))
    server.turn('refuses')
    tab.wake()
    await settle()
    expect(tab.$refusals.get()).toMatchObject([{ change: status('a') }])
    expect(storage.rows()).toHaveLength(1)
    server.turn('up')
    tab.wake()
    await settle()
    expect(made(server)).toEqual([status('a')])
    expect(storage.rows()).toEqual([])
  })

  it('that cannot delete sent changes does not send them again', async () => {
    const { tab, server, storage } = await withWaiting(status('a'), status('b'))
    server.turn('up')
    tab.wake()
    storage.log.remove = () => Promise.reject(new Error('full'))
    await pass(MINUTE)
    expect(made(server)).toEqual([status('a'), status('b')])
    expect(waiting(tab)).toEqual([])
  })

  it('shows and sends what it has once the feature has loaded that sends it', async () => {
    const { tab, openTab, server } = await withWaiting(status('a'))
    const next = openTab()
    const senders = next.$senders.get()
    next.$senders.set({})
    tab.crash()
    server.turn('up')
    next.wake()
    await pass(MINUTE)
    expect([waiting(next), server.attempts, await next.count()]).toEqual([[], [], 1])
    await expect(next.submit(status('b'))).rejects.toThrow('Nothing sends')
    next.$senders.set(senders)
    expect(next.$overlay.get()).toEqual([])
    await settle()
    expect(made(server)).toEqual([status('a')])
    expect(await next.count()).toBe(0)
  })

  it('keeps entries of other console versions', async () => {
    const { tab, server, storage } = await withWaiting(status('a'))
    await storage.log.append({
      userId: 'user_owner',
      organizationId: 'org_a',
      value: { change: { type: 'merge' } },
    })
    server.turn('up')
    tab.wake()
    await pass(MINUTE)
    expect(made(server)).toEqual([status('a')])
    expect(storage.rows()).toMatchObject([{ value: { change: { type: 'merge' } } }])
  })
})

describe('a change whose page is replaced while it is sent', () => {
  it('keeps its refusal in the outbox, because nothing else shows it', async () => {
    const { openTab, server } = outboxWorld()
    const tab = openTab()
    server.turn(() => {
      tab.swapPage()
      return 'refuses'
    })
    const result = watch(tab.submit(status('a')))
    await pass(500)
    expect(result).toEqual({ value: 'waiting' })
    expect(tab.$refusals.get()).toMatchObject([{ change: status('a'), status: 400 }])
  })

  it('is sent again after a failure of the server', async () => {
    const { openTab, server } = outboxWorld()
    const tab = openTab()
    server.turn(() => {
      if (server.attempts.length > 1) return 'up'
      tab.swapPage()
      return 'fails'
    })
    const result = watch(tab.submit(status('a')))
    await pass(MINUTE)
    expect(result).toEqual({ value: 'waiting' })
    expect(made(server)).toEqual([status('a')])
  })
})

describe('a server with its own ids', () => {
  it('gets the changes to a created lead under its id', async () => {
    const { tab, server } = await withWaiting(create('a'), status('a', 'converted'), status('b'))
    server.turn('up, with its own ids')
    tab.wake()
    await settle()
    expect(made(server)).toEqual([create('a'), status('own-a', 'converted'), status('b')])
    expect(waiting(tab)).toEqual([])
  })
})
