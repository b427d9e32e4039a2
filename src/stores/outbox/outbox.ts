import { computed, type ReadableAtom } from 'nanostores'
import {
  currentLeadOf,
  postLead,
  putLead,
  putLeadStatus,
  removeLead,
  type WrittenLead,
} from '../../api/leads.ts'
import type { Lead, LeadStats } from '../../contract/leads.ts'
import { recount } from '../../domain/leads/counts.ts'
import { mergedUpdate } from '../../domain/leads/merge.ts'
import {
  applySent,
  isDue,
  type LeadChange,
  type SentChange,
  waitingText,
} from '../../domain/outbox/outbox.ts'
import { loadedAt, now } from '../../platform/clock.ts'
import { isOffline, onBackOnline, onPageFocus } from '../../platform/page/page-state.ts'
import { createDurableLog } from '../../platform/storage/durable-log.ts'
import { readItem, writeItem } from '../../platform/storage/storage.ts'
import { openTabChannel, tabLocks } from '../../platform/tabs.ts'
import { cachedData, changeCached, markStale } from '../query/query.ts'
import { $owner, type Owner } from '../session/owner.ts'
import type { OutboxEntry } from './entry.ts'
import { $overlay } from './overlay.ts'
import { createOutbox } from './queue.ts'

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
    const unsubscribe = [onBackOnline(wake), onPageFocus(wake)]
    return () => {
      for (const each of unsubscribe) each()
    }
  },
})

/** The call of section 7 for each kind of change. Returns what the server says about the lead, null after a removal. */
export async function sendChange(
  organizationId: string,
  change: LeadChange,
  signal?: AbortSignal,
): Promise<WrittenLead | null> {
  const { leadId } = change
  switch (change.type) {
    case 'create':
      return postLead(organizationId, { ...change.fields, id: leadId }, signal)
    case 'update':
      return sendUpdate(organizationId, change, signal)
    case 'status': {
      const { type: _, leadId: __, ...status } = change
      return putLeadStatus(organizationId, leadId, status, signal)
    }
    case 'delete':
      await removeLead(organizationId, leadId, signal)
      return null
  }
}

/** Of fields that someone else has changed too, none is sent: the refusal carries the current lead. */
async function sendUpdate(
  organizationId: string,
  { leadId, fields, base }: Extract<LeadChange, { type: 'update' }>,
  signal?: AbortSignal,
): Promise<WrittenLead> {
  try {
    return await putLead(organizationId, leadId, fields, signal)
  } catch (error) {
    const current = currentLeadOf(error)
    const merged = current && mergedUpdate(fields, base, current)
    if (!merged) throw error
    if (Object.keys(merged).length === 1) return current
    return putLead(organizationId, leadId, merged, signal)
  }
}

/** Puts confirmed changes into all cached lists and counts, then fetches both again. */
export async function settleChanges(organizationId: string, sent: readonly SentChange[]): Promise<void> {
  const all = cachedData<Lead[]>(organizationId, 'leads', {})
  await Promise.all([
    changeCached<LeadStats>(organizationId, 'lead-stats', (stats) =>
      all ? recount(stats, all, applySent(all, sent, { isWhole: true })) : stats,
    ),
    changeCached<Lead[]>(organizationId, 'leads', (leads, input) =>
      applySent(leads, sent, { isWhole: Object.keys(input ?? {}).length === 0 }),
    ),
  ])
  markStale(organizationId, 'leads', 'lead-stats')
}

/** The changes of the current owner that wait on this device. */
export interface Outbox {
  /** Those that could not be sent yet, in the order in which they will be. */
  entries: readonly OutboxEntry[]
  /** "2 changes will send when you are back online"; null when nothing waits. */
  text: string | null
  /** Removals that can still be undone. */
  removals: readonly OutboxEntry[]
}

export type { OutboxEntry } from './entry.ts'

export const NO_OUTBOX: Outbox = { entries: [], text: null, removals: [] }

export const $outbox: ReadableAtom<Outbox> = computed(outbox.$entries, (all) => {
  const removals = all.filter((entry) => !isDue(entry, now()) && entry.failures === 0)
  // A change on its way for the first time is no news.
  const isStuck = all.some(({ failures }) => failures > 0)
  const entries = isStuck ? all.filter((entry) => !removals.includes(entry)) : []
  return { entries, text: waitingText(entries.length), removals }
})

/** Milliseconds in which a removal can still be undone. */
export const undoTimeLeft = ({ dueAt }: OutboxEntry): number =>
  Math.max(0, Date.parse(dueAt) - now().getTime())

/** Changes that the server has refused after all, each with title and reason; the lists show the old values again. */
export const $refusals = outbox.$refusals

/** Starts sending what waits, now and whenever the network is back or the window is focused. */
export function startOutbox(): void {
  if (stopOverlay) return
  stopOverlay = outbox.$overlay.subscribe((changes) => $overlay.set(changes))
}
let stopOverlay: (() => void) | null = null

/** See `submit` of the queue; `delay` is how many milliseconds the change can be taken back before it is sent. */
export function submitChange(
  owner: Owner | null,
  change: LeadChange,
  delay = 0,
): ReturnType<typeof outbox.submit> {
  startOutbox()
  return outbox.submit(owner, change, delay)
}

/** Takes a waiting change back; false when it is just being sent, or gone. */
export const cancelChange = outbox.cancel

/** Forgets a refusal that has been read. */
export const dismissRefusal = outbox.dismiss

/** Tries to send what waits, now. */
export const sendWaiting = outbox.flush

/** How many changes the user has waiting on this device, in all organizations. */
export const countWaiting = outbox.count

/** Discards all of them. */
export const clearOutbox = outbox.clear
