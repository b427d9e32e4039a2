import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { HEARTBEAT_MS, STREAMS_PER_ORGANIZATION } from '../../../server/api/events.ts'
import { LEAD_EVENTS_PATH, type LeadEvent } from '../../../src/contract/events.ts'
import { createLead } from '../../../src/contract/leads.ts'
import { publish } from '../../support/publish.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'
import { call, FRESH, GREEN, withoutMembership } from './support.ts'

let server: TestServer
let token: string
let listeners: number

beforeAll(async () => {
  server = await startTestServer({ seed: 'demo' })
  token = await server.tokenFor('owner@fieldhand.test')
})
afterAll(() => server.close())

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  listeners = 0
  const { subscribe } = server.deps.events
  vi.spyOn(server.deps.events, 'subscribe').mockImplementation((organizationId, listener) => {
    const leave = subscribe(organizationId, listener)
    listeners += 1
    return () => {
      listeners -= 1
      leave()
    }
  })
})
afterEach(() => {
  vi.useRealTimers()
})

const open = (orgId = FRESH) =>
  server.fetchApi(LEAD_EVENTS_PATH.replace(':orgId', orgId), {
    as: null,
    headers: { Authorization: `Bearer ${token}`, 'Accept-Encoding': 'gzip, br' },
  })

/** Reads a stream event by event. */
function readerOf(response: Response) {
  const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    async next(): Promise<LeadEvent | 'end'> {
      while (!text.includes('\n\n')) {
        const { done, value } = await reader.read()
        if (done) return 'end'
        text += value
      }
      const [event = '', ...rest] = text.split('\n\n')
      text = rest.join('\n\n')
      expect(event).toMatch(/^data: \{.*\}$/)
      return JSON.parse(event.slice('data: '.length))
    },
    close: () => reader.cancel(),
  }
}

describe('the live stream', () => {
  it('is open at once, and tells of leads as they are made, on one line each', async () => {
    const response = await open()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(response.headers.get('cache-control')).toContain('no-cache')
    const stream = readerOf(response)
    expect(await stream.next()).toEqual({ type: 'heartbeat' })
    const name = 'Ada\nPark\r\n\ndata: {"type":"error"}'
    const { body } = await call(server, createLead, {
      params: { orgId: FRESH },
      body: { contact_name: name },
    })
    expect(await stream.next()).toEqual({
      type: 'lead_created',
      event_type: 'lead_created',
      lead_id: body.id,
      contact_name: name,
    })
    await stream.close()
  })

  it('hears nothing of another organization', async () => {
    const stream = readerOf(await open(FRESH))
    await stream.next()
    await call(server, createLead, { params: { orgId: GREEN }, body: { contact_name: 'Theirs' } })
    await call(server, createLead, { params: { orgId: FRESH }, body: { contact_name: 'Ours' } })
    expect(await stream.next()).toMatchObject({ contact_name: 'Ours' })
    await stream.close()
  })

  it('gives a sign of life every 15 seconds', async () => {
    expect(HEARTBEAT_MS).toBe(15_000)
    const stream = readerOf(await open())
    await stream.next()
    for (let beat = 0; beat < 2; beat += 1) {
      await vi.advanceTimersByTimeAsync(HEARTBEAT_MS)
      expect(await stream.next()).toEqual({ type: 'heartbeat' })
    }
    await stream.close()
  })

  it('passes errors of the connection between companions on', async () => {
    const stream = readerOf(await open())
    await stream.next()
    await publish(server.deps, FRESH, { type: 'error', message: 'Interrupted' })
    expect(await stream.next()).toEqual({ type: 'error', message: 'Interrupted' })
    await stream.close()
  })

  it('ends within a minute for someone removed from the organization', async () => {
    const stream = readerOf(await open())
    await withoutMembership(server, FRESH, async () => {
      await vi.advanceTimersByTimeAsync(4 * HEARTBEAT_MS)
      await expect.poll(() => listeners).toBe(0)
    })
    const events: unknown[] = []
    for (let event = await stream.next(); event !== 'end'; event = await stream.next()) events.push(event)
    expect(events.at(-1)).toEqual({
      type: 'error',
      message: 'You are no longer a member of this organization',
    })
  })

  it('says so and ends when it cannot be joined', async () => {
    vi.spyOn(server.deps.events, 'subscribe').mockImplementation(() => {
      throw new Error('postgres://user:secret@host is gone')
    })
    const stream = readerOf(await open())
    expect(await stream.next()).toEqual({ type: 'error', message: 'Live updates are interrupted' })
    expect(await stream.next()).toBe('end')
  })

  it('frees everything when the reader leaves', async () => {
    const streams = await Promise.all(Array.from({ length: 20 }, () => open()))
    const readers = streams.map(readerOf)
    await Promise.all(readers.map((reader) => reader.next()))
    expect([listeners, vi.getTimerCount()]).toEqual([20, 20])
    await Promise.all(readers.map((reader) => reader.close()))
    await expect.poll(() => [listeners, vi.getTimerCount()]).toEqual([0, 0])
  })

  it('lets go of a reader that takes nothing', async () => {
    const response = await open()
    await expect.poll(() => listeners).toBe(1)
    const event = { type: 'error', message: 'x' } as const
    for (let sent = 0; sent < 500; sent += 1) await publish(server.deps, FRESH, event)
    await expect.poll(() => listeners).toBe(0)
    await response.body?.cancel()
  })

  it('is bounded for each organization', async () => {
    const streams = await Promise.all(Array.from({ length: STREAMS_PER_ORGANIZATION }, () => open()))
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))
    const refused = await open()
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('30')
    expect(await refused.json()).toEqual({ message: 'Too many live streams are open for this organization' })
    const other = await open(GREEN)
    expect(other.status).toBe(200)
    await Promise.all([...streams, other].map(({ body }) => body?.cancel()))
    await expect.poll(() => listeners).toBe(0)
    const again = await open()
    expect(again.status).toBe(200)
    await again.body?.cancel()
  })
})
