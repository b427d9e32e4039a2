import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { configure } from '../../../src/api/client.ts'
import { type ListenOptions, listenToLeadEvents, SILENCE_LIMIT } from '../../../src/api/events.ts'
import type { LeadEvent } from '../../../src/contract/events.ts'
import { faults, faultyFetch } from '../../support/faults.ts'

const encode = (text: string) => new TextEncoder().encode(text)

/** A stream to which the test writes bytes, and whether the console has closed it. */
function liveStream() {
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null
  let isOver = false
  const body = new ReadableStream<Uint8Array>({
    start(own) {
      controller = own
    },
    cancel() {
      isOver = true
    },
  })
  return {
    answer: () => new Response(body, { headers: { 'Content-Type': 'text/event-stream; charset=utf-8' } }),
    send: (...chunks: (string | Uint8Array)[]) => {
      for (const chunk of chunks) controller?.enqueue(typeof chunk === 'string' ? encode(chunk) : chunk)
    },
    end: () => controller?.close(),
    break: () => controller?.error(new TypeError('terminated')),
    isOver: () => isOver,
  }
}

const lead = (id: string) =>
  `data: ${JSON.stringify({ type: 'lead_created', event_type: 'lead_created', lead_id: id, contact_name: 'Ünï' })}\n\n`

let network: ReturnType<typeof faultyFetch>
const getToken = vi.fn(async (_options?: { fresh?: boolean }): Promise<string | null> => 'token')

beforeEach(() => {
  vi.useFakeTimers()
  getToken.mockClear()
  network = faultyFetch(async () => faults.serverError())
  configure({ baseUrl: 'http://localhost:3001', fetch: network.fetch, getToken })
})
afterEach(() => {
  vi.useRealTimers()
  configure()
})

/** Starts to listen. The received events can be read at any time. */
function listen(options: Partial<ListenOptions> = {}) {
  const controller = new AbortController()
  const seen = { events: [] as LeadEvent[], opened: 0, ended: false, error: undefined as unknown }
  listenToLeadEvents({
    organizationId: 'org_a',
    signal: controller.signal,
    onOpen: () => {
      seen.opened += 1
    },
    onEvent: (event) => seen.events.push(event),
    ...options,
  }).then(
    () => {
      seen.ended = true
    },
    (error: unknown) => {
      seen.error = error
    },
  )
  return { seen, abort: (reason: unknown) => controller.abort(reason) }
}

const settle = () => vi.advanceTimersByTimeAsync(0)

/** Expects that nothing times out later. */
async function expectNoTimeout() {
  const abort = vi.spyOn(AbortController.prototype, 'abort')
  await vi.advanceTimersByTimeAsync(SILENCE_LIMIT)
  expect(abort).not.toHaveBeenCalledWith(expect.objectContaining({ name: 'TimeoutError' }))
}

/** Listens to an open stream. */
async function listening() {
  const stream = liveStream()
  network.plan(stream.answer)
  const { seen, abort } = listen()
  await settle()
  return { stream, seen, abort }
}

describe('a live stream', () => {
  it('sends token and organization', async () => {
    await listening()
    const [request] = network.requests
    expect(request?.url).toBe('http://localhost:3001/api/v1/organizations/org_a/leads/events')
    expect(request?.headers.get('authorization')).toBe('Bearer token')
    expect(request?.headers.get('x-organization-id')).toBe('org_a')
    expect(request?.headers.get('accept')).toBe('text/event-stream')
  })

  it('parses each message however the chunks are split', async () => {
    const { stream, seen } = await listening()
    expect(seen.opened).toBe(1)
    stream.send(lead('z'))
    const bytes = encode(`${lead('a')}: comment\n\ndata: {"type":"heartbeat"}\n\n`)
    for (const byte of bytes) stream.send(Uint8Array.of(byte))
    await settle()
    expect(seen.events).toMatchObject([
      { type: 'lead_created', lead_id: 'z', contact_name: 'Ünï' },
      { type: 'lead_created', lead_id: 'a', contact_name: 'Ünï' },
      { type: 'heartbeat' },
    ])
  })

  it.each([
    ['no type', ''],
    ['null as its type', '"type":null,'],
  ])('accepts an event with an event_type and %s', async (_, type) => {
    const { stream, seen } = await listening()
    stream.send(`data: {${type}"event_type":"lead_created","lead_id":"a","contact_name":null}\n\n`)
    await settle()
    expect(seen.events).toEqual([
      { type: 'lead_created', event_type: 'lead_created', lead_id: 'a', contact_name: null },
    ])
  })

  it('skips events that are not in the contract and logs them', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const { stream, seen } = await listening()
    stream.send('data: hello\n\ndata: {"type":"lead_created"}\n\ndata: null\n\ndata: {"type":"party"}\n\n')
    stream.send(lead('a'))
    await settle()
    expect(seen.events).toMatchObject([{ lead_id: 'a' }])
    expect(warn).toHaveBeenCalledTimes(4)
  })

  it('ends when the server ends it', async () => {
    const { stream, seen } = await listening()
    stream.end()
    await settle()
    expect(seen).toMatchObject({ ended: true, error: undefined })
  })

  it('fails when the connection breaks', async () => {
    const { stream, seen } = await listening()
    stream.send('data: {"type"')
    stream.break()
    await settle()
    expect(seen.error).toMatchObject({ name: 'NetworkError' })
  })

  it('times out after 45 s of silence and is closed', async () => {
    const { stream, seen } = await listening()
    await vi.advanceTimersByTimeAsync(SILENCE_LIMIT - 1)
    stream.send(': still here\n\n')
    await vi.advanceTimersByTimeAsync(SILENCE_LIMIT - 1)
    expect(seen.error).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(seen.error).toMatchObject({ name: 'TimeoutError' })
    expect(stream.isOver()).toBe(true)
    expect(SILENCE_LIMIT).toBe(45_000)
  })

  it('is closed if a message does not end', async () => {
    const { stream, seen } = await listening()
    stream.send('data: ')
    for (let chunk = 0; chunk < 70; chunk += 1) stream.send('x'.repeat(1_000))
    await settle()
    expect(seen.error).toMatchObject({ name: 'BadResponseError' })
    expect(stream.isOver()).toBe(true)
    await expectNoTimeout()
  })

  it('times out if it only receives meaningless data', async () => {
    const { stream, seen } = await listening()
    for (let second = 0; second < 45; second += 1) {
      stream.send('<p>'.repeat(10_000))
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(seen.error).toMatchObject({ name: 'TimeoutError' })
  })

  it('is closed if a message has too many lines', async () => {
    const { stream, seen } = await listening()
    for (let chunk = 0; chunk < 70; chunk += 1) stream.send(`data: ${'x'.repeat(1_000)}\n`)
    await settle()
    expect(seen.error).toMatchObject({ name: 'BadResponseError' })
  })

  it('is closed when aborted', async () => {
    const { stream, seen, abort } = await listening()
    const reason = new Error('signed out')
    abort(reason)
    await settle()
    expect(seen.error).toBe(reason)
    expect(stream.isOver()).toBe(true)
    await expectNoTimeout()
  })
})

describe('a response that is not a live stream', () => {
  it.each([
    ['a web page', faults.webPage, { name: 'BadResponseError' }],
    ['JSON', faults.json({}), { name: 'BadResponseError' }],
    ['no connection', faults.drop, { name: 'NetworkError' }],
    ['a server error', faults.serverError, { name: 'ApiError', status: 500 }],
    ['too many streams', faults.tooManyRequests, { name: 'ApiError', status: 429, message: 'Slow down' }],
    ['a refusal', faults.unauthorized, { name: 'ApiError', status: 401 }],
  ])('but %s, fails immediately', async (_, fault, expected) => {
    network.plan(fault)
    const { seen } = listen()
    await settle()
    expect(seen.error).toMatchObject(expected)
    expect(seen.opened).toBe(0)
    expect(network.requests).toHaveLength(1)
    await expectNoTimeout()
  })

  it('times out if it stays silent from the start', async () => {
    network.plan(faults.never)
    const { seen } = listen()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(seen.error).toMatchObject({ name: 'TimeoutError' })
  })

  it('sends nothing without a session', async () => {
    getToken.mockResolvedValueOnce(null)
    const { seen } = listen()
    await settle()
    expect(seen.error).toMatchObject({ name: 'ApiError', status: 401 })
    expect(network.requests).toHaveLength(0)
  })

  it('requests a new token if told to', async () => {
    network.plan(faults.unauthorized)
    listen({ fresh: true })
    await settle()
    expect(getToken).toHaveBeenCalledExactlyOnceWith({ fresh: true })
  })
})
