import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NetworkError } from '../../../../../src/api/errors.ts'
import { HIDDEN_LIMIT } from '../../../../../src/stores/base/live/connection.ts'
import { lead, liveWorld, OWNER, pass, settle } from '../../../../support/live-world.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('several tabs', () => {
  it('share one connection, and all receive a lead once', async () => {
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

  it('take over when the connected tab closes, and refetch', async () => {
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

  it('take over when the connected tab is hidden for long', async () => {
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
  it('disconnects after 5 minutes, not before, and refetches on return', async () => {
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

it('a tab that becomes visible while another one is connected refetches too', async () => {
  const { openTab } = liveWorld()
  openTab()
  const tab = openTab()
  await settle()
  tab.show(false)
  await pass(HIDDEN_LIMIT)
  const before = tab.seen.refreshed
  tab.show(true)
  await settle()
  expect(tab.seen.refreshed).toBe(before + 1)
})

describe('a session', () => {
  it('ends the stream when it ends', async () => {
    const { openTab, open, connections, $account, logged } = liveWorld()
    openTab()
    await settle()
    $account.set(null)
    await pass(60_000)
    expect(open()).toHaveLength(0)
    expect(connections).toHaveLength(1)
    expect(logged).toEqual([])
  })

  it('ends a pending reconnect when it ends', async () => {
    const { openTab, connections, last, $account } = liveWorld()
    openTab()
    await settle()
    last().fail(new NetworkError())
    await pass(1_000)
    $account.set(null)
    await pass(60_000)
    expect(connections).toHaveLength(1)
  })

  it("for another organization receives only that one's events", async () => {
    const { openTab, open, last, $account } = liveWorld()
    const { seen } = openTab()
    await settle()
    const before = last()
    $account.set({ ...OWNER, organizationId: 'org_b' })
    await settle()
    expect(open().map(({ organizationId }) => organizationId)).toEqual(['org_b'])
    expect(before.signal.aborted).toBe(true)
    last().onEvent(lead('b'))
    expect(seen.announced).toMatchObject([{ leadId: 'b' }])
  })

  it('is required', async () => {
    const { openTab, connections, $account } = liveWorld()
    $account.set(null)
    const { stop } = openTab()
    await settle()
    expect(connections).toHaveLength(0)
    $account.set(OWNER)
    await settle()
    expect(connections).toHaveLength(1)
    stop()
    await settle()
    expect(connections[0]?.signal.aborted).toBe(true)
  })
})
