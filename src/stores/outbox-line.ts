import * as v from 'valibot'
import { ApiError, NetworkError } from '../api/errors.ts'
import type { Lead } from '../contract/leads.ts'
import type { LeadChange, SentChange } from '../domain/outbox.ts'
import type { DurableLog, LogOwner } from '../platform/durable-log.ts'
import type { OpenChannel } from '../platform/tab-channel.ts'
import type { TabLocks } from '../platform/tab-lock.ts'
import { type OutboxEntry, OutboxNews, type Refusal, readEntries, type StoredChange } from './outbox-log.ts'
import { changeFailure, isGone, isMissed, isRefused, mayWait } from './outbox-verdict.ts'

/** Milliseconds after which a change that waits counts as done for the owner (section 7). */
const SIMULATED_DELAY = 500

/** Milliseconds that a first attempt has while the browser knows of no network. */
const OFFLINE_PATIENCE = 500

/** Milliseconds between attempts: doubled each time, up to the most. */
const RETRY_DELAY = { first: 1_000, most: 60_000 }

export interface LinePorts {
  log: DurableLog
  locks: TabLocks
  openChannel: OpenChannel
  /** Makes the change on the server; answers with the lead as it is since, null when it is removed. */
  send: (organizationId: string, change: LeadChange, signal?: AbortSignal) => Promise<Lead | null>
  /** Puts what the server has confirmed into the lists. */
  settle: (organizationId: string, sent: readonly SentChange[]) => Promise<void>
  /** Notes that something was sent, for tabs that are still loading and hear nothing yet. */
  noteSent: () => void
  /** Whether any tab has sent something since this page was loaded. */
  wasSentSinceLoad: () => boolean
  isOffline: () => boolean
  now: () => Date
}

/** Where a line shows how it stands. */
export interface LineView {
  showEntries(entries: readonly OutboxEntry[]): void
  /** What the server has confirmed but the lists do not show yet. */
  showSent(sent: readonly SentChange[]): void
  showRefusal(refusal: Refusal): void
}

export type Outcome = 'sent' | 'waiting'

/**
 * The changes of one user in one organization, seen from one tab: made at once when the server answers, else kept in
 * the log and sent in order, by one tab at a time, until the line is closed.
 */
export function openLine(owner: LogOwner, ports: LinePorts, target: LineView) {
  const { organizationId } = owner
  const name = `fieldhand.outbox.${owner.userId}.${organizationId}`
  const entryLock = (key: number) => `${name}.entry.${key}`
  const closed = new AbortController()
  const channel = ports.openChannel(name, (message) => void hear(message))
  /** Those who wait for what becomes of an entry. */
  const watchers = new Map<number, { sent: () => void; refused: (error: unknown) => void }>()
  /** Entries that are over although the device failed to forget them. */
  const over = new Set<number>()
  let readings = 0
  let failures = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let draining: Promise<void> | null = null
  let drainAgain = false

  const isClosed = () => closed.signal.aborted
  const tell = (news: OutboxNews) => isClosed() || channel.post(news)
  const view: LineView = {
    showEntries: (entries) => isClosed() || target.showEntries(entries),
    showSent: (sent) => isClosed() || target.showSent(sent),
    showRefusal: (refusal) => isClosed() || target.showRefusal(refusal),
  }

  async function hear(message: unknown): Promise<void> {
    const { success, output } = v.safeParse(OutboxNews, message)
    if (!success) return
    const news = output as OutboxNews
    if (news.type === 'sent') await ports.settle(organizationId, news.sent)
    if (news.type === 'refused') view.showRefusal(news.refusal)
    await refresh()
  }

  /** What waits; a device that cannot say holds nothing. */
  async function read(): Promise<OutboxEntry[]> {
    const entries = await readEntries(ports.log, owner).catch(() => [])
    return entries.filter(({ key }) => !over.has(key))
  }

  async function refresh(): Promise<void> {
    readings += 1
    const turn = readings
    const entries = await read()
    if (turn === readings) view.showEntries(entries)
  }

  /** See `OutboxQueue.submit`. */
  async function submit(change: LeadChange): Promise<Outcome> {
    const key = await ports.locks.hold(`${name}.lead.${change.leadId}`, () => sendOrKeep(change))
    return key === null ? 'sent' : outcomeOf(key)
  }

  /** Sends at once unless others wait: answers null then, else with the entry's key. */
  async function sendOrKeep(change: LeadChange): Promise<number | null> {
    const madeAt = ports.now().toISOString()
    let reason: unknown = null
    if ((await read()).length === 0) {
      try {
        await settle([{ change, madeAt, lead: await sendNow(change) }])
        return null
      } catch (error) {
        if (!mayWait(change, error)) throw error
        reason = error
      }
    }
    const entry: StoredChange = { change, madeAt, missed: isMissed(change, reason) ? 1 : 0 }
    const key = await ports.log.append(owner, entry).catch((error: unknown) => {
      throw reason ?? error
    })
    await refresh()
    tell({ type: 'changed' })
    if (reason) retryLater()
    else void flush()
    return key
  }

  async function sendNow(change: LeadChange): Promise<Lead | null> {
    const patience = new AbortController()
    const giveUp = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      const error = new NetworkError()
      patience.abort(error)
      giveUp.reject(error)
    }, OFFLINE_PATIENCE)
    if (!ports.isOffline()) clearTimeout(timer)
    try {
      return await Promise.race([ports.send(organizationId, change, patience.signal), giveUp.promise])
    } catch (error) {
      if (isGone(change, error)) return null
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  /** What becomes of an entry within the simulated delay. */
  function outcomeOf(key: number): Promise<Outcome> {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
    const timer = setTimeout(resolve, SIMULATED_DELAY, 'waiting')
    watchers.set(key, { sent: () => resolve('sent'), refused: reject })
    return promise.finally(() => {
      clearTimeout(timer)
      watchers.delete(key)
    })
  }

  /** Sends what waits, now. */
  function flush(): Promise<void> {
    clearTimeout(retry)
    drainAgain = true
    draining ??= drainWhileAsked().finally(() => {
      draining = null
    })
    return draining
  }

  async function drainWhileAsked(): Promise<void> {
    while (drainAgain && !isClosed()) {
      drainAgain = false
      await drain()
    }
  }

  function retryLater(): void {
    if (isClosed()) return
    clearTimeout(retry)
    retry = setTimeout(() => void flush(), Math.min(RETRY_DELAY.first * 2 ** failures, RETRY_DELAY.most))
    failures += 1
  }

  /**
   * Sends entry after entry until none is left or one has to wait. Several tabs may do so: each has its eye on the
   * same first entry, which only one of them holds at a time.
   */
  async function drain(): Promise<void> {
    const sent: SentChange[] = []
    for (;;) {
      const [head] = await read()
      if (!head || isClosed()) break
      const isOver = await ports.locks
        .hold(entryLock(head.key), () => attempt(head, sent), closed.signal)
        .catch(() => false)
      if (!isOver) break
      failures = 0
    }
    if (sent.length === 0 || isClosed()) return
    await settle(sent)
    view.showSent([])
  }

  /** Puts what is confirmed into the lists of all tabs. */
  async function settle(sent: SentChange[]): Promise<void> {
    ports.noteSent()
    tell({ type: 'sent', sent })
    await ports.settle(organizationId, sent)
  }

  /** Whether the entry no longer waits. */
  async function attempt(entry: OutboxEntry, sent: SentChange[]): Promise<boolean> {
    const { key, change, madeAt } = entry
    // It may have been taken back, or sent by another tab, since it was read.
    if (!(await read()).some((each) => each.key === key)) return true
    let lead: Lead | null = null
    try {
      lead = await ports.send(organizationId, change, closed.signal)
    } catch (error) {
      if (!isGone(change, error)) return judge(entry, error)
    }
    sent.push({ change, madeAt, lead })
    view.showSent([...sent])
    await forget([key])
    watchers.get(key)?.sent()
    return true
  }

  async function judge(entry: OutboxEntry, error: unknown): Promise<boolean> {
    // With another organization selected meanwhile, the refusal may be about that one.
    if (isClosed()) return false
    const { key, change, madeAt } = entry
    const missed = isMissed(change, error) ? entry.missed + 1 : entry.missed
    if (isRefused(change, error, missed)) {
      await refuse(entry, error)
      return true
    }
    if (missed > entry.missed) {
      const value: StoredChange = { change, madeAt, missed }
      await ports.log.replace(owner, { key, value }).catch(() => undefined)
    }
    // A session that is over is noticed by all calls; signing in again starts anew.
    if (!(error instanceof ApiError && error.status === 401)) retryLater()
    return false
  }

  /** Drops an entry for good; what was done to a lead that cannot be made goes with it. */
  async function refuse(entry: OutboxEntry, error: unknown): Promise<void> {
    const dropped = [entry, ...(await dependents(entry))]
    await forget(dropped.map(({ key }) => key))
    for (const { key, change, madeAt } of dropped) {
      const { title, reason } = changeFailure(change, error)
      const refusal: Refusal = { key, change, madeAt, title, reason }
      const watcher = watchers.get(key)
      if (watcher) {
        watcher.refused(error)
        continue
      }
      view.showRefusal(refusal)
      tell({ type: 'refused', refusal })
    }
    tell({ type: 'changed' })
  }

  async function dependents({ key, change }: OutboxEntry): Promise<OutboxEntry[]> {
    if (change.type !== 'create') return []
    return (await read()).filter((each) => each.key > key && each.change.leadId === change.leadId)
  }

  async function forget(keys: readonly number[]): Promise<void> {
    await ports.log.remove(keys).catch(() => {
      for (const key of keys) over.add(key)
    })
    await refresh()
  }

  /** See `OutboxQueue.cancel`. */
  async function cancel(key: number): Promise<boolean> {
    let isCancelled = false
    await ports.locks.tryHold(entryLock(key), async () => {
      const entry = (await read()).find((each) => each.key === key)
      if (!entry) return
      await ports.log.remove([key, ...(await dependents(entry)).map((each) => each.key)])
      isCancelled = true
    })
    await refresh()
    tell({ type: 'changed' })
    void flush()
    return isCancelled
  }

  function close(): void {
    closed.abort()
    clearTimeout(retry)
    channel.close()
  }

  // What was sent while this page was loading may be missing in the lists that it has loaded.
  if (ports.wasSentSinceLoad()) void ports.settle(organizationId, [])
  void refresh()
  void flush()
  return { name, submit, cancel, flush, refresh, close }
}

export type Line = ReturnType<typeof openLine>
