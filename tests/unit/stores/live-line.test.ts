import { atom } from 'nanostores'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, BadAnswerError, NetworkError } from '../../../src/api/errors.ts'
import type { ListenOptions } from '../../../src/api/events.ts'
import type { LeadEvent } from '../../../src/contract/events.ts'
import { startLive } from '../../../src/stores/live.ts'
import {
  HIDDEN_LIMIT,
  type LivePorts,
  RECONNECT_DELAY,
  REFRESH_PAUSE,
} from '../../../src/stores/live-line.ts'
import type { Owner } from '../../../src/stores/owner.ts'
import { openBrowser } from '../../support/tabs.ts'

const OWNER: Owner = { userId: 'user_owner', organizationId: 'org_a' }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const settle = () => vi.advanceTimersByTimeAsync(0)
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** A request for the stream, and what the server makes of it. */
interface Connection extends ListenOptions {
  end: () => void
  fail: (error: unknown) => void
}

const lead = (id: string, name: string | null = 'Jo'): LeadEvent => ({
  type: 'lead_created',
  event_type: 'lead_created',
  lead_id: id,
  contact_name: name,
})

/** A browser whose tabs follow the stream, and all connections that they have asked for. */
function liveWorld() {
  const browser = openBrowser()
  const connections: Connection[] = []
  const $owner = atom<Owner | null>(OWNER)
  const logged: string[] = []

  function openTab({ hidden = false } = {}) {
    const tab = browser.openTab()
    const seen = { announced: [] as unknown[], booked: [] as unknown[], refreshed: 0 }
    let isHidden = hidden
    let changed = () => {}
    const ports: LivePorts = {
      locks: tab.locks,
      openChannel: tab.openChannel,
      listen(options) {
        const { promise, resolve, reject } = Promise.withResolvers<void>()
        options.signal.addEventListener('abort', () => reject(options.signal.reason))
        connections.push({ ...options, end: resolve, fail: reject })
        return promise
      },
      isHidden: () => isHidden,
      onVisibility(callback) {
        changed = callback
        return () => {
          changed = () => {}
        }
      },
      refresh: () => {
        seen.refreshed += 1
      },
      announce: (each) => seen.announced.push(each),
      announceBooking: (each) => seen.booked.push(each),
      log: (message) => logged.push(message),
    }
    const stop = startLive(ports, $owner)
    return {
      seen,
      stop,
      show(value: boolean) {
        isHidden = !value
        changed()
      },
      close() {
        tab.crash()
        stop()
      },
    }
  }

  const last = () => connections.at(-1) as Connection
  const open = () => connections.filter(({ signal }) => !signal.aborted)
  return { openTab, connections, last, open, $owner, logged }
}

describe('a new lead', () => {
  it('is announced, and list and counts are asked for again', async () => {
    const { openTab, last } = liveWorld()
    const { seen } = openTab()
    await settle()
    last().onOpen()
    last().onEvent(lead('a', 'Ünï'))
    expect(seen).toEqual({ announced: [{ leadId: 'a', contactName: 'Ünï' }], booked: [], refreshed: 1 })
  })

  it('that books a call, moves or cancels it is announced each time but the last, in every tab', async () => {
    const { openTab, last } = liveWorld()
    const first = openTab().seen
    const second = openTab().seen
    await settle()
    const booking = (booking_start_time: string | null): LeadEvent => ({
      type: 'booking_changed',
      event_type: 'booking_changed',
      lead_id: 'a',
      contact_name: 'Jo',
      booking_start_time,
    })
    last().onEvent(booking('2026-11-23T15:00:00.000Z'))
    last().onEvent(booking('2026-11-24T15:00:00.000Z'))
    last().onEvent(booking(null))
    await pass(REFRESH_PAUSE)
    for (const seen of [first, second]) {
      expect(seen).toEqual({
        announced: [],
        booked: Array(2).fill({ leadId: 'a', contactName: 'Jo' }),
        refreshed: 2,
      })
    }
  })

  it('that comes twice is announced once', async () => {
    const { openTab, last } = liveWorld()
    const { seen } = openTab()
    await settle()
    last().onEvent(lead('a'))
    last().onEvent(lead('b'))
    last().onEvent(lead('a'))
    expect(seen.announced).toHaveLength(2)
  })

  it('among many refreshes the lists once a second', async () => {
    const { openTab, last } = liveWorld()
    const { seen } = openTab()
    await settle()
    for (let id = 0; id < 5_000; id += 1) last().onEvent(lead(`lead_${id}`))
    expect(seen).toMatchObject({ announced: { length: 5_000 }, refreshed: 1 })
    await pass(REFRESH_PAUSE)
    expect(seen.refreshed).toBe(2)
    await pass(10 * REFRESH_PAUSE)
    expect(seen.refreshed).toBe(2)
  })

  it('in a hidden tab refreshes the lists when it is looked at', async () => {
    const { openTab, last } = liveWorld()
    const tab = openTab({ hidden: true })
    await settle()
    last().onEvent(lead('a'))
    await pass(60_000)
    expect(tab.seen).toMatchObject({ announced: { length: 1 }, refreshed: 0 })
    tab.show(true)
    expect(tab.seen.refreshed).toBe(1)
  })

  it('is nothing else: heartbeats are ignored, errors only logged', async () => {
    const { openTab, last, logged } = liveWorld()
    const { seen } = openTab()
    await settle()
    last().onEvent({ type: 'heartbeat' })
    last().onEvent({ type: 'error', message: 'Live updates are interrupted' })
    expect(seen).toEqual({ announced: [], booked: [], refreshed: 0 })
    expect(logged).toEqual(['The live stream reports: Live updates are interrupted'])
  })
})

describe('a stream that ends', () => {
  it.each([
    ['well', (connection: Connection) => connection.end()],
    ['by a broken connection', (connection: Connection) => connection.fail(new NetworkError())],
    ['by a web page', (connection: Connection) => connection.fail(new BadAnswerError('no stream'))],
    ['by a fault', (connection: Connection) => connection.fail(new ApiError('down', 503))],
    ['by too many others', (connection: Connection) => connection.fail(new ApiError('slow down', 429))],
  ])('%s, is opened again after exactly 5 s', async (_, end) => {
    const { openTab, connections, last } = liveWorld()
    openTab()
    await settle()
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      end(last())
      await pass(RECONNECT_DELAY - 1)
      expect(connections).toHaveLength(attempt)
      await pass(1)
      expect(connections).toHaveLength(attempt + 1)
    }
    expect(RECONNECT_DELAY).toBe(5_000)
    expect(connections.every(({ fresh }) => !fresh)).toBe(true)
  })

  it('is made up for once it stands again, not at the first time', async () => {
    const { openTab, last } = liveWorld()
    const { seen } = openTab()
    const other = openTab()
    await settle()
    last().onOpen()
    expect(seen.refreshed).toBe(0)
    last().fail(new NetworkError())
    await pass(RECONNECT_DELAY)
    expect(seen.refreshed).toBe(0)
    last().onOpen()
    await settle()
    expect(seen.refreshed).toBe(1)
    expect(other.seen.refreshed).toBe(1)
  })

  it.each([401, 403])(
    'by a refusal of %d is tried once with a fresh token, then given up',
    async (status) => {
      const { openTab, connections, last, $owner } = liveWorld()
      openTab()
      await settle()
      last().fail(new ApiError('no', status))
      await settle()
      expect(connections.map(({ fresh }) => fresh)).toEqual([false, true])
      last().fail(new ApiError('no', status))
      await pass(60 * 60_000)
      expect(connections).toHaveLength(2)
      $owner.set({ ...OWNER, organizationId: 'org_b' })
      await settle()
      expect(connections).toHaveLength(3)
    },
  )

  it.each([
    ['ended', (connection: Connection) => connection.end()],
    ['broke', (connection: Connection) => connection.fail(new NetworkError())],
  ])('may need a fresh token again after one with such a token %s', async (_, end) => {
    const { openTab, connections, last } = liveWorld()
    openTab()
    await settle()
    last().fail(new ApiError('no', 401))
    await settle()
    last().onOpen()
    end(last())
    await pass(RECONNECT_DELAY)
    last().fail(new ApiError('no', 401))
    await settle()
    expect(connections.map(({ fresh }) => fresh)).toEqual([false, true, false, true])
  })
})

describe('several tabs', () => {
  it('hold one connection, and all hear of a lead once', async () => {
    const { openTab, connections, last } = liveWorld()
    const tabs = Array.from({ length: 8 }, () => openTab())
    await settle()
    expect(connections).toHaveLength(1)
    last().onEvent(lead('a'))
    last().onEvent(lead('a'))
    await settle()
    for (const { seen } of tabs) {
      expect(seen).toEqual({ announced: [{ leadId: 'a', contactName: 'Jo' }], booked: [], refreshed: 1 })
    }
  })

  it('take over when the one with the connection is closed, and make up for the gap', async () => {
    const { openTab, connections, last } = liveWorld()
    const [first, second] = [openTab(), openTab()]
    await settle()
    first.close()
    await settle()
    expect(connections).toHaveLength(2)
    last().onOpen()
    last().onEvent(lead('a'))
    expect(second.seen).toMatchObject({ announced: { length: 1 }, refreshed: 1 })
  })

  it('take over when the one with the connection is hidden for long', async () => {
    const { openTab, connections, open } = liveWorld()
    const [first, second] = [openTab(), openTab()]
    await settle()
    first.show(false)
    await pass(HIDDEN_LIMIT)
    expect(connections).toHaveLength(2)
    expect(open()).toHaveLength(1)
    open()[0]?.onEvent(lead('a'))
    await settle()
    expect(second.seen.announced).toHaveLength(1)
    expect(first.seen).toMatchObject({ announced: { length: 1 }, refreshed: 0 })
    first.show(true)
    await settle()
    expect(first.seen.refreshed).toBe(1)
    expect(open()).toHaveLength(1)
  })
})

describe('a hidden page', () => {
  it('lets go after 5 minutes, not before, and catches up on return', async () => {
    const { openTab, open, connections, last } = liveWorld()
    const tab = openTab()
    await settle()
    tab.show(false)
    await pass(HIDDEN_LIMIT - 1)
    tab.show(true)
    tab.show(false)
    await pass(HIDDEN_LIMIT - 1)
    expect(open()).toHaveLength(1)
    await pass(1)
    expect(open()).toHaveLength(0)
    await pass(60 * 60_000)
    expect(connections).toHaveLength(1)
    tab.show(true)
    await settle()
    expect(open()).toHaveLength(1)
    last().onOpen()
    expect(tab.seen.refreshed).toBe(1)
    expect(HIDDEN_LIMIT).toBe(300_000)
  })
})

it('a tab that comes back while another holds the connection catches up too', async () => {
  const { openTab } = liveWorld()
  openTab()
  const tab = openTab()
  await settle()
  tab.show(false)
  await pass(HIDDEN_LIMIT)
  tab.show(true)
  await settle()
  expect(tab.seen.refreshed).toBe(1)
})

describe('a session', () => {
  it('that ends, ends the stream', async () => {
    const { openTab, open, connections, $owner, logged } = liveWorld()
    openTab()
    await settle()
    $owner.set(null)
    await pass(60_000)
    expect(open()).toHaveLength(0)
    expect(connections).toHaveLength(1)
    expect(logged).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('that ends while waiting to reconnect, ends that too', async () => {
    const { openTab, connections, last, $owner } = liveWorld()
    openTab()
    await settle()
    last().fail(new NetworkError())
    await pass(1_000)
    $owner.set(null)
    await pass(60_000)
    expect(connections).toHaveLength(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('for another organization hears of that one only', async () => {
    const { openTab, open, last, $owner } = liveWorld()
    const { seen } = openTab()
    await settle()
    const before = last()
    $owner.set({ ...OWNER, organizationId: 'org_b' })
    await settle()
    expect(open().map(({ organizationId }) => organizationId)).toEqual(['org_b'])
    expect(before.signal.aborted).toBe(true)
    last().onEvent(lead('b'))
    expect(seen.announced).toMatchObject([{ leadId: 'b' }])
  })

  it('needs to be there', async () => {
    const { openTab, connections, $owner } = liveWorld()
    $owner.set(null)
    const { stop } = openTab()
    await settle()
    expect(connections).toHaveLength(0)
    $owner.set(OWNER)
    await settle()
    expect(connections).toHaveLength(1)
    stop()
    await settle()
    expect(connections[0]?.signal.aborted).toBe(true)
  })
})
