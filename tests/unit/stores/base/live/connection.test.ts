import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, BadResponseError, NetworkError } from '../../../../../src/api/errors.ts'
import type { LeadEvent } from '../../../../../src/contract/events.ts'
import {
  LONGEST_PAUSE,
  RECONNECT_DELAY,
  REFRESH_PAUSE,
} from '../../../../../src/stores/base/live/connection.ts'
import { type Connection, lead, liveWorld, pass, settle } from '../../../../support/live-world.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a new lead', () => {
  it('is announced, and list and counts reload', async () => {
    const { openTab, last } = liveWorld()
    const { seen } = openTab()
    await settle()
    last().onOpen()
    last().onEvent(lead('a', 'Ünï'))
    expect(seen).toEqual({ announced: [{ leadId: 'a', contactName: 'Ünï' }], booked: [], refreshed: 1 })
  })

  it('with a booked, moved, or canceled call is announced each time except the last, in every tab', async () => {
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

  it('whose call a member moves in between is announced again when the visitor moves it back', async () => {
    const { openTab, last } = liveWorld()
    const { seen } = openTab()
    await settle()
    const booked: LeadEvent = {
      type: 'booking_changed',
      event_type: 'booking_changed',
      lead_id: 'a',
      contact_name: 'Jo',
      booking_start_time: '2026-11-23T15:00:00.000Z',
    }
    const events: LeadEvent[] = [booked, { type: 'leads_changed', event_type: 'leads_changed' }, booked]
    for (const event of events) last().onEvent(event)
    expect(seen.booked).toHaveLength(2)
  })

  it('is announced once if received twice', async () => {
    const { openTab, last } = liveWorld()
    const { seen } = openTab()
    await settle()
    last().onEvent(lead('a'))
    last().onEvent(lead('b'))
    last().onEvent(lead('a'))
    expect(seen.announced).toHaveLength(2)
  })

  it('refreshes the lists at most once per second', async () => {
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

  it('refreshes the lists of a hidden tab when it becomes visible', async () => {
    const { openTab, last } = liveWorld()
    const tab = openTab({ hidden: true })
    await settle()
    last().onEvent(lead('a'))
    await pass(60_000)
    expect(tab.seen).toMatchObject({ announced: { length: 1 }, refreshed: 0 })
    tab.show(true)
    expect(tab.seen.refreshed).toBe(1)
  })

  it('is not a heartbeat', async () => {
    const { openTab, last } = liveWorld()
    const { seen } = openTab()
    await settle()
    last().onEvent({ type: 'heartbeat' })
    expect(seen).toEqual({ announced: [], booked: [], refreshed: 0 })
  })
})

describe('the first connection of a page', () => {
  it.each([
    ['reloads the lists after an event that came while the page loaded', { quiet_ms: 2_999 }, 1],
    ['reloads the lists if the API cannot tell', {}, 1],
    ['reloads nothing without such an event', { quiet_ms: 3_000 }, 0],
  ])('%s', async (_, quiet, refreshed) => {
    const { openTab, last } = liveWorld({ pageAge: 3_000 })
    const { seen } = openTab()
    await settle()
    last().onOpen()
    last().onEvent({ type: 'heartbeat', ...quiet })
    await pass(REFRESH_PAUSE)
    last().onEvent({ type: 'heartbeat' })
    expect(seen.refreshed).toBe(refreshed)
  })

  it('is another tab’s, which may have had events before this one listened', async () => {
    const { openTab } = liveWorld({ pageAge: 3_000 })
    const tabs = [openTab(), openTab()]
    await settle()
    expect(tabs.map(({ seen }) => seen.refreshed)).toEqual([0, 1])
  })
})

it('an error event is logged, and every tab reloads the lists', async () => {
  const { openTab, last, logged } = liveWorld()
  const tabs = [openTab(), openTab()]
  await settle()
  last().onOpen()
  last().onEvent({ type: 'error', message: 'Live updates were interrupted' })
  await settle()
  for (const { seen } of tabs) expect(seen).toEqual({ announced: [], booked: [], refreshed: 1 })
  expect(logged).toEqual(['The live stream reports: Live updates were interrupted'])
})

describe('an event about a conversation', () => {
  it('reaches every tab at once, hidden ones too, and reloads no leads', async () => {
    const { openTab, last } = liveWorld()
    const first = openTab()
    const second = openTab({ hidden: true })
    await settle()
    last().onOpen()
    const events: LeadEvent[] = [
      {
        type: 'conversation_typing',
        event_type: 'conversation_typing',
        conversation_id: 'c',
        author: 'visitor',
        author_name: null,
      },
      {
        type: 'conversation_changed',
        event_type: 'conversation_changed',
        conversation_id: 'c',
        status: 'needs_person',
        unread: 1,
      },
    ]
    for (const event of events) last().onEvent(event)
    await settle()
    for (const { conversing, seen } of [first, second]) {
      expect(conversing).toEqual(events)
      expect(seen.refreshed).toBe(0)
    }
  })
})

describe('a stream whose token expires soon', () => {
  const renew: LeadEvent = { type: 'heartbeat', renew: true }

  it('is replaced by one with a new token, and closed only when that one is open', async () => {
    const { openTab, connections, last, open } = liveWorld()
    const { seen } = openTab()
    await settle()
    const first = last()
    first.onOpen()
    first.onEvent(renew)
    first.onEvent(renew)
    await settle()
    expect(connections.map(({ fresh }) => fresh)).toEqual([false, true])
    expect(first.signal.aborted).toBe(false)
    last().onOpen()
    await settle()
    expect(first.signal.aborted).toBe(true)
    expect(open()).toEqual([last()])
    last().onEvent(lead('a'))
    expect(seen).toMatchObject({ announced: { length: 1 }, refreshed: 1 })
    last().onEvent(renew)
    last().onOpen()
    await settle()
    expect(open()).toEqual([last()])
    last().end()
    await pass(RECONNECT_DELAY)
    expect(connections).toHaveLength(4)
  })

  it('stays open while no other can open, and the gap is refetched after it ends', async () => {
    const { openTab, connections, last } = liveWorld()
    const { seen } = openTab()
    await settle()
    const first = last()
    first.onOpen()
    first.onEvent(renew)
    last().fail(new NetworkError())
    await settle()
    expect(first.signal.aborted).toBe(false)
    first.onEvent(lead('a'))
    expect(seen).toMatchObject({ announced: { length: 1 }, refreshed: 1 })
    first.end()
    await pass(RECONNECT_DELAY)
    expect(connections).toHaveLength(3)
    last().onOpen()
    await pass(REFRESH_PAUSE)
    expect(seen.refreshed).toBe(2)
  })

  it('that ends before the other opens leaves a gap that is refetched', async () => {
    const { openTab, connections, last } = liveWorld()
    const { seen } = openTab()
    await settle()
    const first = last()
    first.onOpen()
    first.onEvent(renew)
    first.end()
    await settle()
    last().onOpen()
    expect(seen.refreshed).toBe(1)
    last().fail(new NetworkError())
    await pass(RECONNECT_DELAY)
    expect(connections).toHaveLength(3)
  })

  it('announces a booking once if both streams deliver it', async () => {
    const { openTab, connections, last } = liveWorld()
    const { seen } = openTab()
    await settle()
    const booking = (booking_start_time: string | null): LeadEvent => ({
      type: 'booking_changed',
      event_type: 'booking_changed',
      lead_id: 'a',
      contact_name: 'Jo',
      booking_start_time,
    })
    last().onEvent(renew)
    for (const connection of connections) connection.onEvent(booking('2026-11-23T15:00:00.000Z'))
    expect(seen.booked).toHaveLength(1)
    last().onEvent(booking(null))
    last().onEvent(booking('2026-11-23T15:00:00.000Z'))
    expect(seen.booked).toHaveLength(2)
  })
})

describe('a stream that ends', () => {
  it.each([
    ['normally', (connection: Connection) => connection.end()],
    ['with a broken connection', (connection: Connection) => connection.fail(new NetworkError())],
    ['with a web page', (connection: Connection) => connection.fail(new BadResponseError('no stream'))],
    ['with a server error', (connection: Connection) => connection.fail(new ApiError('down', 503))],
    ['with too many streams', (connection: Connection) => connection.fail(new ApiError('slow down', 429))],
  ])('%s, reconnects after exactly 5 s', async (_, end) => {
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

  it('triggers a refetch after reconnecting, but not after the first connection', async () => {
    const { openTab, last } = liveWorld()
    const { seen } = openTab()
    const other = openTab()
    await settle()
    last().onOpen()
    expect([seen.refreshed, other.seen.refreshed]).toEqual([0, 1])
    last().fail(new NetworkError())
    await pass(RECONNECT_DELAY)
    expect([seen.refreshed, other.seen.refreshed]).toEqual([0, 1])
    last().onOpen()
    await settle()
    expect([seen.refreshed, other.seen.refreshed]).toEqual([1, 2])
  })

  it.each([401, 403])(
    'by two refusals of %d retries with growing delays, at least each minute',
    async (status) => {
      const { openTab, connections, last } = liveWorld()
      const { seen } = openTab()
      await settle()
      let count = 0
      for (const pause of [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]) {
        for (const fresh of [false, true]) {
          count += 1
          expect(connections).toHaveLength(count)
          expect(last().fresh).toBe(fresh)
          last().fail(new ApiError('no', status))
          await settle()
        }
        await pass(pause - 1)
        expect(connections).toHaveLength(count)
        await pass(1)
      }
      last().onOpen()
      expect(seen.refreshed).toBe(1)
    },
  )

  it('by two refusals lets another tab hold the connection', async () => {
    const { openTab, last, open } = liveWorld()
    const tabs = [openTab(), openTab()]
    await settle()
    last().fail(new ApiError('no', 401))
    await settle()
    const refused = last()
    refused.fail(new ApiError('no', 401))
    await settle()
    expect(last()).not.toBe(refused)
    last().onOpen()
    last().onEvent(lead('a'))
    await pass(10 * LONGEST_PAUSE)
    for (const { seen } of tabs) expect(seen.announced).toHaveLength(1)
    expect(open().at(-1)).toBe(last())
  })

  it.each([
    ['ended', (connection: Connection) => connection.end()],
    ['broke', (connection: Connection) => connection.fail(new NetworkError())],
  ])('may need a new token again after one with such a token %s', async (_, end) => {
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
