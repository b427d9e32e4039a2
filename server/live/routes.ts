import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import * as v from 'valibot'
import { LEAD_EVENTS_PATH, LeadEvent } from '../../src/contract/events.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import type { Admission } from '../http/admission.ts'
import type { Guard } from '../http/auth.ts'
import { clientAddress } from '../http/client-address.ts'
import type { Api } from '../http/mount.ts'
import { createStreamLimits, type StreamLimits } from '../http/streams.ts'
import type { Deps } from '../kernel/deps.ts'

/** The maximum number of open streams of one user. Opening another one ends the stream whose token expires first. */
export const STREAMS_PER_USER = 6

/** The interval between heartbeats, 15 s (section 4: ignored by the console). */
export const HEARTBEAT_MS = 15_000

/** The minimum time that a client has to replace a stream before its token expires. */
const RENEWAL_MS = 5_000

/** The maximum number of messages that wait for a slow client or a check of its access, after which the stream ends. */
export const MAX_WAITING = 1_000

interface OpenStream {
  admission: Admission
  finish: () => void
}

/**
 * Mounts the endpoint for the live stream of new leads (section 7). It stays open until the client leaves or its access
 * ends.
 */
export function mountEvents({ app, deps, guard }: Api, limits: StreamLimits): void {
  const open = new Set<OpenStream>()
  const countStream = createStreamLimits(limits)
  app.get(LEAD_EVENTS_PATH, async (c) => {
    const admission = await guard.admit(c.req, c.req.param('orgId'))
    if (c.req.method === 'HEAD') return c.body(null)
    const { userId, organizationId } = admission
    const address = clientAddress(c, deps.config.trustProxy)
    const discount = await countStream({ organizationId, address })
    const own = [...open].filter((stream) => stream.admission.userId === userId)
    if (own.length >= STREAMS_PER_USER) {
      const [first] = own.toSorted((a, b) => +a.admission.expiresAt - +b.admission.expiresAt)
      first?.finish()
    }
    const { promise: end, resolve } = Promise.withResolvers<void>()
    const stream: OpenStream = {
      admission,
      finish() {
        if (open.delete(stream)) deps.metrics?.openStreams.dec({ side: 'console' })
        discount()
        resolve()
      },
    }
    open.add(stream)
    deps.metrics?.openStreams.inc({ side: 'console' })
    c.header('X-Accel-Buffering', 'no')
    return streamSSE(c, async (sse) => {
      sse.onAbort(stream.finish)
      try {
        await relay(sse, deps, guard, stream, end)
      } finally {
        stream.finish()
      }
    })
  })
}

/**
 * Forwards events until `end` resolves, then releases all resources. Sends each message only after a check of the
 * client's access that started after the message arrived. One check covers all waiting messages.
 */
async function relay(
  sse: SSEStreamingApi,
  deps: Deps,
  guard: Guard,
  { admission, finish }: OpenStream,
  end: Promise<void>,
): Promise<void> {
  const msLeft = () => admission.expiresAt.getTime() - deps.clock().getTime()
  let waiting = 0
  let arrived = 0
  /** The number of messages that a check covers. The admission covers the first one. */
  let covered = 1
  let turn = Promise.resolve()

  /** Sends messages in call order. */
  function send(event: LeadEvent): void {
    if (waiting >= MAX_WAITING) {
      sse.abort()
      return
    }
    waiting += 1
    arrived += 1
    const number = arrived
    turn = turn
      .then(() => write(event, number))
      .catch(fail)
      .finally(() => {
        waiting -= 1
      })
  }

  async function mayReceive(number: number): Promise<boolean> {
    if (number <= covered) return true
    const latest = arrived
    if (!(await guard.isStillAdmitted(admission))) return false
    covered = latest
    return true
  }

  async function write(event: LeadEvent, number: number): Promise<void> {
    const isAdmitted = event.type === 'error' || (await mayReceive(number))
    const sent: LeadEvent = isAdmitted ? event : { type: 'error', message: 'Your access has ended' }
    await sse.writeSSE({ data: JSON.stringify(v.parse(LeadEvent, sent)) })
    if (!isAdmitted) finish()
  }

  function beat(first?: { quiet_ms: number }): void {
    const isLast = msLeft() < HEARTBEAT_MS + RENEWAL_MS
    send({ type: 'heartbeat', ...(isLast && { renew: true }), ...first })
  }

  function fail(error: unknown): void {
    deps.log.warn({ reason: error instanceof Error ? error.name : typeof error }, 'live stream failed')
    void sse
      .writeSSE({ data: JSON.stringify({ type: 'error', message: 'Live updates are interrupted' }) })
      .catch(() => undefined)
    finish()
  }

  let leave = () => {}
  const heart = setInterval(() => beat(), HEARTBEAT_MS)
  const expiry = setTimeout(finish, Math.min(msLeft(), DAY_MS))
  try {
    leave = deps.events.subscribe(admission.organizationId, (event) => {
      if (event.type !== 'reply_part') send(event)
    })
    beat({ quiet_ms: Math.floor(deps.events.quietMs(admission.organizationId)) })
  } catch (error) {
    fail(error)
  }
  await end
  clearInterval(heart)
  clearTimeout(expiry)
  leave()
}
