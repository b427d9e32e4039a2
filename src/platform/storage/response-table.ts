/** The location of the responses in the browser's IndexedDB. */
export const RESPONSE_TABLE = { database: 'fieldhand-answers', version: 3, store: 'answers' } as const

/** Creates the table, or replaces the table of an older version. */
export function createResponseTable(database: {
  objectStoreNames: Iterable<string>
  deleteObjectStore(name: string): void
  createObjectStore(name: string): unknown
}): void {
  for (const name of [...database.objectStoreNames]) database.deleteObjectStore(name)
  database.createObjectStore(RESPONSE_TABLE.store)
}

/**
 * Reads everything in the table without waiting for a module: the owner and the responses, in key order. Returns null
 * if the table cannot be read.
 */
export function readResponseTable(databases: IDBFactory): Promise<unknown[] | null> {
  const { database: name, version, store } = RESPONSE_TABLE
  return new Promise((resolve) => {
    const opening = databases.open(name, version)
    opening.onupgradeneeded = () => createResponseTable(opening.result)
    opening.onerror = (event) => {
      event.preventDefault()
      resolve(null)
    }
    opening.onsuccess = () => {
      const database = opening.result
      const transaction = database.transaction(store)
      const reading = transaction.objectStore(store).getAll()
      transaction.oncomplete = () => resolve(reading.result)
      transaction.onabort = () => resolve(null)
      database.close()
    }
  })
}
