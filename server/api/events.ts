import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import * as v from 'valibot'
import { LEAD_EVENTS_PATH, LeadEvent } from '../../src/contract/events.ts'
import type { Deps } from '../deps.ts'
import type { Guard, Member } from './auth.ts'
import type { Api } from './mount.ts'
import { Refusal } from './refusal.ts'

/** Streams that one organization may hold open at once. */
export const STREAMS_PER_ORGANIZATION = 1000

/** A sign of life every 15 s (section 4: ignored by the console). */
export const HEARTBEAT_MS = 15_000

/** Heartbeats between looks at the membership: someone removed hears nothing more after a minute. */
const BEATS_PER_CHECK = 4

/** Messages that may wait for a reader too slow to take them; then the stream is given up. */
const MAX_WAITING = 100

/** The live stream of new leads (section 7), open until the reader leaves or loses the membership. */
export function mountEvents({ app, deps, guard }: Api): void {
  const open = new Map<string, number>()
  app.get(LEAD_EVENTS_PATH, async (c) => {
    const member = await guard.admit(c.req, c.req.param('orgId'))
    const count = open.get(member.organizationId) ?? 0
    if (count >= STREAMS_PER_ORGANIZATION) {
      throw new Refusal(429, 'Too many live streams are open for this organization', {
        headers: { 'Retry-After': '30' },
      })
    }
    open.set(member.organizationId, count + 1)
    c.header('X-Accel-Buffering', 'no')
    return streamSSE(c, async (stream) => {
      try {
        await relay(stream, deps, guard, member)
      } finally {
        const left = (open.get(member.organizationId) ?? 1) - 1
        if (left === 0) open.delete(member.organizationId)
        else open.set(member.organizationId, left)
      }
    })
  })
}

/**
 * Passes events on until the reader is gone or `finish` is called; everything taken is given back then.
 * What was sent before still reaches a reader who takes it.
 */
async function relay(stream: SSEStreamingApi, deps: Deps, guard: Guard, member: Member): Promise<void> {
  const { promise: end, resolve: finish } = Promise.withResolvers<void>()
  stream.onAbort(finish)
  let waiting = 0
  let beats = 0

  async function send(event: LeadEvent): Promise<void> {
    if (waiting >= MAX_WAITING) return stream.abort()
    waiting += 1
    await stream.writeSSE({ data: JSON.stringify(v.parse(LeadEvent, event)) })
    waiting -= 1
  }

  async function beat(): Promise<void> {
    beats += 1
    if (beats % BEATS_PER_CHECK === 0 && !(await guard.isStillMember(member))) {
      void send({ type: 'error', message: 'You are no longer a member of this organization' })
      return finish()
    }
    await send({ type: 'heartbeat' })
  }

  const fail = (error: unknown) => {
    deps.log.warn({ reason: error instanceof Error ? error.name : typeof error }, 'a live stream failed')
    void send({ type: 'error', message: 'Live updates are interrupted' })
    finish()
  }

  let leave = () => {}
  const timer = setInterval(() => beat().catch(fail), HEARTBEAT_MS)
  try {
    leave = deps.events.subscribe(member.organizationId, (event) => void send(event).catch(fail))
    await send({ type: 'heartbeat' })
    await end
  } catch (error) {
    fail(error)
    await end
  } finally {
    clearInterval(timer)
    leave()
  }
}
