import { type DBSchema, type IDBPObjectStore, openDB } from 'idb'
import { withDatabase } from './with-database.ts'

/** An entry of a user in an organization. */
export interface LogRow {
  /** The position in the log. Later entries, from any tab, have greater keys. */
  key: number
  userId: string
  organizationId: string
  value: unknown
}

/**
 * A log on this device, shared by all tabs, that survives reloads, crashes, and restarts of the browser. When a promise
 * resolves, its write is on disk.
 *
 * @throws {StorageError} from every method.
 */
export interface DurableLog {
  append(row: Omit<LogRow, 'key'>): Promise<number>
  /** Returns the user's entries in all organizations, in order. */
  read(userId: string): Promise<LogRow[]>
  /** Replaces the entry with the same key. Does nothing if that entry was removed. */
  put(row: LogRow): Promise<void>
  remove(keys: readonly number[]): Promise<void>
}

interface Schema extends DBSchema {
  outbox: { key: number; value: LogRow; indexes: { owner: [string, string] } }
}

const open = () =>
  openDB<Schema>('fieldhand', 1, {
    upgrade(database) {
      const store = database.createObjectStore('outbox', { keyPath: 'key', autoIncrement: true })
      store.createIndex('owner', ['userId', 'organizationId'])
    },
  })

type WritableStore = IDBPObjectStore<Schema, ['outbox'], 'outbox', 'readwrite'>

const write = <Result>(work: (store: WritableStore) => Promise<Result>) =>
  withDatabase(open, async (database) => {
    const transaction = database.transaction('outbox', 'readwrite', { durability: 'strict' })
    const [result] = await Promise.all([work(transaction.store), transaction.done])
    return result
  })

/** Stores the log in the browser's IndexedDB. */
export const durableLog: DurableLog = {
  append: (row) => write((store) => store.add(row as LogRow)),
  read: (userId) =>
    withDatabase(open, async (database) => {
      // In key order, arrays come after all strings.
      const ofUser = IDBKeyRange.bound([userId], [userId, []])
      const rows = await database.getAllFromIndex('outbox', 'owner', ofUser)
      return rows.sort((a, b) => a.key - b.key)
    }),
  put: (row) =>
    write(async (store) => {
      // A row that was removed in the meantime stays removed.
      if ((await store.getKey(row.key)) !== undefined) await store.put(row)
    }),
  remove: async (keys) => void (await write((store) => Promise.all(keys.map((key) => store.delete(key))))),
}
