import { inTransaction, openDatabase, withDatabase } from './indexed-db.ts'

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

const open = () =>
  openDatabase(DATABASE, (database) => {
    database.createObjectStore(STORE)
  })

const transact = <Result>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<Result>) =>
  withDatabase(open, (database) =>
    inTransaction(database.transaction(STORE, mode, { durability: 'strict' }), (transaction) =>
      ask(transaction.objectStore(STORE)),
    ),
  )

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
