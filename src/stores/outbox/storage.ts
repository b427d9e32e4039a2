import type { DurableLog } from '../../platform/storage/durable-log.ts'
import { type OutboxEntry, readEntry, toRow } from './entry.ts'

/** One user's entries in the log, and in the memory of this tab what the device does not store or forget. */
export function openStorage(log: DurableLog, userId: string) {
  /** Entries that could not be stored (those never stored have negative keys); null could not be forgotten. */
  const memory = new Map<number, OutboxEntry | null>()

  /** The entries in order; a device that denies storage has none but those in memory. */
  async function read(): Promise<OutboxEntry[]> {
    const rows = await log.read(userId).catch(() => [])
    const stored = rows.map(readEntry).filter((entry) => entry !== null && !memory.has(entry.key))
    return [...memory.values(), ...stored].filter((entry) => entry !== null)
  }

  /**
   * Returns the key of the stored entry. Memory replaces the device's storage only if nothing else is pending.
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
    const put = entry.key > 0 ? log.put(toRow(entry)) : Promise.reject()
    await put.catch(() => memory.set(entry.key, entry))
  }

  /** @throws {StorageError} */
  async function remove(keys: readonly number[]): Promise<void> {
    await log.remove(keys.filter((key) => key > 0))
    for (const key of keys) memory.delete(key)
  }

  /** As `remove`, for entries that are over: where the device fails, this tab does without them. */
  async function forget(key: number): Promise<void> {
    await remove([key]).catch(() => memory.set(key, null))
  }

  /** How many entries are not sent, those of other versions of the console included. */
  async function count(): Promise<number> {
    const rows = await log.read(userId).catch(() => [])
    return rows.filter((row) => !readEntry(row)?.refusal).length
  }

  /** @throws {StorageError} */
  const clear = async () => remove((await log.read(userId)).map(({ key }) => key))

  return { read, append, put, remove, forget, count, clear }
}

export type OutboxStorage = ReturnType<typeof openStorage>
