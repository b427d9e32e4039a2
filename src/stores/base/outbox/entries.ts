import * as v from 'valibot'
import type { LeadChange, SentChange } from '../../../domain/outbox/outbox.ts'
import type { DurableLog, LogRow } from '../../../platform/storage/durable-log.ts'
import type { Account } from '../session/account.ts'
import type { Sender } from './senders.ts'

/** The stored part of an entry. */
const Stored = v.object({
  change: v.looseObject({ type: v.string(), leadId: v.string() }),
  madeAt: v.string(),
  /** The time at which the change can be sent; if absent, immediately. */
  dueAt: v.optional(v.string()),
  /** The number of failed attempts. */
  failures: v.optional(v.number(), 0),
  /** Why the server did not accept the last attempt; absent if the server could not be reached. */
  reason: v.optional(v.string()),
  /** The time when the server last reported an expired session, in milliseconds since 1970. */
  expiredAt: v.optional(v.number()),
  /** The reason for a permanent rejection (section 8). */
  refusal: v.optional(
    v.object({ title: v.string(), reason: v.string(), status: v.number(), details: v.optional(v.unknown()) }),
  ),
})

/** A change in its account's outbox; `key` is its position among all changes. */
export interface OutboxEntry extends Account, Omit<v.InferOutput<typeof Stored>, 'change'> {
  key: number
  change: LeadChange
  dueAt: string
  /** The lead's fields in the server's confirmation. */
  lead?: SentChange['lead']
}

/** Returns whether the change is neither confirmed nor rejected. */
export const isPending = ({ lead, refusal }: OutboxEntry): boolean => lead === undefined && !refusal

/** Returns the sender of a stored change; null if it is not of this version of the console. */
export type FindSender = (change: { type: string }) => Sender | null

const toRow = ({ key, userId, organizationId, ...value }: OutboxEntry): LogRow => ({
  key,
  userId,
  organizationId,
  value,
})

/** Opens one user's entries on this device. Every write rejects with a `StorageError` if storage is denied or full. */
export function openEntries(log: DurableLog, userId: string, senderOf: FindSender) {
  /** The completed entries that the device failed to delete. */
  const completed = new Set<number>()
  const rows = async () => (await log.read(userId).catch(() => [])).filter(({ key }) => !completed.has(key))

  /** Returns the entry of a row; null if another version of the console wrote it, because that version will send it. */
  function readEntry({ value, ...row }: LogRow): OutboxEntry | null {
    const { success, output } = v.safeParse(Stored, value)
    return success && senderOf(output.change)
      ? ({ dueAt: output.madeAt, ...output, ...row } as OutboxEntry)
      : null
  }

  /** Returns whether deleting a row would lose an unsent change, or a rejected one that its feature still shows. */
  function isUnsaved(row: LogRow): boolean {
    const entry = readEntry(row)
    return !entry?.refusal || senderOf(entry.change)?.isShownByFeature === true
  }

  return {
    /** Returns the entries in order; none if storage is denied. */
    read: async () => (await rows()).flatMap((row) => readEntry(row) ?? []),
    /** Stores an entry and returns its key. */
    append(entry: OutboxEntry): Promise<number> {
      const { key: _, ...row } = toRow(entry)
      return log.append(row)
    },
    /** Replaces the entry with the same key. */
    put: (entry: OutboxEntry): Promise<void> => log.put(toRow(entry)),
    remove: log.remove,
    /** Removes a completed entry. If the device fails to delete it, this tab ignores it. */
    forget: (key: number) => log.remove([key]).catch(() => void completed.add(key)),
    /** Returns the number of unsent entries, including those of other versions of the console. */
    count: async () => (await rows()).filter(isUnsaved).length,
    /** Removes all entries, or those of one organization. */
    async clear(organizationId?: string) {
      const all = await log.read(userId)
      const own = all.filter((row) => organizationId === undefined || row.organizationId === organizationId)
      await log.remove(own.map(({ key }) => key))
    },
  }
}
