import type { ReadableAtom, WritableAtom } from 'nanostores'
import { ApiError } from '../../../api/errors.ts'
import {
  createsLead,
  deletesLead,
  isDue,
  type LeadChange,
  type SentChange,
} from '../../../domain/outbox/outbox.ts'
import { loadedAt, now } from '../../../platform/clock.ts'
import type { DurableLog } from '../../../platform/storage/durable-log.ts'
import type { OpenChannel, TabLocks } from '../../../platform/tabs.ts'
import { reasonOf } from '../failures.ts'
import type { Account } from '../session/account.ts'
import { classifyFailure, type FailureKind, refusalOf } from './classify-failure.ts'
import { type FindSender, isPending, type OutboxEntry, openEntries } from './entries.ts'
import { sendInTime } from './in-time.ts'
import type { Sender } from './senders.ts'

/** Milliseconds after which a pending change is shown as done (section 7). */
const SIMULATED_DELAY = 500

/** Milliseconds between attempts. The delay doubles each time, up to the maximum, which is longer for unknown leads. */
const RETRY_DELAY = { first: 1_000, most: 60_000, unknown: 3_600_000 }

export interface QueuePorts {
  log: DurableLog
  locks: TabLocks
  openChannel: OpenChannel
  /** The current owner; null if no user is signed in or no organization is selected. */
  $account: ReadableAtom<Account | null>
  isOffline: () => boolean
  /** Notes that a change was just sent, so that a page that is loading refetches its lists. */
  noteSent: () => void
}

/** The result of a change: confirmed by the server, or stored on this device and shown as done. */
export type Outcome = 'sent' | 'waiting'

type Sent = OutboxEntry & SentChange

/**
 * The result of an attempt: it ended its entry, stopped the queue, or stopped the entries of one organization (`held`)
 * or of one lead (`unknown`).
 */
type Attempt = 'over' | 'stuck' | 'held' | 'unknown'

/** Returns what is known of the lead after a change whose response does not say more. */
const leadAfter = (change: LeadChange): SentChange['lead'] => (deletesLead(change) ? null : {})

const leadOf = ({ organizationId, change }: OutboxEntry) => `${organizationId} ${change.leadId}`

const isReady = (entry: OutboxEntry) => isPending(entry) && isDue(entry, now())

/**
 * Opens one user's ordered, durable queue of changes. The queue stores each change first, then sends it to its
 * organization, in one tab at a time. `$all` shows the queue until it is closed.
 */
export function openQueue(
  { log, locks, openChannel, $account, isOffline, noteSent }: QueuePorts,
  userId: string,
  senderOf: FindSender,
  $all: WritableAtom<readonly OutboxEntry[]>,
) {
  const entries = openEntries(log, userId, senderOf)
  const lock = `fieldhand.outbox.${userId}`
  const entryLock = (key: number) => `${lock}.entry.${key}`
  // Increase the number when the message format changes, so that other versions of the console do not receive the
  // messages.
  const channel = openChannel(
    `${lock}.2`,
    (sent) =>
      void settle(sent as Sent[])
        .then(refresh)
        .then(plan),
  )
  const closed = new AbortController()
  const { signal } = closed
  /** Entries that are not stored (with key 0), and confirmed entries that the lists do not contain yet. */
  const storing = new Set<OutboxEntry>()
  let confirmed: readonly Sent[] = []
  /** The keys of changes whose `submit` has not returned, each with its error; null without an error. */
  const submitting = new Map<number, unknown>()
  let reading = Promise.resolve()
  let draining: Promise<void> | null = null
  /**
   * The reason to process the queue again. After a failure, only a wake-up makes that useful; another change does not.
   */
  let again: 'change' | 'wake' | null = null
  let retryAt = Number.POSITIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  void refresh()

  const find = (key: number) => $all.get().find((entry) => entry.key === key)

  function close(): void {
    closed.abort()
    clearTimeout(timer)
    channel.close()
  }

  /** Notifies the other tabs that the queue has changed, and which changes were sent. */
  function notify(sent: readonly Sent[] = []): void {
    if (!signal.aborted) channel.post(sent)
  }

  /** Lets the features apply confirmed changes, each to the lists of its organization. */
  async function settle(sent: readonly Sent[]): Promise<void> {
    for (const [id, own] of Map.groupBy(sent, (each) => each.organizationId)) {
      const byFeature = Map.groupBy(own, ({ change }) => senderOf(change)?.settle)
      for (const [apply, changes] of byFeature) await apply?.(id, changes)
    }
  }

  const send = (sender: Sender, { organizationId, change }: OutboxEntry) =>
    sendInTime(sender, organizationId, change, { signal, isOffline: isOffline() })

  /** Rereads the queue after pending reads. */
  function refresh(): Promise<void> {
    // A view that throws must not stop later reads.
    reading = reading
      .catch(() => undefined)
      .then(async () => {
        const stored = await entries.read()
        if (!signal.aborted) $all.set([...confirmed, ...stored, ...storing])
      })
    return reading
  }

  /**
   * Makes a change for its owner, `delay` milliseconds from now. Resolves with `sent` once the server has confirmed it,
   * or with `waiting` if the server is unreachable or does not have the lead yet, or if the change is not due. A
   * waiting change is stored on this device, shown as done, and sent later. Rejects if the server rejects the change. A
   * change whose feature shows the result is `waiting` once it is stored. A change that the device cannot store is sent
   * immediately, whatever its delay, and rejects if that fails.
   */
  async function submit(account: Account, change: LeadChange, delay = 0): Promise<Outcome> {
    const madeAt = now()
    const dueAt = new Date(madeAt.getTime() + delay).toISOString()
    const entry = { ...account, key: 0, change, madeAt: madeAt.toISOString(), dueAt, failures: 0 }
    storing.add(entry)
    $all.set([...$all.get(), entry])
    let key = 0
    try {
      key = await entries.append(entry)
      if (!senderOf(change)?.isShownByFeature) submitting.set(key, null)
    } catch (error) {
      return await sendUnstored(entry, error)
    } finally {
      storing.delete(entry)
      await refresh()
    }
    notify()
    const ended = submitting.has(key) && delay === 0 && account.userId === userId ? ending(key) : null
    void flush('change')
    await ended
    return submitting.has(key) && account.userId === userId ? outcomeOf(key) : 'waiting'
  }

  /**
   * Sends a change once that could not be stored because of `error`. Rejects with `error` if it could overtake another
   * change, or if the server is unreachable.
   */
  async function sendUnstored(entry: OutboxEntry, error: unknown): Promise<Outcome> {
    const sender = senderOf(entry.change)
    if (!sender || entry.userId !== userId || (await entries.read()).some(isPending)) throw error
    let lead = leadAfter(entry.change)
    try {
      lead = await locks.hold(lock, () => send(sender, entry), signal)
    } catch (failure) {
      const kind = classifyFailure(sender, failure, true)
      if (kind === 'unreachable' || signal.aborted) throw error
      if (kind !== 'done') throw failure
    }
    await confirm([{ ...entry, lead }])
    return 'sent'
  }

  /** Announces confirmed changes to the features, in all tabs. */
  function confirm(sent: readonly Sent[]): Promise<void> {
    noteSent()
    notify(sent)
    return settle(sent)
  }

  /** Returns the outcome of a change of this user, or throws the error with which it ended. */
  function outcomeOf(key: number): Outcome {
    const error = submitting.get(key)
    submitting.delete(key)
    if (error) throw error
    const left = find(key)
    if (left?.refusal) {
      // Another tab has sent it and stored the rejection for this one.
      dismiss(key)
      throw new ApiError(left.refusal.reason, left.refusal.status, left.refusal.details)
    }
    return signal.aborted || (left && isPending(left)) ? 'waiting' : 'sent'
  }

  /** Resolves when the change is complete or can be shown as done. */
  function ending(key: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const isBehind = $all.get().some((other) => other.key < key && other.key !== 0 && isReady(other))
    if (isBehind) setTimeout(resolve, SIMULATED_DELAY)
    const stop = $all.subscribe(() => {
      const entry = find(key)
      if (!entry || !isPending(entry)) resolve()
      else if (entry.failures > 0) setTimeout(resolve, SIMULATED_DELAY)
    })
    return promise.finally(stop)
  }

  /** Sends all due changes now. */
  function flush(reason: 'change' | 'wake' = 'wake'): Promise<void> {
    if (again !== 'wake') again = reason
    draining ??= drain().finally(() => {
      draining = null
      plan()
    })
    return draining
  }

  async function drain(): Promise<void> {
    while (again && !signal.aborted) {
      again = null
      retryAt = Number.POSITIVE_INFINITY
      const isStuck = await locks.hold(lock, sendAll, signal).catch(() => true)
      if (isStuck && again !== 'wake') again = null
    }
  }

  /** Schedules the next attempt, or the next due change. */
  function plan(): void {
    clearTimeout(timer)
    const early = $all.get().filter((entry) => isPending(entry) && !isReady(entry))
    const next = Math.min(retryAt, ...early.map(({ dueAt }) => Date.parse(dueAt)))
    if (signal.aborted || next === Number.POSITIVE_INFINITY) return
    timer = setTimeout(() => void flush(), Math.max(0, next - now().getTime()))
  }

  /** Sends entries in order until none are left or one has to wait. Returns whether one has to wait. */
  async function sendAll(): Promise<boolean> {
    /** Organizations whose entries wait until the organization is selected again, and leads that the server lacks. */
    const held = new Set<string>()
    const isHeld = (entry: OutboxEntry) => held.has(entry.organizationId) || held.has(leadOf(entry))
    try {
      for (;;) {
        const all = await entries.read()
        const head = all.find((entry) => isReady(entry) && !isHeld(entry))
        if (!head) return false
        const result = await locks.hold(entryLock(head.key), () => attempt(head), signal)
        if (result === 'stuck') return true
        if (result === 'held') held.add(head.organizationId)
        if (result === 'unknown') held.add(leadOf(head))
      }
    } finally {
      if (confirmed.length > 0) {
        await confirm(confirmed)
        confirmed = []
        if (!signal.aborted) $all.set($all.get().filter(({ lead }) => lead === undefined))
      }
    }
  }

  async function attempt(entry: OutboxEntry): Promise<Attempt> {
    const { key, change, organizationId } = entry
    const sender = senderOf(change)
    // The entry may have been canceled since it was read.
    if (!sender || !(await entries.read()).some((each) => each.key === key)) return 'over'
    const isSelected = () => $account.get()?.organizationId === organizationId
    const wasSelected = isSelected()
    let lead = leadAfter(change)
    try {
      lead = await send(sender, entry)
    } catch (error) {
      if (signal.aborted) return 'stuck'
      const failureKind = classifyFailure(sender, error, wasSelected && isSelected())
      if (failureKind !== 'done') return fail(entry, error, failureKind)
    }
    confirmed = [...confirmed, { ...entry, lead }]
    if (lead?.id) await rename(entry, lead.id)
    await entries.forget(key)
    await refresh()
    return 'over'
  }

  /** Updates pending changes if the server assigns a different id to a created lead. */
  async function rename(created: OutboxEntry, leadId: string): Promise<void> {
    if (leadId === created.change.leadId) return
    for (const each of dependents(await entries.read(), created)) {
      await entries.put({ ...each, change: { ...each.change, leadId } })
    }
  }

  async function fail(entry: OutboxEntry, error: unknown, failureKind: FailureKind): Promise<Attempt> {
    const { failures } = entry
    const isUnknown = failureKind === 'unknown'
    const hasExpired = error instanceof ApiError && error.status === 401
    if (failureKind === 'refused' || isOver(entry, failureKind, hasExpired)) {
      await reject(entry, error, failureKind === 'refused')
      return 'over'
    }
    const expiredAt = hasExpired ? now().getTime() : entry.expiredAt
    const reason = failureKind === 'unreachable' || hasExpired ? undefined : reasonOf(error)
    // An expired session affects all calls; signing in again starts the queue.
    if (failureKind !== 'held' && !hasExpired)
      retryAfter(failures, isUnknown ? RETRY_DELAY.unknown : RETRY_DELAY.most)
    await replace({ ...entry, reason, failures: failures + 1, expiredAt })
    await refresh()
    if (failureKind === 'held') return 'held'
    return isUnknown ? 'unknown' : 'stuck'
  }

  /** Returns whether a change that could be retried fails, because the user still waits for its result, or for good. */
  function isOver(
    { key, failures, expiredAt }: OutboxEntry,
    kind: FailureKind,
    hasExpired: boolean,
  ): boolean {
    const isAwaited = submitting.has(key) && failures === 0 && kind === 'later' && !hasExpired
    // After a new sign-in, another 401 is caused by the change itself, which must not end every session.
    return isAwaited || (hasExpired && expiredAt !== undefined && expiredAt < loadedAt())
  }

  /** Replaces an entry, in this tab even if the device fails to store it. */
  function replace(entry: OutboxEntry): Promise<void> {
    $all.set($all.get().map((each) => (each.key === entry.key ? entry : each)))
    return entries.put(entry)
  }

  function retryAfter(failures: number, most: number): void {
    retryAt = Math.min(retryAt, now().getTime() + Math.min(RETRY_DELAY.first * 2 ** failures, most))
  }

  /** Permanently rejects an entry and the entries that depend on it. `isAnswered` is true if the server rejected it. */
  async function reject(entry: OutboxEntry, error: unknown, isAnswered: boolean): Promise<void> {
    const all = await entries.read()
    for (const each of [entry, ...dependents(all, entry), ...laterInSeries(all, entry)]) {
      const sender = senderOf(each.change)
      if (!sender) continue
      if (submitting.has(each.key) && !(isAnswered && sender.isShownByFeature)) {
        submitting.set(each.key, error)
        await entries.forget(each.key)
      } else {
        submitting.delete(each.key)
        await replace({ ...each, refusal: refusalOf(sender, error) })
      }
    }
    await refresh()
    notify()
  }

  /**
   * Cancels a pending change. If the change creates a lead, also cancels the later changes to that lead. Returns false
   * if the change is being sent or no longer exists.
   *
   * @throws {StorageError}
   */
  async function cancel({ key }: OutboxEntry): Promise<boolean> {
    let isCanceled = false
    await locks.tryHold(entryLock(key), async () => {
      const all = await entries.read()
      const entry = all.find((each) => each.key === key && isPending(each))
      if (!entry) return
      await entries.remove([entry, ...dependents(all, entry)].map((each) => each.key))
      isCanceled = true
    })
    await refresh()
    notify()
    void flush()
    return isCanceled
  }

  /** Removes a rejection that the user has read. */
  function dismiss(key: number): void {
    $all.set($all.get().filter((entry) => entry.key !== key))
    void entries.forget(key).then(() => notify())
  }

  /**
   * Discards the user's changes, in all organizations or in one.
   * @throws {StorageError}
   */
  async function clear(organizationId?: string): Promise<void> {
    await entries.clear(organizationId)
    await refresh()
    notify()
  }

  /** Returns the later changes of an entry's series, so that none overtakes it. */
  function laterInSeries(all: readonly OutboxEntry[], { key, change, organizationId }: OutboxEntry) {
    const seriesOf = (one: LeadChange) => senderOf(one)?.series?.(one) ?? null
    const series = seriesOf(change)
    if (series === null) return []
    return all.filter(
      (each) => each.key > key && each.organizationId === organizationId && seriesOf(each.change) === series,
    )
  }

  /** Lets `submit` return before the server has responded. A later rejection is stored and shown in the outbox. */
  const release = () => submitting.clear()

  return { userId, submit, release, cancel, dismiss, refresh, flush, clear, close, count: entries.count }
}

/** Returns the changes to a lead after the one that creates it. */
function dependents(entries: readonly OutboxEntry[], { key, change, organizationId }: OutboxEntry) {
  if (!createsLead(change)) return []
  return entries.filter(
    (each) =>
      each.key > key && each.change.leadId === change.leadId && each.organizationId === organizationId,
  )
}
