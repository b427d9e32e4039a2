import type { IDBPDatabase } from 'idb'

/** Indicates that the device's storage is denied, full, or broken. Nothing was changed. */
export class StorageError extends Error {
  override readonly name = 'StorageError'

  constructor(options?: ErrorOptions) {
    super('This device could not keep your change for later.', options)
  }
}

/**
 * Opens a database for a single use and then closes it, so that tabs do not block each other.
 *
 * @throws {StorageError} on any failure.
 */
export async function withDatabase<Schema, Result>(
  open: () => Promise<IDBPDatabase<Schema>>,
  use: (database: IDBPDatabase<Schema>) => Promise<Result>,
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
