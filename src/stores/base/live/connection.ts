import * as v from 'valibot'
import { ApiError } from '../../../api/errors.ts'
import type { ListenOptions } from '../../../api/events.ts'
import { LeadEvent } from '../../../contract/events.ts'
import { MINUTE_MS } from '../../../domain/time/durations.ts'
import type { OpenChannel, TabLocks } from '../../../platform/tabs.ts'
import type { Account } from '../session/account.ts'

/** Milliseconds after which a closed or failed stream reopens (section 4). */
export const RECONNECT_DELAY = 5_000

/** The longest reconnection delay in milliseconds, after repeated rejections. */
export const LONGEST_PAUSE = MINUTE_MS

/** Milliseconds that a page can be hidden before it disconnects. */
export const HIDDEN_LIMIT = 5 * MINUTE_MS

/** Minimum milliseconds between two refreshes of the lists, regardless of the number of new leads. */
export const REFRESH_PAUSE = 1_000

/** The number of remembered leads, so that none is announced twice. */
const REMEMBERED = 1_000

export interface LivePorts {
  locks: TabLocks
  openChannel: OpenChannel
  listen: (options: ListenOptions) => Promise<void>
  isHidden: () => boolean
  onVisibility: (changed: () => void) => () => void
  /** Returns the milliseconds since the page began to load, which is before it fetched the lists. */
  pageAge: () => number
  /** Refetches what changed leads affect. */
  refresh: (organizationId: string) => void
  announce: (lead: { leadId: string; contactName: string | null; isTest?: boolean }) => void
  /** Announces that a visitor has booked or moved an estimate call. */
  announceBooking: (lead: { leadId: string; contactName: string | null }) => void
  /** Reports that a conversation has a new message or state, or that someone is typing in it. Events can repeat. */
  converse: (organizationId: string, event: ConversationEvent) => void
  log: (message: string, cause?: unknown) => void
}

/** An open connection. `over` resolves once the connection has ended, with its replacement if there is one. */
interface Stream {
  over: Promise<Stream | null>
}

type LeadCreated = Extract<LeadEvent, { type: 'lead_created' }>
type BookingChanged = Extract<LeadEvent, { type: 'booking_changed' }>

export type ConversationEvent = Extract<
  LeadEvent,
  { type: 'conversation_changed' | 'conversation_typing' | 'conversation_presence' }
>

/** A message from the connected tab to the others: an event, or a notice that events may have been missed. */
const LiveNews = v.union([LeadEvent, v.object({ type: v.literal('missed') })])

/**
 * Follows the live stream of one user in one organization. One of the tabs that are visible or were hidden recently
 * holds the connection and forwards events to the others; if it closes, another tab takes over. Returns the stop
 * function.
 */
export function followLive({ userId, organizationId }: Account, ports: LivePorts): () => void {
  const name = `fieldhand.live.${userId}.${organizationId}`
  const channel = ports.openChannel(name, onMessage)
  const seen = new Set<string>()
  /** The start times that visitors have chosen, by lead, until someone else may have changed one. */
  const booked = new Map<string, string | null>()
  let taking: AbortController | null = null
  let hiding: ReturnType<typeof setTimeout> | undefined
  let pausing: ReturnType<typeof setTimeout> | undefined
  let isBehind = false
  /** Whether events may have been missed since the lists were last fetched. */
  let hasMissed = false
  /** Whether events may have been missed between the first fetch of the lists and the first connection. */
  let isFirst = true
  /** The number of consecutive rejections, each with a new token. */
  let refusals = 0

  function onMessage(message: unknown): void {
    const { success, output } = v.safeParse(LiveNews, message)
    if (!success) return
    if (output.type === 'lead_created') take(output)
    if (output.type === 'booking_changed') takeBooking(output)
    if (
      output.type === 'conversation_changed' ||
      output.type === 'conversation_typing' ||
      output.type === 'conversation_presence'
    ) {
      ports.converse(organizationId, output)
    }
    if (output.type === 'leads_changed') booked.clear()
    if (output.type === 'leads_changed' || output.type === 'missed') refresh()
  }

  function take({ lead_id: leadId, contact_name: contactName, is_test }: LeadCreated): void {
    if (seen.has(leadId)) return
    seen.add(leadId)
    for (const oldest of seen) {
      if (seen.size <= REMEMBERED) break
      seen.delete(oldest)
    }
    ports.announce({ leadId, contactName, ...(is_test && { isTest: true }) })
    refresh()
  }

  function takeBooking({
    lead_id: leadId,
    contact_name: contactName,
    booking_start_time: start,
  }: BookingChanged) {
    // During a renewal, two connections can deliver the same event.
    if (booked.get(leadId) === start) return
    booked.set(leadId, start)
    if (start !== null) ports.announceBooking({ leadId, contactName })
    refresh()
  }

  /** Refreshes the lists immediately, then at most once per pause. While the page is hidden, postpones the refresh. */
  function refresh(): void {
    isBehind = true
    if (pausing !== undefined || ports.isHidden()) return
    isBehind = false
    ports.refresh(organizationId)
    pausing = setTimeout(() => {
      pausing = undefined
      if (isBehind) refresh()
    }, REFRESH_PAUSE)
  }

  function onEvent(event: LeadEvent): void {
    if (event.type === 'error') {
      ports.log(`The live stream reports: ${event.message}`)
      catchUp()
    }
    if (event.type === 'heartbeat' || event.type === 'error') return
    channel.post(event)
    onMessage(event)
  }

  function onOpen(): void {
    refusals = 0
    if (hasMissed) catchUp()
    hasMissed = false
  }

  /**
   * Refetches the lists if the organization had an event while the page was loading, or if the API does not report
   * that.
   */
  function onFirstHeartbeat(quietMs = 0): void {
    if (isFirst && quietMs < ports.pageAge()) refresh()
    isFirst = false
  }

  /** Refetches the lists in every tab, because events may have been missed. */
  function catchUp(): void {
    channel.post({ type: 'missed' })
    refresh()
  }

  /**
   * Opens a connection and, when the server requests it, another one with a new token. Closes the first one only when
   * the second one is open, so that no event is lost.
   */
  function openStream(signal: AbortSignal, fresh: boolean, replace = () => {}): Stream {
    const replaced = new AbortController()
    let successor: Stream | null = null
    const listening = ports.listen({
      organizationId,
      signal: AbortSignal.any([signal, replaced.signal]),
      fresh,
      onOpen() {
        replace()
        onOpen()
      },
      onEvent(event) {
        if (event.type === 'heartbeat') onFirstHeartbeat(event.quiet_ms)
        if (event.type === 'heartbeat' && event.renew) renew()
        onEvent(event)
      },
    })

    function renew(): void {
      if (successor) return
      const next = openStream(signal, true, () => replaced.abort())
      successor = next
      // A failed renewal changes nothing: this connection lasts as long as its token.
      next.over.catch(() => {
        if (!replaced.signal.aborted) successor = null
      })
    }

    async function follow(): Promise<Stream | null> {
      try {
        await listening
      } catch (error) {
        if (!successor) throw error
      }
      if (!replaced.signal.aborted) hasMissed = true
      return successor
    }

    return { over: follow() }
  }

  /** Holds a connection and its successors until they end. Returns whether the server has rejected the token. */
  async function follow(signal: AbortSignal, fresh: boolean): Promise<boolean> {
    try {
      let stream: Stream | null = openStream(signal, fresh)
      while (stream) stream = await stream.over
      return false
    } catch (error) {
      if (signal.aborted) return false
      ports.log('The live stream was interrupted.', error)
      hasMissed = true
      return isRefused(error)
    }
  }

  /**
   * Holds the connection until aborted, or until the server rejects a new token, because another tab may have a better
   * one.
   */
  async function connect(signal: AbortSignal): Promise<void> {
    let fresh = false
    while (!signal.aborted) {
      const isRejected = await follow(signal, fresh)
      if (isRejected && fresh) return
      fresh = isRejected
      if (!isRejected) await pause(RECONNECT_DELAY, signal)
    }
  }

  /** Connects if no other tab is connected; otherwise, waits until that one leaves. */
  async function takeTurn(hold: () => Promise<void>, signal: AbortSignal): Promise<void> {
    const isDone = await ports.locks.tryHold(name, hold)
    if (isDone || signal.aborted) return
    if (hasMissed || isFirst) refresh()
    isFirst = false
    hasMissed = true
    await ports.locks.hold(name, hold, signal)
  }

  /** Connects immediately if no other tab is connected; otherwise, waits for its turn. */
  async function join(): Promise<void> {
    if (taking) return
    const mine = new AbortController()
    taking = mine
    const { signal } = mine
    const hold = () => connect(signal)
    try {
      await takeTurn(hold, signal)
      while (!signal.aborted) {
        await pause(Math.min(RECONNECT_DELAY * 2 ** refusals, LONGEST_PAUSE), signal)
        refusals += 1
        if (!signal.aborted) await ports.locks.hold(name, hold, signal)
      }
    } catch (error) {
      if (!signal.aborted) ports.log('The live stream could not be kept open.', error)
    }
  }

  function leave(): void {
    taking?.abort()
    taking = null
    hasMissed = true
  }

  function onVisibility(): void {
    clearTimeout(hiding)
    if (ports.isHidden()) {
      hiding = setTimeout(leave, HIDDEN_LIMIT)
      return
    }
    void join()
    if (isBehind) refresh()
  }

  const unbind = ports.onVisibility(onVisibility)
  onVisibility()
  if (ports.isHidden()) void join()

  return () => {
    unbind()
    clearTimeout(hiding)
    clearTimeout(pausing)
    leave()
    channel.close()
  }
}

const isRefused = (error: unknown) => error instanceof ApiError && [401, 403].includes(error.status)

/** Resolves after `ms` milliseconds, or when aborted. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', over)
      resolve()
    }
    const timer = setTimeout(over, ms)
    signal.addEventListener('abort', over)
    if (signal.aborted) over()
  })
}
