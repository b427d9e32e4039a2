import { computed, type ReadableAtom } from 'nanostores'
import { postLead, putLead, putLeadStatus, removeLead } from '../api/leads.ts'
import type { Lead } from '../contract/leads.ts'
import { applySent, type LeadChange, type SentChange, waitingText } from '../domain/outbox.ts'
import { loadedAt, now } from '../platform/clock.ts'
import { createDurableLog } from '../platform/durable-log.ts'
import { isOffline, onBackOnline } from '../platform/online.ts'
import { onPageFocus } from '../platform/page-visibility.ts'
import { readItem, writeItem } from '../platform/storage.ts'
import { openTabChannel } from '../platform/tab-channel.ts'
import { tabLocks } from '../platform/tab-lock.ts'
import type { OutboxEntry } from './outbox-log.ts'
import { $overlay } from './outbox-overlay.ts'
import { createOutbox } from './outbox-queue.ts'
import { $owner } from './owner.ts'
import { changeCached, markStale } from './query.ts'

export type { OutboxEntry, Refusal } from './outbox-log.ts'

/** Where it is kept when any tab last sent something, in milliseconds since 1970. */
const SENT_KEY = 'fieldhand.sent'

const outbox = createOutbox({
  log: createDurableLog(),
  locks: tabLocks,
  openChannel: openTabChannel,
  $owner,
  send: sendChange,
  settle: settleChanges,
  noteSent: () => void writeItem(SENT_KEY, String(now().getTime())),
  wasSentSinceLoad: () => Number(readItem(SENT_KEY)) > loadedAt(),
  isOffline,
  now,
  onWake(wake) {
    const undo = [onBackOnline(wake), onPageFocus(wake)]
    return () => {
      for (const each of undo) each()
    }
  },
})

/** The call of section 7 for each kind of change. Answers with the lead as it is since, null when it is removed. */
export async function sendChange(
  organizationId: string,
  change: LeadChange,
  signal?: AbortSignal,
): Promise<Lead | null> {
  const { leadId } = change
  switch (change.type) {
    case 'create':
      return postLead(organizationId, { ...change.fields, id: leadId }, signal)
    case 'update':
      return putLead(organizationId, leadId, change.fields, signal)
    case 'status': {
      const { status, notes, loss_reason } = change
      return putLeadStatus(organizationId, leadId, status, { notes, loss_reason, signal })
    }
    case 'delete':
      await removeLead(organizationId, leadId, signal)
      return null
  }
}

/** Puts confirmed changes into all cached lists, then asks for lists and counts again. */
export async function settleChanges(organizationId: string, sent: readonly SentChange[]): Promise<void> {
  await changeCached<Lead[]>(organizationId, 'leads', (leads, input) =>
    applySent(leads, sent, { isWhole: Object.keys(input ?? {}).length === 0 }),
  )
  markStale(organizationId, 'leads', 'lead-stats')
}

/** The changes that wait on this device for the current organization. */
export interface Outbox {
  /** In the order in which they will be sent. */
  entries: readonly OutboxEntry[]
  count: number
  /** "2 changes will send when you are back online"; null when nothing waits. */
  text: string | null
}

export const $outbox: ReadableAtom<Outbox> = computed(outbox.$entries, (entries) => ({
  entries,
  count: entries.length,
  text: waitingText(entries.length),
}))

/** Changes that the server has refused after all, each with title and reason; the lists show the old values again. */
export const $refusals = outbox.$refusals

/** Starts sending what waits, now and whenever the network is back or the window is focused. */
export function startOutbox(): void {
  if (stopOverlay) return
  stopOverlay = outbox.$overlay.subscribe((changes) => $overlay.set(changes))
}
let stopOverlay: (() => void) | null = null

/** See `OutboxQueue.submit`. */
export function submitChange(change: LeadChange): ReturnType<typeof outbox.submit> {
  startOutbox()
  return outbox.submit(change)
}

/** Takes a waiting change back; false when it is just being sent, or gone. */
export const cancelChange = outbox.cancel

/** Forgets a refusal that has been read. */
export const dismissRefusal = outbox.dismiss

/** How many changes the user has waiting on this device, in all organizations. */
export const countWaiting = outbox.count

/** Discards all of them. */
export const clearOutbox = outbox.clear
