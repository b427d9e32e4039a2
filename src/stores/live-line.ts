import * as v from 'valibot'
import { ApiError } from '../api/errors.ts'
import type { ListenOptions } from '../api/events.ts'
import { LeadEvent } from '../contract/events.ts'
import { MINUTE_MS } from '../domain/durations.ts'
import type { OpenChannel } from '../platform/tab-channel.ts'
import type { TabLocks } from '../platform/tab-lock.ts'
import type { Owner } from './owner.ts'

/** Milliseconds after which a stream that ended or failed is opened again (section 4). */
export const RECONNECT_DELAY = 5_000

/** Milliseconds that a page may be hidden before it stops listening. */
export const HIDDEN_LIMIT = 5 * MINUTE_MS

/** Milliseconds between two refreshes of the lists, however many leads come in. */
export const REFRESH_PAUSE = 1_000

/** Leads that are remembered so that none is announced twice. */
const REMEMBERED = 1_000

export interface LivePorts {
  locks: TabLocks
  openChannel: OpenChannel
  listen: (options: ListenOptions) => Promise<void>
  isHidden: () => boolean
  onVisibility: (changed: () => void) => () => void
  /** Asks again for the lists that a new lead changes. */
  refresh: (organizationId: string) => void
  announce: (lead: { leadId: string; contactName: string | null }) => void
  /** An estimate call was booked, or moved. */
  announceBooking: (lead: { leadId: string; contactName: string | null }) => void
  log: (message: string, cause?: unknown) => void
}

type LeadCreated = Extract<LeadEvent, { type: 'lead_created' }>
type BookingChanged = Extract<LeadEvent, { type: 'booking_changed' }>

/** What the tab that holds the stream tells the others: an event, or that some may have been missed. */
const LiveNews = v.union([LeadEvent, v.object({ type: v.literal('missed') })])

/**
 * The live stream of one user in one organization, seen from one tab. Of all tabs that are not hidden for long, one
 * holds the connection; the others hear from it and one of them takes over when it goes. Answers with the end.
 */
export function followLive({ userId, organizationId }: Owner, ports: LivePorts): () => void {
  const name = `fieldhand.live.${userId}.${organizationId}`
  const channel = ports.openChannel(name, hear)
  const seen = new Set<string>()
  let taking: AbortController | null = null
  let hiding: ReturnType<typeof setTimeout> | undefined
  let pausing: ReturnType<typeof setTimeout> | undefined
  let isBehind = false
  /** Whether events may have passed unheard since the lists were last asked for. */
  let hasMissed = false

  function hear(message: unknown): void {
    const { success, output } = v.safeParse(LiveNews, message)
    if (!success) return
    if (output.type === 'lead_created') take(output)
    if (output.type === 'booking_changed') takeBooking(output)
    if (output.type === 'missed') refresh()
  }

  function take({ lead_id: leadId, contact_name: contactName }: LeadCreated): void {
    if (seen.has(leadId)) return
    seen.add(leadId)
    for (const oldest of seen) {
      if (seen.size <= REMEMBERED) break
      seen.delete(oldest)
    }
    ports.announce({ leadId, contactName })
    refresh()
  }

  function takeBooking({ lead_id: leadId, contact_name: contactName, ...booking }: BookingChanged): void {
    if (booking.booking_start_time !== null) ports.announceBooking({ leadId, contactName })
    refresh()
  }

  /** At once, but not while hidden, and once for all that comes in during the pause after. */
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
    if (event.type === 'error') ports.log(`The live stream reports: ${event.message}`)
    if (event.type !== 'lead_created' && event.type !== 'booking_changed') return
    channel.post(event)
    hear(event)
  }

  function onOpen(): void {
    if (!hasMissed) return
    hasMissed = false
    channel.post({ type: 'missed' })
    refresh()
  }

  /** Holds the connection, again and again, until aborted. */
  async function connect(signal: AbortSignal): Promise<void> {
    let fresh = false
    while (!signal.aborted) {
      try {
        await ports.listen({ organizationId, signal, fresh, onOpen, onEvent })
        fresh = false
      } catch (error) {
        if (signal.aborted) return
        ports.log('The live stream broke.', error)
        if (isRefused(error)) {
          // A new token once; refused with that too, only another session can help.
          if (fresh) return aborted(signal)
          fresh = true
          continue
        }
        fresh = false
      }
      hasMissed = true
      await pause(RECONNECT_DELAY, signal)
    }
  }

  /** Takes part in holding the connection: now if no tab does, else when its turn comes. */
  async function join(): Promise<void> {
    if (taking) return
    const mine = new AbortController()
    taking = mine
    try {
      const had = await ports.locks.tryHold(name, () => connect(mine.signal))
      if (had || mine.signal.aborted) return
      if (hasMissed) refresh()
      hasMissed = true
      await ports.locks.hold(name, () => connect(mine.signal), mine.signal)
    } catch (error) {
      if (!mine.signal.aborted) ports.log('The live stream stopped.', error)
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

/** Resolves when aborted. */
const aborted = (signal: AbortSignal) => pause(null, signal)

/** Resolves after `ms`, if given, or when aborted. */
function pause(ms: number | null, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', over)
      resolve()
    }
    const timer = ms === null ? undefined : setTimeout(over, ms)
    signal.addEventListener('abort', over)
    if (signal.aborted) over()
  })
}
