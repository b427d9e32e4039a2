import { inTransaction, openDatabase } from './indexed-db.ts'
import { StorageError } from './storage-error.ts'

/** Whose entries: what one user has done in one organization. */
export interface LogOwner {
  userId: string
  organizationId: string
}

export interface Logged {
  /** Its place in the log; later entries, of whichever tab, have greater ones. */
  key: number
  value: unknown
}

/**
 * A log on this device that outlives reload, crash and browser, shared by all tabs. What `append` has resolved
 * for is stored.
 * @throws {StorageError} from all of it.
 */
export interface DurableLog {
  append(owner: LogOwner, value: unknown): Promise<number>
  /** The owner's entries in their order. */
  read(owner: LogOwner): Promise<Logged[]>
  replace(owner: LogOwner, entry: Logged): Promise<void>
  remove(keys: readonly number[]): Promise<void>
  /** How many entries a user has, in all organizations. */
  count(userId: string): Promise<number>
  /** Forgets all entries of a user. */
  clear(userId: string): Promise<void>
}

const DATABASE = 'fieldhand'
const STORE = 'outbox'
const BY_OWNER = 'owner'

interface Row extends LogOwner {
  key?: number
  value: unknown
}

/** The log in the browser's IndexedDB, opened at the first use. */
export function createDurableLog(): DurableLog {
  let opening: Promise<IDBDatabase> | null = null
  const forget = () => {
    opening = null
  }

  async function connect(): Promise<IDBDatabase> {
    const database = await openDatabase(DATABASE, create)
    // A newer console in another tab waits until this connection is closed; it is opened again when needed.
    database.onversionchange = () => {
      database.close()
      forget()
    }
    database.onclose = forget
    return database
  }

  /** Resolves with what `ask` asked for last, once all of it is on the disk. */
  async function transact<Result>(
    mode: IDBTransactionMode,
    ask: (store: IDBObjectStore) => IDBRequest<Result> | undefined,
  ): Promise<Result | undefined> {
    try {
      opening ??= connect().catch((error: unknown) => {
        forget()
        throw error
      })
      const transaction = (await opening).transaction(STORE, mode, { durability: 'strict' })
      return await inTransaction(transaction, () => ask(transaction.objectStore(STORE)))
    } catch (cause) {
      throw new StorageError({ cause })
    }
  }

  return {
    async append(owner, value) {
      return Number(await transact('readwrite', (store) => store.add({ ...owner, value } satisfies Row)))
    },
    async read({ userId, organizationId }) {
      const rows = await transact<Row[]>('readonly', (store) =>
        store.index(BY_OWNER).getAll([userId, organizationId]),
      )
      return (rows ?? []).map(({ key = 0, value }) => ({ key, value }))
    },
    async replace(owner, { key, value }) {
      await transact('readwrite', (store) => store.put({ ...owner, key, value } satisfies Row))
    },
    async remove(keys) {
      await transact('readwrite', (store) => {
        for (const key of keys) store.delete(key)
        return undefined
      })
    },
    async count(userId) {
      return (await transact('readonly', (store) => store.index(BY_OWNER).count(allOf(userId)))) ?? 0
    },
    async clear(userId) {
      await transact('readwrite', (store) => {
        const cursor = store.index(BY_OWNER).openCursor(allOf(userId))
        cursor.onsuccess = () => {
          cursor.result?.delete()
          cursor.result?.continue()
        }
        return undefined
      })
    },
  }
}

/** The user's part of the index: arrays sort after all texts. */
const allOf = (userId: string) => IDBKeyRange.bound([userId], [userId, []])

function create(database: IDBDatabase): void {
  const store = database.createObjectStore(STORE, { keyPath: 'key', autoIncrement: true })
  store.createIndex(BY_OWNER, ['userId', 'organizationId'])
}
