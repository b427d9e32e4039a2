import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChatEvent } from '../../src/contract/widget.ts'
import { ChatError } from '../../widget/chat-api.ts'
import { chatStream } from '../../widget/chat-stream.ts'

const heartbeat = { type: 'heartbeat' } as const
const said = (position: number): ChatEvent => ({
  type: 'message',
  message: {
    id: `m${position}`,
    position,
    message_type: 'outgoing',
    author: 'agent',
    author_name: null,
    content: 'Hi',
    photos: [],
    created_at: '2026-11-23T15:00:00.000Z',
  },
})

/** A server whose streams the test writes and ends. */
function aServer() {
  const opened: (number | null)[] = []
  const taken: ChatEvent[] = []
  const troubles: (number | null)[] = []
  let refuses: ChatError | null = null
  let pollRefuses: ChatError | null = null
  let polls = 0
  let shown = 0
  let answer = Promise.resolve()
  let breaks = 0
  let last: number | null = null
  const is = { online: true, hidden: false }
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const stream = chatStream(
    {
      async open(after, signal) {
        opened.push(after)
        if (refuses) throw refuses
        return new ReadableStream<Uint8Array>({
          start(own) {
            controller = own
            signal.addEventListener('abort', () => own.error(signal.reason), { once: true })
          },
        })
      },
      async poll() {
        polls += 1
        if (pollRefuses) throw pollRefuses
        await answer
        return () => {
          shown += 1
          return last
        }
      },
      take: (event) => void taken.push(event),
      broken() {
        breaks += 1
      },
      trouble: (error) => void troubles.push(error?.status ?? null),
      isOnline: () => is.online,
      isHidden: () => is.hidden,
    },
    4,
  )
  const raw = (text: string) => controller?.enqueue(new TextEncoder().encode(text))
  return {
    stream,
    opened,
    taken,
    troubles,
    is,
    raw,
    polls: () => polls,
    shown: () => shown,
    /** Lets readings wait until the returned function is called. */
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      answer = promise
      return resolve
    },
    breaks: () => breaks,
    /** Sends an event, in two pieces. */
    async send(event: ChatEvent) {
      const id = event.type === 'message' ? `id: ${event.message.position}\n` : ''
      const text = `data: ${JSON.stringify(event)}\n${id}\n`
      raw(text.slice(0, 9))
      raw(text.slice(9))
      await vi.advanceTimersByTimeAsync(0)
    },
    end: async () => {
      controller?.close()
      await vi.advanceTimersByTimeAsync(0)
    },
    refuse: (error: ChatError | null, poll: ChatError | null = null) => {
      refuses = error
      pollRefuses = poll
    },
    reads: (position: number) => {
      last = position
    },
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('the stream of the chat', () => {
  it('resumes after the last event when it ends', async () => {
    const server = aServer()
    await server.send(said(5))
    await server.send(heartbeat)
    await server.end()
    await pass(1_000)
    expect(server.opened).toEqual([4, 5])
    expect(server.taken).toEqual([said(5), heartbeat])
    expect([server.polls(), server.breaks()]).toEqual([0, 1])
    server.stream.stop()
  })

  it('is opened again if it has been silent for longer than its heartbeat', async () => {
    const server = aServer()
    await server.send(heartbeat)
    await pass(39_000)
    expect(server.opened).toEqual([4])
    await pass(2_500)
    expect(server.opened).toEqual([4, 4])
    server.stream.stop()
  })

  it('gives way to reading every few seconds if nothing comes through, and comes back', async () => {
    const server = aServer()
    server.reads(7)
    // A proxy that holds the stream back: neither attempt receives anything.
    await pass(10_000 + 1_000 + 10_000)
    expect(server.polls()).toBeGreaterThan(0)
    server.refuse(new ChatError('Too many', 429))
    const before = server.polls()
    await pass(60_000)
    expect(server.polls() - before).toBeGreaterThanOrEqual(10)
    expect(server.troubles).toContain(null)
    server.refuse(null)
    const attempts = server.opened.length
    while (server.opened.length === attempts) await pass(1_000)
    expect(server.opened.at(-1)).toBe(7)
    await server.send(said(8))
    const settled = server.polls()
    await pass(30_000)
    expect(server.polls()).toBe(settled)
    server.stream.stop()
  })

  it('shows nothing that arrives after its end', async () => {
    const server = aServer()
    const release = server.hold()
    server.refuse(new ChatError('Too many', 429))
    await server.end()
    await pass(5_000)
    expect(server.polls()).toBe(1)
    server.stream.stop()
    release()
    await pass(0)
    expect(server.shown()).toBe(0)
  })

  it('shows what it reads without a stream', async () => {
    const server = aServer()
    server.refuse(new ChatError('Too many', 429))
    await server.end()
    await pass(5_000)
    expect(server.shown()).toBe(server.polls())
    server.stream.stop()
  })

  it('reports that nothing works, and ends if the conversation is erased', async () => {
    const server = aServer()
    server.refuse(new ChatError('Down', 0), new ChatError('Down', 0))
    await server.end()
    await pass(5_000)
    expect(server.troubles).toEqual(expect.arrayContaining([0]))
    server.refuse(new ChatError('Gone', 404))
    await pass(60_000)
    expect(server.troubles.at(-1)).toBe(404)
    const opened = server.opened.length
    await pass(120_000)
    server.stream.resume(true)
    await pass(120_000)
    expect(server.opened).toHaveLength(opened)
  })

  it('waits while offline, and longer while the tab is hidden, until it is resumed', async () => {
    const server = aServer()
    await server.send(heartbeat)
    server.is.hidden = true
    await server.end()
    await pass(29_000)
    expect(server.opened).toHaveLength(1)
    server.is.hidden = false
    server.stream.resume(false)
    await pass(0)
    expect(server.opened).toHaveLength(2)
    await server.send(heartbeat)
    server.is.online = false
    await server.end()
    await pass(120_000)
    expect(server.opened).toHaveLength(2)
    server.is.online = true
    server.stream.resume(true)
    await pass(0)
    expect(server.opened).toHaveLength(3)
    server.stream.stop()
  })
})
