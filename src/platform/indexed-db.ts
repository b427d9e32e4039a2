import { StorageError } from './storage-error.ts'

/** What is asked inside a transaction; the result of the request that it answers with is handed on. */
type Ask<Result> = (transaction: IDBTransaction) => IDBRequest<Result> | undefined

/**
 * Opens version 1 of one of this browser's databases; `create` makes its stores the first time.
 * Rejects with the browser's own error.
 */
export function openDatabase(name: string, create: (database: IDBDatabase) => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => create(request.result)
    request.onerror = () => reject(request.error)
    request.onsuccess = () => resolve(request.result)
  })
}

/** Resolves once all that `ask` asked for is done, with its result. Rejects with the browser's own error. */
export async function inTransaction<Result>(
  transaction: IDBTransaction,
  ask: Ask<Result>,
): Promise<Result | undefined> {
  const request = ask(transaction)
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
  return request?.result
}

/**
 * Hands `use` a connection of its own, closed afterwards, so that no tab stands in another's way.
 * @throws {StorageError} also for whatever `use` rejects with.
 */
export async function withDatabase<Result>(
  open: () => Promise<IDBDatabase>,
  use: (database: IDBDatabase) => Promise<Result>,
): Promise<Result> {
  try {
    const database = await open()
    try {
      return await use(database)
    } finally {
      database.close()
    }
  } catch (cause) {
    throw new StorageError({ cause })
  }
}
