/** The device's storage is denied, full, or broken. Nothing was changed. */
export class StorageError extends Error {
  override readonly name = 'StorageError'

  constructor(options?: ErrorOptions) {
    super('This device could not keep your change for later.', options)
  }
}
