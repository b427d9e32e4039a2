import { atom, computed, onMount, type ReadableAtom } from 'nanostores'
import { OrganizationError } from '../api/errors.ts'
import type { LeadChange, MadeChange, SentChange } from '../domain/outbox.ts'
import type { LogOwner } from '../platform/durable-log.ts'
import { type Line, type LinePorts, type Outcome, openLine } from './outbox-line.ts'
import type { OutboxEntry, Refusal } from './outbox-log.ts'

export interface OutboxPorts extends LinePorts {
  /** Whose outbox it is; null while no one is signed in to an organization. */
  $owner: ReadableAtom<LogOwner | null>
  /** Calls back whenever another attempt is worth it: network back, window focused. Answers with the undo. */
  onWake: (wake: () => void) => () => void
}

export interface OutboxQueue {
  /** What waits, in order. Listening to it starts the outbox. */
  $entries: ReadableAtom<readonly OutboxEntry[]>
  /** What the lists do not know yet: what is confirmed but not yet in them, then what waits. */
  $overlay: ReadableAtom<readonly MadeChange[]>
  /** What the server has refused for good, until it is dismissed. */
  $refusals: ReadableAtom<readonly Refusal[]>
  /**
   * Makes a change. `sent` once the server has confirmed it; `waiting` when it could not be reached or does not know
   * the lead: the change is kept on this device, shown as done, and sent later. Rejects when the server refuses,
   * and when the change could be neither sent nor kept.
   */
  submit(change: LeadChange): Promise<Outcome>
  /**
   * Takes a waiting change back, a made lead with all that was done to it. False when it is being sent, or gone.
   * @throws {StorageError}
   */
  cancel(key: number): Promise<boolean>
  /** Forgets a refusal that has been read. */
  dismiss(key: number): void
  /** How many changes the user has waiting, in all organizations. */
  count(): Promise<number>
  /**
   * Discards them.
   * @throws {StorageError}
   */
  clear(): Promise<void>
  start(): void
  stop(): void
}

const SAME_LINE = ({ userId, organizationId }: LogOwner) => JSON.stringify([userId, organizationId])

/** The outbox of design, decision 2, for whoever is signed in: one log a user and organization. */
export function createOutbox(ports: OutboxPorts): OutboxQueue {
  const $entries = atom<readonly OutboxEntry[]>([])
  const $sent = atom<readonly SentChange[]>([])
  const $refusals = atom<readonly Refusal[]>([])
  let line: Line | null = null
  let followed: string | null = null
  let release: (() => void)[] = []

  function follow(owner: LogOwner | null): void {
    const next = owner && SAME_LINE(owner)
    if (followed === next) return
    followed = next
    line?.close()
    for (const $list of [$entries, $sent, $refusals]) $list.set([])
    line = owner && openLine(owner, ports, view)
  }

  const view = {
    showEntries: (entries: readonly OutboxEntry[]) => $entries.set(entries),
    showSent: (sent: readonly SentChange[]) => $sent.set(sent),
    showRefusal: (refusal: Refusal) => $refusals.set([...$refusals.get(), refusal]),
  }

  function start(): void {
    if (release.length > 0) return
    release = [ports.onWake(() => void line?.flush()), ports.$owner.subscribe(follow)]
  }

  function stop(): void {
    for (const undo of release) undo()
    release = []
    follow(null)
  }

  onMount($entries, start)

  return {
    $entries,
    $overlay: computed([$sent, $entries], (sent, entries) => [...sent, ...entries]),
    $refusals,
    async submit(change) {
      start()
      if (!line) throw new OrganizationError('No organization selected')
      return line.submit(change)
    },
    cancel: async (key) => line?.cancel(key) ?? false,
    dismiss: (key) => $refusals.set($refusals.get().filter((refusal) => refusal.key !== key)),
    async count() {
      const owner = ports.$owner.get()
      return owner ? ports.log.count(owner.userId).catch(() => 0) : 0
    },
    async clear() {
      const owner = ports.$owner.get()
      if (owner) await ports.log.clear(owner.userId)
      await line?.refresh()
    },
    start,
    stop,
  }
}
