import type { IDBPDatabase } from 'idb'

/** The device's storage is denied, full, or broken. Nothing was changed. */
export class StorageError extends Error {
  override readonly name = 'StorageError'

  constructor(options?: ErrorOptions) {
    super('This device could not keep your change for later.', options)
  }
}

/**
 * Opens a database for one use and closes it afterwards, so that no tab blocks another.
 * @throws {StorageError} for any failure.
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
