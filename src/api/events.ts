import { EventSourceParserStream, ParseError } from 'eventsource-parser/stream'
import { LEAD_EVENTS_PATH, LeadEvent } from '../contract/events.ts'
import { logWarning } from '../platform/log.ts'
import { type StreamOptions, stream } from './client.ts'
import { BadResponseError, NetworkError, TimeoutError } from './errors.ts'
import { readPart } from './response.ts'

/** Milliseconds without data after which a stream counts as dead; the server sends a heartbeat every 15 s. */
export const SILENCE_LIMIT = 45_000

/** The maximum number of characters in one message. */
const MESSAGE_LIMIT = 65_536

export interface ListenOptions extends StreamOptions {
  /** Called once the stream is open. */
  onOpen: () => void
  onEvent: (event: LeadEvent) => void
}

/**
 * Listens to an organization's live stream (section 7). Resolves when the server ends it. Logs and skips messages that
 * are not in the contract.
 *
 * @throws {ApiError} if the server rejects the request, {@link NetworkError}, {@link TimeoutError}, also if the stream
 * stops sending, {@link BadResponseError} for another type of response, and the signal's reason if aborted.
 */
export async function listenToLeadEvents({ onOpen, onEvent, ...options }: ListenOptions): Promise<void> {
  const silence = new AbortController()
  const signal = AbortSignal.any([options.signal, silence.signal])
  let timer: ReturnType<typeof setTimeout> | undefined
  const alive = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(new TimeoutError()), SILENCE_LIMIT)
  }
  try {
    const bytes = await stream(LEAD_EVENTS_PATH, { ...options, signal })
    alive()
    onOpen()
    await readMessages(bytes, { signal, alive, take: (data) => report(data, onEvent) })
  } finally {
    clearTimeout(timer)
  }
}

interface Reading {
  signal: AbortSignal
  /** Called for each message and comment. */
  alive: () => void
  take: (data: string) => Promise<void>
}

async function readMessages(
  bytes: ReadableStream<Uint8Array>,
  { signal, alive, take }: Reading,
): Promise<void> {
  const reader = bytes
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>, { signal })
    .pipeThrough(new EventSourceParserStream({ maxBufferSize: MESSAGE_LIMIT, onComment: alive }))
    .getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      alive()
      await take(value.data)
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (error instanceof ParseError)
      throw new BadResponseError('The live stream sent a message that is too long.')
    throw new NetworkError({ cause: error })
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

/** Adds the `type`, which section 3 defines only for control messages. A lead event has only an `event_type`. */
function withType(value: unknown): unknown {
  const { type, event_type } = (value ?? {}) as { type?: unknown; event_type?: unknown }
  return typeof type === 'string' ? value : { ...(value as object), type: event_type }
}

async function report(data: string, onEvent: (event: LeadEvent) => void): Promise<void> {
  let value: unknown
  try {
    value = JSON.parse(data)
  } catch {
    logWarning('The live stream sent a message that is not JSON.')
    return
  }
  const event = await readPart(LeadEvent, withType(value))
  if (event !== null) onEvent(event)
  else logWarning('The live stream sent a message in an unexpected format.')
}
