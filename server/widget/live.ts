import type { Context } from 'hono'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import * as v from 'valibot'
import { ChatEvent } from '../../src/contract/widget.ts'
import { firstName } from '../../src/domain/conversations/first-name.ts'
import { visitorBooking } from '../calendars/bookings.ts'
import { answering } from '../conversations/answering.ts'
import { presentForVisitor, saidIn } from '../conversations/messages.ts'
import { createStreamLimits, type StreamLimits } from '../http/streams.ts'
import type { Deps, ReplyPart, ServerEvent } from '../kernel/deps.ts'
import { shownStanding } from './read-conversation.ts'
import { visitorConversation } from './visitor-conversation.ts'

/**
 * The maximum number of open streams per conversation, from tabs and reconnections. Opening another one ends the
 * oldest.
 */
export const STREAMS_PER_CONVERSATION = 5
export const CHAT_HEARTBEAT_MS = 15_000

interface Visitor {
  id: string
  token: string
  organizationId: string
  address: string
}

type IsOpen = () => Promise<boolean>

/**
 * Creates the handler that streams a live conversation to its visitor for as long as the widget `isOpen` to the
 * visitor.
 */
export function createChatStreams(
  deps: Deps,
  limits: StreamLimits,
): (c: Context, visitor: Visitor, isOpen: IsOpen) => Promise<Response> {
  const open = new Map<string, Set<() => void>>()
  const countStream = createStreamLimits(limits)
  return async (c, visitor, isOpen) => {
    if (c.req.method === 'HEAD') return c.body(null)
    const discount = await countStream(visitor)
    const own = open.get(visitor.id) ?? new Set()
    open.set(visitor.id, own)
    const [oldest] = own
    if (own.size >= STREAMS_PER_CONVERSATION) oldest?.()
    const ended = new AbortController()
    deps.metrics?.openStreams.inc({ side: 'visitor' })
    const finish = () => {
      if (own.delete(finish)) deps.metrics?.openStreams.dec({ side: 'visitor' })
      discount()
      if (own.size === 0 && open.get(visitor.id) === own) open.delete(visitor.id)
      ended.abort()
    }
    own.add(finish)
    c.header('X-Accel-Buffering', 'no')
    return streamSSE(c, async (sse) => {
      sse.onAbort(finish)
      try {
        await relay(sse, deps, { ...visitor, isOpen }, lastSeen(c), ended.signal)
      } catch (error) {
        deps.log.warn({ reason: error instanceof Error ? error.name : typeof error }, 'chat stream failed')
      } finally {
        finish()
      }
    })
  }
}

/** Returns the position after which the client requests messages, or -1 for all messages. */
function lastSeen(c: Context): number {
  const id = c.req.header('last-event-id') ?? ''
  return /^\d{1,9}$/.test(id) ? Number(id) : -1
}

/**
 * Sends the messages after `seen`, each with its position as the event's ID, and then all changes until `ended`. Reads
 * the content from the database each time, so that a slow client gets later messages together and nothing is lost or
 * duplicated. Ends if the conversation is erased or the widget is closed, at the latest with the next heartbeat.
 */
async function relay(
  sse: SSEStreamingApi,
  deps: Deps,
  visitor: Visitor & { isOpen: IsOpen },
  seen: number,
  ended: AbortSignal,
): Promise<void> {
  let isChanged = true
  let typing: ChatEvent | null = null
  let part: ReplyPart | null = null
  let isPerson = false
  let isBeat = false
  let last = seen
  let standing = ''
  let wake = () => {}

  const write = (event: ChatEvent, id?: number) =>
    sse.writeSSE({
      data: JSON.stringify(v.parse(ChatEvent, event)),
      ...(id !== undefined && { id: String(id) }),
    })

  /** Returns false if the conversation no longer exists or the widget is closed. */
  async function sendNews(): Promise<boolean> {
    if (!(await visitor.isOpen())) return false
    const conversation = await visitorConversation(deps.db, visitor.id, visitor.token).executeTakeFirst()
    if (!conversation) return false
    for (const row of await saidIn(deps.db, visitor.id).where('position', '>', last).execute()) {
      await write({ type: 'message', message: presentForVisitor(deps)(row) }, row.position)
      last = row.position
    }
    const { holder } = await answering(deps.db, conversation, deps.clock())
    const booking = await visitorBooking(deps.db, visitor.id, deps.config.origins.widget)
    const now = { ...(await shownStanding(deps.db, conversation, holder)), booking }
    if (JSON.stringify(now) !== standing) await write({ type: 'status', ...now })
    standing = JSON.stringify(now)
    isPerson = holder !== null
    return true
  }

  function take(event: ServerEvent): void {
    const isOwn = 'conversation_id' in event && event.conversation_id === visitor.id
    if (event.type === 'error' || (isOwn && event.type === 'conversation_changed')) isChanged = true
    else if (isOwn && event.type === 'conversation_typing' && event.author === 'person')
      typing = { type: 'typing', person_name: firstName(event.author_name) }
    else if (isOwn && event.type === 'reply_part') part = event
    else return
    wake()
  }

  const leave = deps.events.subscribe(visitor.organizationId, take)
  const heart = setInterval(() => {
    isBeat = true
    wake()
  }, CHAT_HEARTBEAT_MS)
  ended.addEventListener('abort', () => wake())
  try {
    while (!ended.aborted) {
      if (isChanged || isBeat) {
        const wasBeat = isBeat
        isChanged = false
        isBeat = false
        if (!(await sendNews())) return
        if (wasBeat) await write({ type: 'heartbeat' })
      } else if (part) {
        const { position, text } = part
        part = null
        // A later message or a person can make this part obsolete.
        if (position > last && !isPerson) await write({ type: 'reply_part', position, text })
      } else if (typing) {
        const event = typing
        typing = null
        await write(event)
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }
  } finally {
    clearInterval(heart)
    leave()
  }
}
