import * as v from 'valibot'
import { LEAD_STATUSES, type LeadFields } from '../../../contract/leads.ts'
import type { LeadChange, SentChange } from '../../../domain/outbox/outbox.ts'
import type { DurableLog, LogRow } from '../../../platform/storage/durable-log.ts'
import type { Account } from '../session/account.ts'

const leadId = v.string()

/** The input, whether valid or not, because the server validates it. */
const fields = v.custom<LeadFields>((value) => typeof value === 'object' && value !== null)

const Change = v.variant('type', [
  v.looseObject({ type: v.literal('create'), leadId, fields }),
  v.looseObject({ type: v.literal('update'), leadId, fields }),
  v.looseObject({ type: v.literal('status'), leadId, status: v.picklist(LEAD_STATUSES) }),
  v.looseObject({ type: v.literal('delete'), leadId }),
  v.looseObject({ type: v.literal('chat-delete'), leadId, conversationId: v.string() }),
  v.looseObject({ type: v.literal('task-add'), leadId, task: v.looseObject({ id: v.string() }) }),
  v.looseObject({ type: v.literal('task-change'), leadId, taskId: v.string(), update: v.looseObject({}) }),
  v.looseObject({ type: v.literal('task-delete'), leadId, taskId: v.string() }),
  v.looseObject({ type: v.literal('call'), leadId, call: v.looseObject({ id: v.string() }) }),
  v.looseObject({
    type: v.literal('message'),
    leadId,
    conversationId: v.string(),
    name: v.string(),
    message: v.looseObject({ client_id: v.string(), message_type: v.string(), content: v.string() }),
  }),
])

/** The stored part of an entry. */
const Stored = v.object({
  change: Change,
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
export interface OutboxEntry extends Account, v.InferOutput<typeof Stored> {
  key: number
  change: LeadChange
  dueAt: string
  /** The lead's fields in the server's confirmation. */
  lead?: SentChange['lead']
}

/** Returns whether the change is neither confirmed nor rejected. */
export const isPending = ({ lead, refusal }: OutboxEntry): boolean => lead === undefined && !refusal

/**
 * Returns whether deleting the entry would lose something: an unsent change, or a rejected message that the user can
 * still edit.
 */
const isUnsaved = ({ change, refusal }: OutboxEntry): boolean => !refusal || change.type === 'message'

/** Returns the entry of a row; null if another version of the console wrote it, because that version will send it. */
function readEntry({ value, ...row }: LogRow): OutboxEntry | null {
  const { success, output } = v.safeParse(Stored, value)
  return success ? ({ dueAt: output.madeAt, ...output, ...row } as OutboxEntry) : null
}

const toRow = ({ key, userId, organizationId, ...value }: OutboxEntry): LogRow => ({
  key,
  userId,
  organizationId,
  value,
})

/** Opens one user's entries on this device. Every write rejects with a `StorageError` if storage is denied or full. */
export function openEntries(log: DurableLog, userId: string) {
  /** The completed entries that the device failed to delete. */
  const completed = new Set<number>()
  const rows = async () => (await log.read(userId).catch(() => [])).filter(({ key }) => !completed.has(key))

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
    /**
     * Returns the number of unsent entries, including rejected messages and entries of other versions of the console.
     */
    async count() {
      const isLost = (entry: OutboxEntry | null) => !entry || isUnsaved(entry)
      return (await rows()).filter((row) => isLost(readEntry(row))).length
    },
    /** Removes all entries, or those of one organization. */
    async clear(organizationId?: string) {
      const all = await log.read(userId)
      const own = all.filter((row) => organizationId === undefined || row.organizationId === organizationId)
      await log.remove(own.map(({ key }) => key))
    },
  }
}
