import type { ChatEvent } from '../src/contract/widget.ts'
import { ChatError } from './chat-api.ts'

/** The server sends a heartbeat every 15 seconds, so a stream without events for this long is lost. */
const LONGEST_SILENCE_MS = 40_000
/** The server sends the first event immediately. If it doesn't arrive in this time, a proxy is buffering the stream. */
const FIRST_EVENT_MS = 10_000
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
const POLL_EVERY_MS = 5_000
/** The number of consecutive failures after which the conversation is also polled. */
const MOST_FAILURES = 2

interface Parts {
  /** Opens the stream after a position, or from the beginning. Throws ChatError. */
  open: (after: number | null, signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>
  /**
   * Reads the conversation without the stream. Returns a function that shows it and returns its last position. Throws
   * ChatError.
   */
  poll: () => Promise<() => number | null>
  take: (event: ChatEvent) => void
  /** Called when the stream ends or breaks. */
  broken: () => void
  /**
   * Called with the error if neither the stream nor polling works, and with null if one of them does. A status of 401
   * or 404 means that the conversation is erased.
   */
  trouble: (error: ChatError | null) => void
  isOnline: () => boolean
  isHidden: () => boolean
}

export const isGone = (error: unknown) => error instanceof ChatError && [401, 404].includes(error.status)

interface Sent {
  id: number | null
  event: ChatEvent
}

/** Yields the events of a stream, each with its ID. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Sent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    text += decoder.decode(value, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1]
      const id = field('id')
      const data = field('data')
      if (data) yield { id: id ? Number(id) : null, event: JSON.parse(data) }
    }
  }
}

/**
 * Follows a conversation after the position `after`. Uses a stream, which is reopened after the last event when it
 * ends. While there is no stream, reads the conversation every few seconds.
 */
export function chatStream(
  { open, poll, take, broken, trouble, isOnline, isHidden }: Parts,
  after: number | null,
) {
  let failures = 0
  let isStopped = false
  let isAwake = false
  let isLive = false
  let lastSignAt = 0
  let attempt: AbortController | null = null
  let wake = () => {}

  const end = (error: unknown) => {
    isStopped = true
    trouble(error as ChatError)
  }

  async function receive(): Promise<void> {
    const own = new AbortController()
    attempt = own
    const endIn = (ms: number) => setTimeout(() => own.abort(), ms)
    let timer = endIn(FIRST_EVENT_MS)
    try {
      for await (const { id, event } of eventsOf(await open(after, own.signal))) {
        if (own.signal.aborted) return
        clearTimeout(timer)
        timer = endIn(LONGEST_SILENCE_MS)
        lastSignAt = Date.now()
        failures = 0
        isLive = true
        trouble(null)
        if (id !== null) after = id
        take(event)
      }
    } catch (error) {
      if (isGone(error) && !isStopped) end(error)
    } finally {
      clearTimeout(timer)
      isLive = false
      own.abort()
      broken()
    }
  }

  async function readNow(): Promise<void> {
    try {
      const show = await poll()
      if (isStopped) return
      after = show() ?? after
      trouble(null)
    } catch (error) {
      if (isStopped) return
      if (isGone(error)) end(error)
      else if (error instanceof ChatError) trouble(error)
    }
  }

  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  /**
   * Waits until it is time to reopen the stream. The server ends streams if there are too many tabs, so hidden tabs
   * wait longer.
   */
  async function pause(): Promise<void> {
    const backoff = FIRST_PAUSE_MS * 2 ** (failures - 1) * (0.5 + Math.random() / 2)
    const until = Date.now() + (isHidden() ? LONGEST_PAUSE_MS : Math.min(backoff, LONGEST_PAUSE_MS))
    while (!isStopped && !isAwake && Date.now() < until) {
      if (failures >= MOST_FAILURES && isOnline()) await readNow()
      if (!isStopped && !isAwake) await sleep(Math.max(0, Math.min(POLL_EVERY_MS, until - Date.now())))
    }
    isAwake = false
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      if (isOnline()) await receive()
      failures += 1
      await pause()
    }
  }

  void run()
  return {
    /** Returns whether events are arriving. If so, responses to other calls can be older than the stream's events. */
    isLive: () => isLive,
    /**
     * Reopens the stream immediately: always if `isNew` is true, otherwise only if it has been silent or is waiting.
     */
    resume(isNew: boolean) {
      if (isStopped) return
      const isSilent = Date.now() - lastSignAt > LONGEST_SILENCE_MS / 2
      if (!isNew && !isSilent) return
      failures = 0
      isAwake = true
      attempt?.abort()
      wake()
    },
    stop() {
      isStopped = true
      attempt?.abort()
      wake()
    },
  }
}
