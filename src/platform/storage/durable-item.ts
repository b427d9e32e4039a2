import { openDB } from 'idb'
import { withDatabase } from './with-database.ts'

/**
 * Texts stored on this device. When `write` resolves, the text is on disk and survives a crash of the browser, which
 * `storage.ts` does not guarantee.
 *
 * @throws {StorageError} from every method.
 */
export interface DurableItems {
  read(key: string): Promise<string | null>
  write(key: string, value: string): Promise<void>
  remove(key: string): Promise<void>
  keys(): Promise<string[]>
}

const STORE = 'items'

const open = () =>
  openDB('fieldhand-drafts', 1, {
    upgrade(database) {
      database.createObjectStore(STORE)
    },
  })

/** Stores the texts in the browser's IndexedDB. */
export const durableItems: DurableItems = {
  read: (key) =>
    withDatabase(open, async (database) => {
      const value: unknown = await database.get(STORE, key)
      return typeof value === 'string' ? value : null
    }),
  write: (key, value) =>
    withDatabase(open, async (database) => {
      const transaction = database.transaction(STORE, 'readwrite', { durability: 'strict' })
      await Promise.all([transaction.store.put(value, key), transaction.done])
    }),
  remove: (key) => withDatabase(open, (database) => database.delete(STORE, key)),
  keys: () => withDatabase(open, async (database) => (await database.getAllKeys(STORE)).map(String)),
}
