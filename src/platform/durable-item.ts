import { StorageError } from './storage-error.ts'

/**
 * Text on this device that is on the disk once `write` has resolved, and so outlives the end of the browser's
 * process, which `storage.ts` does not for the last seconds.
 * @throws {StorageError} from all of it.
 */
export interface DurableItems {
  read(key: string): Promise<string | null>
  write(key: string, value: string): Promise<void>
  remove(key: string): Promise<void>
}

const DATABASE = 'fieldhand-drafts'
const STORE = 'items'

async function transact<Result>(
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  try {
    const database = await openDatabase()
    try {
      const transaction = database.transaction(STORE, mode, { durability: 'strict' })
      const request = run(transaction.objectStore(STORE))
      await new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve()
        transaction.onabort = () => reject(transaction.error)
      })
      return request.result
    } finally {
      database.close()
    }
  } catch (cause) {
    throw new StorageError({ cause })
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onerror = () => reject(request.error)
    request.onsuccess = () => resolve(request.result)
  })
}

/** The browser's IndexedDB, opened for each use: drafts are written now and then, and no tab stands in another's way. */
export const durableItems: DurableItems = {
  async read(key) {
    const value: unknown = await transact('readonly', (store) => store.get(key))
    return typeof value === 'string' ? value : null
  },
  async write(key, value) {
    await transact('readwrite', (store) => store.put(value, key))
  },
  async remove(key) {
    await transact('readwrite', (store) => store.delete(key))
  },
}
