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

/**
 * Opens one user's entries: those in the log, and, in this tab's memory, those that the device cannot store or delete.
 */
export function openEntries(log: DurableLog, userId: string) {
  /**
   * The entries that could not be stored; those that were never stored have negative keys. Null marks an entry that
   * could not be deleted.
   */
  const memory = new Map<number, OutboxEntry | null>()
  const rows = () => log.read(userId).catch(() => [])

  /** Returns the entries in order; if storage is denied, only those in memory. */
  async function read(): Promise<OutboxEntry[]> {
    const stored = (await rows()).map(readEntry).filter((entry) => entry && !memory.has(entry.key))
    return [...memory.values(), ...stored].filter((entry) => entry !== null)
  }

  /**
   * Stores an entry and returns its key. If the device cannot store it, keeps it in memory, but only if the device has
   * no other entries.
   *
   * @throws {StorageError}
   */
  async function append(entry: OutboxEntry): Promise<number> {
    try {
      const { key: _, ...row } = toRow(entry)
      return await log.append(row)
    } catch (error) {
      if ((await read()).some(({ key }) => key > 0) || entry.userId !== userId) throw error
      const key = Math.min(0, ...memory.keys()) - 1
      memory.set(key, { ...entry, key })
      return key
    }
  }

  /** Replaces the entry with the same key. */
  async function put(entry: OutboxEntry): Promise<void> {
    const stored = entry.key > 0 ? log.put(toRow(entry)) : Promise.reject()
    await stored.catch(() => memory.set(entry.key, entry))
  }

  /** @throws {StorageError} */
  async function remove(keys: readonly number[]): Promise<void> {
    await log.remove(keys.filter((key) => key > 0))
    for (const key of keys) memory.delete(key)
  }

  return {
    read,
    append,
    put,
    remove,
    /** Like `remove`, for completed entries. If the device fails to delete one, this tab ignores it. */
    forget: (key: number) => remove([key]).catch(() => void memory.set(key, null)),
    /**
     * Returns the number of unsent entries, including rejected messages and entries of other versions of the console.
     */
    async count() {
      const isLost = (entry: OutboxEntry | null) => !entry || isUnsaved(entry)
      const stored = (await rows()).filter((row) => !memory.has(row.key) && isLost(readEntry(row)))
      const inMemory = [...memory.values()].filter((entry) => entry && isUnsaved(entry))
      return stored.length + inMemory.length
    },
    /**
     * Removes all entries, or those of one organization.
     * @throws {StorageError}
     */
    async clear(organizationId?: string) {
      const all = [...(await log.read(userId)), ...[...memory.values()].filter((entry) => entry !== null)]
      const own = all.filter((row) => organizationId === undefined || row.organizationId === organizationId)
      await remove(own.map(({ key }) => key))
    },
  }
}
