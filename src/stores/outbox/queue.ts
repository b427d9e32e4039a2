import { atom, computed, onMount, type ReadableAtom } from 'nanostores'
import { ApiError, NetworkError, OrganizationError } from '../../api/errors.ts'
import { isDue, type LeadChange, type MadeChange, type SentChange } from '../../domain/outbox/outbox.ts'
import type { DurableLog } from '../../platform/storage/durable-log.ts'
import type { OpenChannel, TabChannel, TabLocks } from '../../platform/tabs.ts'
import { isSameOwner, type Owner } from '../session/owner.ts'
import { type OutboxEntry, type OutboxNews, readNews } from './entry.ts'
import { type OutboxStorage, openStorage } from './storage.ts'
import { changeFailure, isClientError, isGone, isMissed, isRefused, mayWait } from './verdict.ts'

/** Milliseconds after which a change that waits counts as done for the owner (section 7). */
const SIMULATED_DELAY = 500

/** Milliseconds that an attempt has while the browser knows of no network. */
const OFFLINE_PATIENCE = 500

/** Milliseconds between attempts: doubled each time, up to the most. */
const RETRY_DELAY = { first: 1_000, most: 60_000 }

export interface OutboxPorts {
  log: DurableLog
  locks: TabLocks
  openChannel: OpenChannel
  /** Who is at work; null while no one is signed in to an organization. */
  $owner: ReadableAtom<Owner | null>
  /** Makes the change on the server. Returns what the server says about the lead, null after a removal. */
  send: (organizationId: string, change: LeadChange, signal: AbortSignal) => Promise<SentChange['lead']>
  /** Puts what the server has confirmed into the lists. */
  settle: (organizationId: string, sent: readonly SentChange[]) => Promise<void>
  /** Notes that something was sent, for tabs that are still loading and hear nothing yet. */
  noteSent: () => void
  /** Whether any tab has sent something since this page was loaded. */
  wasSentSinceLoad: () => boolean
  isOffline: () => boolean
  now: () => Date
  /** Calls back whenever another attempt is worth it: network back, window focused. Returns the unsubscribe function. */
  onWake: (wake: () => void) => () => void
}

/** How a change ended: confirmed by the server, or kept on this device and shown as done. */
export type Outcome = 'sent' | 'waiting'

type Sent = SentChange & { organizationId: string }

/** What one user's outbox holds open in this tab. */
interface Open {
  storage: OutboxStorage
  channel: TabChannel
  /** Aborted when the user leaves. */
  closed: AbortController
  /** The lock of the one tab that sends. */
  lock: string
}

/**
 * The outbox (decision 2): an ordered, durable queue of one user's changes. Each change is stored first, then
 * sent to the organization it was made for, by one tab at a time.
 */
export function createOutbox(ports: OutboxPorts) {
  const { locks, $owner } = ports
  const $all = atom<readonly OutboxEntry[]>([])
  const $sent = atom<readonly Sent[]>([])
  /** Changes that are being stored; their key is 0. */
  const storing = new Set<OutboxEntry>()
  /** Those who wait for the outcome of a change, by its key. */
  const waiters = new Map<number, { resolve: (outcome: Outcome) => void; reject: (error: unknown) => void }>()
  let owner: Owner | null = null
  let open: Open | null = null
  let release: (() => void)[] = []
  let readings = 0
  let failures = 0
  let retryAt = Number.POSITIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  let draining: Promise<void> | null = null
  /** Whether to go over the queue again: after a failure only a wake is worth it, not one more change. */
  let again: 'change' | 'wake' | null = null

  const $own = computed([$all, $owner], (all, current) => all.filter((entry) => isSameOwner(entry, current)))
  const $entries = computed($own, (own) => own.filter(({ key, refusal }) => key !== 0 && !refusal))
  onMount($entries, start)

  const time = () => ports.now().getTime()
  const isReady = (entry: OutboxEntry) => !entry.refusal && isDue(entry, ports.now())
  const tell = (news: OutboxNews) => open?.channel.post(news)
  const read = async () => (await open?.storage.read()) ?? []

  function start(): void {
    if (release.length === 0) release = [ports.onWake(() => void flush()), $owner.subscribe(follow)]
  }

  function stop(): void {
    for (const unsubscribe of release) unsubscribe()
    release = []
    follow(null)
  }

  function follow(next: Owner | null): void {
    if (isSameOwner(next, owner)) return
    const isSameUser = next?.userId === owner?.userId
    owner = next
    if (!isSameUser) {
      close()
      if (owner) openFor(owner)
    }
    if (open) void flush()
  }

  function close(): void {
    open?.closed.abort()
    open?.channel.close()
    open = null
    clearTimeout(timer)
    for (const [key, { resolve, reject }] of waiters)
      key > 0 ? resolve('waiting') : reject(new NetworkError())
    $all.set([])
    $sent.set([])
  }

  function openFor({ userId, organizationId }: Owner): void {
    const lock = `fieldhand.outbox.${userId}`
    const channel = ports.openChannel(lock, (message) => void hear(message))
    open = { storage: openStorage(ports.log, userId), channel, closed: new AbortController(), lock }
    // The lists that this page has loaded may lack what was sent while it was loading.
    if (ports.wasSentSinceLoad()) void ports.settle(organizationId, [])
    void refresh()
  }

  async function hear(message: unknown): Promise<void> {
    const news = readNews(message)
    if (news?.type === 'sent') await ports.settle(news.organizationId, news.sent)
    if (news) await refresh()
  }

  async function refresh(): Promise<void> {
    readings += 1
    const turn = readings
    const entries = await read()
    if (turn !== readings) return
    $all.set([...entries, ...storing])
    for (const [key, { resolve, reject }] of waiters) {
      const entry = entries.find((each) => each.key === key)
      if (!entry) resolve('sent')
      if (!entry?.refusal) continue
      // Another tab has sent it: this one still owes the answer.
      reject(new ApiError(entry.refusal.reason, entry.refusal.status))
      dismiss(key)
    }
  }

  /**
   * Makes a change for its owner, `delay` milliseconds from now. `sent` once the server has confirmed it; `waiting` when
   * it could not be reached, does not know the lead, or the change is not due: it is kept on this device, shown as done,
   * and sent later. Rejects when the server refuses, and when the change could be neither sent nor stored.
   */
  async function submit(by: Owner | null, change: LeadChange, delay = 0): Promise<Outcome> {
    start()
    if (!by || !open) throw new OrganizationError('No organization selected')
    const { storage } = open
    const madeAt = ports.now().toISOString()
    const dueAt = new Date(time() + delay).toISOString()
    const entry: OutboxEntry = { ...by, key: 0, change, madeAt, dueAt, failures: 0, missed: 0 }
    storing.add(entry)
    $all.set([...$all.get(), entry])
    const key = await storage.append(entry).finally(() => {
      storing.delete(entry)
      void refresh()
    })
    if (open?.storage !== storage || by.userId !== owner?.userId) return 'waiting'
    if (delay > 0) {
      tell({ type: 'changed' })
      void refresh().then(() => flush('change'))
      return 'waiting'
    }
    const { promise, ...waiter } = Promise.withResolvers<Outcome>()
    waiters.set(key, waiter)
    if ((await read()).some((other) => other.key < key && isReady(other))) countAsDone(key)
    void flush('change')
    return promise.finally(() => waiters.delete(key))
  }

  function countAsDone(key: number): void {
    setTimeout(() => {
      if (!waiters.has(key)) return
      waiters.get(key)?.resolve('waiting')
      tell({ type: 'changed' })
    }, SIMULATED_DELAY)
  }

  /** Sends what is due, now. */
  function flush(reason: 'change' | 'wake' = 'wake'): Promise<void> {
    if (again !== 'wake') again = reason
    draining ??= drainWhileAsked().finally(() => {
      draining = null
      plan()
    })
    return draining
  }

  async function drainWhileAsked(): Promise<void> {
    while (again && open) {
      again = null
      retryAt = Number.POSITIVE_INFINITY
      const { lock, storage, closed } = open
      const drain = () => drainQueue(storage, closed.signal)
      const hasFailed = await locks.hold(lock, drain, closed.signal).catch(() => true)
      if (hasFailed && again !== 'wake') again = null
    }
  }

  /** Wakes the queue for the next attempt, or when the next change is due. */
  function plan(): void {
    clearTimeout(timer)
    const early = $all.get().filter((entry) => !entry.refusal && !isDue(entry, ports.now()))
    const next = Math.min(retryAt, ...early.map(({ dueAt }) => Date.parse(dueAt)))
    if (!open || next === Number.POSITIVE_INFINITY) return
    timer = setTimeout(() => void flush(), Math.max(0, next - time()))
  }

  /** Sends entry after entry until none is left or one has to wait. Returns whether one has. */
  async function drainQueue(storage: OutboxStorage, signal: AbortSignal): Promise<boolean> {
    const sent: Sent[] = []
    /** Organizations whose entries wait until they are selected again. */
    const held = new Set<string>()
    try {
      for (;;) {
        const entries = await storage.read()
        const head = entries.find((entry) => isReady(entry) && !held.has(entry.organizationId))
        if (!head) return false
        const send = () => attempt(storage, head, sent, signal)
        const result = await locks.hold(entryLock(head), send, signal)
        if (result === 'stop') return true
        if (result === 'hold') held.add(head.organizationId)
        else failures = 0
      }
    } finally {
      await settle(sent)
    }
  }

  /** Puts what is confirmed into the lists of all tabs. */
  async function settle(sent: readonly Sent[]): Promise<void> {
    if (sent.length === 0) return
    ports.noteSent()
    for (const [organizationId, changes] of Map.groupBy(sent, (each) => each.organizationId)) {
      tell({ type: 'sent', organizationId, sent: changes })
      await ports.settle(organizationId, changes)
    }
    $sent.set([])
  }

  async function attempt(
    storage: OutboxStorage,
    entry: OutboxEntry,
    sent: Sent[],
    signal: AbortSignal,
  ): Promise<'over' | 'stop' | 'hold'> {
    const { key, change, madeAt, organizationId } = entry
    // It may have been taken back since it was read.
    if (!(await storage.read()).some((each) => each.key === key)) return 'over'
    const isSelected = () => $owner.get()?.organizationId === organizationId
    const wasSelected = isSelected()
    let lead: SentChange['lead'] = null
    try {
      lead = await sendInTime(entry, signal)
    } catch (error) {
      if (signal.aborted) return 'stop'
      if (isClientError(error) && !(wasSelected && isSelected())) {
        // The refusal may be about the organization that is selected now.
        waiters.get(key)?.resolve('waiting')
        return 'hold'
      }
      if (!isGone(change, error)) return judge(storage, entry, error)
    }
    sent.push({ change, madeAt, lead, organizationId })
    $sent.set([...sent])
    await storage.forget(key)
    await refresh()
    return 'over'
  }

  function sendInTime(
    { organizationId, change }: OutboxEntry,
    signal: AbortSignal,
  ): Promise<SentChange['lead']> {
    if (!ports.isOffline()) return ports.send(organizationId, change, signal)
    const late = new AbortController()
    const { promise: tooLate, reject } = Promise.withResolvers<never>()
    const patience = setTimeout(() => {
      reject(new NetworkError())
      late.abort()
    }, OFFLINE_PATIENCE)
    const sending = ports.send(organizationId, change, AbortSignal.any([signal, late.signal]))
    return Promise.race([sending, tooLate]).finally(() => clearTimeout(patience))
  }

  async function judge(storage: OutboxStorage, entry: OutboxEntry, error: unknown): Promise<'over' | 'stop'> {
    const { key, change } = entry
    const missed = entry.missed + Number(isMissed(change, error))
    const isOwed = waiters.has(key) && (key < 0 || (entry.failures === 0 && !mayWait(change, error)))
    if (isOwed || isRefused(change, error, missed)) {
      await refuse(storage, entry, error)
      return 'over'
    }
    await storage.put({ ...entry, missed, failures: entry.failures + 1 })
    countAsDone(key)
    // All calls notice a session that is over; signing in again starts the queue.
    if (!(error instanceof ApiError && error.status === 401)) {
      retryAt = time() + Math.min(RETRY_DELAY.first * 2 ** failures, RETRY_DELAY.most)
      failures += 1
    }
    await refresh()
    return 'stop'
  }

  /** Gives an entry up for good, and with a lead that cannot be made all that was done to it. */
  async function refuse(storage: OutboxStorage, entry: OutboxEntry, error: unknown): Promise<void> {
    const status = error instanceof ApiError ? error.status : 0
    for (const each of [entry, ...dependents(await storage.read(), entry)]) {
      const waiter = waiters.get(each.key)
      if (!waiter) {
        await storage.put({ ...each, refusal: { ...changeFailure(each.change, error), status } })
        continue
      }
      await storage.forget(each.key)
      waiter.reject(error)
    }
    await refresh()
    tell({ type: 'changed' })
  }

  /**
   * Takes a waiting change back, a made lead with all that was done to it. Returns false when it is being sent, or gone.
   * @throws {StorageError}
   */
  async function cancel(entry: OutboxEntry): Promise<boolean> {
    let isCancelled = false
    await locks.tryHold(entryLock(entry), async () => {
      const entries = await read()
      if (!entries.some(({ key, refusal }) => key === entry.key && !refusal)) return
      await open?.storage.remove([entry, ...dependents(entries, entry)].map(({ key }) => key))
      isCancelled = true
    })
    await refresh()
    tell({ type: 'changed' })
    void flush()
    return isCancelled
  }

  /** Forgets a refusal that has been read. */
  function dismiss(key: number): void {
    $all.set($all.get().filter((entry) => entry.key !== key))
    void open?.storage.forget(key).then(() => tell({ type: 'changed' }))
  }

  /**
   * Discards the user's changes.
   * @throws {StorageError}
   */
  async function clear(): Promise<void> {
    await open?.storage.clear()
    await refresh()
    tell({ type: 'changed' })
  }

  return {
    /** The current owner's changes that wait, in order. Listening to it starts the outbox. */
    $entries,
    /** What the lists do not show yet: confirmed changes, then changes that wait or are being stored. */
    $overlay: computed([$sent, $own, $owner], (sent, own, current): readonly MadeChange[] => [
      ...sent.filter(({ organizationId }) => organizationId === current?.organizationId),
      ...own.filter(({ refusal }) => !refusal),
    ]),
    /** The current owner's changes that the server has refused for good, until they are dismissed. */
    $refusals: computed($own, (own) =>
      own.flatMap((entry) => (entry.refusal ? [{ ...entry, ...entry.refusal }] : [])),
    ),
    submit,
    cancel,
    dismiss,
    flush,
    /** How many changes the user has not sent, in all organizations. */
    count: async () => (await open?.storage.count()) ?? 0,
    clear,
    start,
    stop,
  }
}

const entryLock = ({ userId, key }: OutboxEntry) => `fieldhand.outbox.${userId}.entry.${key}`

/** What was done to a lead after the change that makes it. */
function dependents(entries: readonly OutboxEntry[], { key, change, organizationId }: OutboxEntry) {
  if (change.type !== 'create') return []
  return entries.filter(
    (each) =>
      each.key > key && each.change.leadId === change.leadId && each.organizationId === organizationId,
  )
}
