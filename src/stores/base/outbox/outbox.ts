import { atom, computed, onMount, type ReadableAtom } from 'nanostores'
import { OrganizationError } from '../../../api/errors.ts'
import {
  type ChangesElsewhere,
  changesLead,
  isDue,
  type LeadChange,
  type MadeChange,
  waitingText,
} from '../../../domain/outbox/outbox.ts'
import { loadedAt, now } from '../../../platform/clock.ts'
import { isOffline, onBackOnline, onPageFocus, onPageSwap } from '../../../platform/page/page-state.ts'
import { durableLog } from '../../../platform/storage/durable-log.ts'
import { readItem, writeItem } from '../../../platform/storage/storage.ts'
import { openTabChannel, tabLocks } from '../../../platform/tabs.ts'
import { $outage } from '../query/outage.ts'
import { $account, type Account, isSameAccount } from '../session/account.ts'
import { isPending, type OutboxEntry, openEntries } from './entries.ts'
import { $overlay } from './overlay.ts'
import { type Outcome, openQueue, type QueuePorts } from './queue.ts'
import { $senders, type ChangeOf, type Senders, senderOf } from './senders.ts'

export type { OutboxEntry } from './entries.ts'
export type { Outcome } from './queue.ts'

export interface OutboxPorts extends QueuePorts {
  /** How each feature sends its changes. */
  $senders: ReadableAtom<Partial<Senders>>
  /** Shows changes in the lists as done. */
  show: (changes: readonly MadeChange[]) => void
  /** Returns whether any tab has sent a change since this page started to load. */
  isBehind: () => boolean
  /**
   * Registers a callback for whenever another attempt is useful: the network is back or the window receives focus.
   * Returns the unsubscribe function.
   */
  onWake: (wake: () => void) => () => void
  /**
   * Registers a callback that runs before the page, with everything that shows results, is replaced. Returns the
   * unsubscribe function.
   */
  onPageSwap: (swap: () => void) => () => void
}

/** Creates the outbox (decision 2), which runs the queue of the signed-in user. */
export function createOutbox(ports: OutboxPorts) {
  const { $account } = ports
  const $all = atom<readonly OutboxEntry[]>([])
  const $own = computed([$all, $account], (all, current) =>
    all.filter((entry) => isSameAccount(entry, current)),
  )
  const $entries = computed($own, (own) => own.filter((entry) => entry.key !== 0 && isPending(entry)))
  const $overlay = computed($own, (own): readonly MadeChange[] => own.filter(({ refusal }) => !refusal))
  const $elsewhere = computed([$all, $account], changesElsewhere)
  const findSender = (change: { type: string }) => senderOf(ports.$senders.get(), change)
  let account: Account | null = null
  let queue: ReturnType<typeof openQueue> | null = null
  let release: (() => void)[] = []
  onMount($entries, start)

  function start(): void {
    if (release.length > 0) return
    release = [
      ports.onWake(() => void queue?.flush()),
      ports.onPageSwap(() => queue?.release()),
      ports.$senders.listen(onRegistered),
      $account.subscribe((next) => follow(next)),
      $overlay.subscribe((changes) => ports.show(changes)),
    ]
  }

  function stop(): void {
    for (const unsubscribe of release) unsubscribe()
    release = []
    follow(null)
  }

  function follow(next: Account | null): void {
    if (isSameAccount(next, account)) return
    account = next
    if (next?.userId !== queue?.userId) {
      queue?.close()
      $all.set([])
      queue = next && openQueue(ports, next.userId, findSender, $all)
      catchUp()
    }
    void queue?.flush()
  }

  /** Shows and sends the changes that the features have just learned to send. */
  function onRegistered(): void {
    void queue?.refresh().then(() => queue?.flush())
    catchUp()
  }

  /** Refetches lists that may lack changes sent while this page was loading. */
  function catchUp(): void {
    if (!account || !ports.isBehind()) return
    const { organizationId } = account
    const features = new Set(Object.values(ports.$senders.get()).map(({ settle }) => settle))
    for (const settle of features) void settle(organizationId, [])
  }

  /** Returns the user's queue, or the user's entries if the queue is not open. */
  const of = (userId: string) =>
    queue?.userId === userId ? queue : openEntries(ports.log, userId, findSender)

  async function submit(by: Account | null, change: LeadChange, delay?: number): Promise<Outcome> {
    start()
    if (!by || !queue) throw new OrganizationError('No organization selected')
    if (!findSender(change)) throw new Error(`Nothing sends ${change.type}`)
    return queue.submit(by, change, delay)
  }

  return {
    /** The current owner's pending changes in order. The first listener starts the outbox. */
    $entries,
    /** The current owner's changes in order: pending, just confirmed, and rejected ones. */
    $own,
    /**
     * Changes that the server's data does not contain yet: confirmed ones, then those that are pending or being stored.
     */
    $overlay,
    /** The current owner's changes that the server has permanently rejected, until they are dismissed. */
    $refusals: computed($own, (own) =>
      own.flatMap((entry) => (entry.refusal ? [{ ...entry, ...entry.refusal }] : [])),
    ),
    /** The current user's changes in other organizations that could not be sent, by organization. */
    $elsewhere,
    start,
    stop,
    submit,
    cancel: async (entry: OutboxEntry) => (await queue?.cancel(entry)) ?? false,
    /** Cancels the last pending change that matches. Returns false if there is none or if it is being sent. */
    cancelLast: async (matches: (change: LeadChange) => boolean) => {
      const entry = $entries.get().findLast(({ change }) => matches(change))
      return entry !== undefined && ((await queue?.cancel(entry)) ?? false)
    },
    dismiss: (key: number) => queue?.dismiss(key),
    flush: () => queue?.flush(),
    /** Returns the number of a user's unsent changes, in all organizations. */
    count: (userId: string) => of(userId).count(),
    /**
     * Discards the user's changes, in all organizations or in one.
     * @throws {StorageError}
     */
    clear: (userId: string, organizationId?: string) => of(userId).clear(organizationId),
    /** Returns whether a change to the lead itself is pending. */
    hasChange: (leadId: string) =>
      $entries.get().some(({ change }) => change.leadId === leadId && changesLead(change)),
  }
}

function changesElsewhere(all: readonly OutboxEntry[], account: Account | null): readonly ChangesElsewhere[] {
  const others = all.filter(
    (entry) =>
      entry.userId === account?.userId &&
      entry.organizationId !== account.organizationId &&
      (entry.refusal || (isPending(entry) && entry.failures > 0)),
  )
  return [...Map.groupBy(others, (entry) => entry.organizationId)].map(([organizationId, own]) => {
    const refused = own.filter(({ refusal }) => refusal).length
    return { organizationId, waiting: own.length - refused, refused }
  })
}

/** The storage key of the time when any tab last sent something, in milliseconds since 1970. */
const SENT_KEY = 'fieldhand.sent'

const outbox = createOutbox({
  log: durableLog,
  locks: tabLocks,
  openChannel: openTabChannel,
  $account,
  $senders,
  isOffline,
  noteSent: () => writeItem(SENT_KEY, String(now().getTime())),
  isBehind: () => Number(readItem(SENT_KEY)) > loadedAt(),
  show: (changes) => $overlay.set(changes),
  onWake(wake) {
    const stops = [onBackOnline(wake), onPageFocus(wake), $outage.listen((outage) => !outage && wake())]
    return () => {
      for (const stop of stops) stop()
    }
  },
  onPageSwap,
})

export const {
  start: startOutbox,
  cancel: cancelChange,
  cancelLast: cancelLastChange,
  dismiss: dismissRefusal,
  flush: sendWaiting,
  count: countWaiting,
  clear: clearOutbox,
  hasChange: hasWaitingChange,
  $refusals,
  $own: $ownChanges,
  $elsewhere: $changesElsewhere,
} = outbox

/**
 * Registers how a feature sends its types of changes. Returns the function that submits them, so that a page that
 * submits a change can also send it.
 */
export function registerSenders<Types extends keyof Senders>(
  own: Pick<Senders, Types>,
): (by: Account | null, change: ChangeOf<Types>, delay?: number) => Promise<Outcome> {
  $senders.set({ ...$senders.get(), ...own })
  return outbox.submit
}

/** The current owner's pending changes on this device. */
export interface Outbox {
  /** Changes that could not be sent yet, in sending order. */
  entries: readonly OutboxEntry[]
  /** As in "2 changes will send when you are back online"; null without pending changes. */
  text: string | null
  /** Removals that can still be undone. */
  removals: readonly OutboxEntry[]
}

export const NO_OUTBOX: Outbox = { entries: [], text: null, removals: [] }

export const $outbox: ReadableAtom<Outbox> = computed(outbox.$entries, (all) => {
  const removals = all.filter((entry) => !isDue(entry, now()) && entry.failures === 0)
  // A change whose first attempt is still running is not shown.
  const isStuck = all.some(({ failures }) => failures > 0)
  const entries = isStuck ? all.filter((entry) => !removals.includes(entry)) : []
  return { entries, text: waitingText(entries), removals }
})

/** Returns the remaining milliseconds in which a removal can be undone. */
export const undoTimeLeft = ({ dueAt }: OutboxEntry): number =>
  Math.max(0, Date.parse(dueAt) - now().getTime())
