import { orIfMissing } from '../../../api/errors.ts'

/** Returns a reader that resolves with null if the API responds with 404. Other arguments are unaffected. */
export function orNull<Args extends unknown[], Data>(
  read: (...args: Args) => Promise<Data>,
): (...args: Args) => Promise<Data | null> {
  return (...args) => orIfMissing<Data | null>(read(...args), null)
}

/**
 * Returns a reader for a resource that not every API has. It resolves with null if the API responds with 404, and then
 * sends no more requests until the page is reloaded.
 */
export function optional<Args extends unknown[], Data>(
  read: (...args: Args) => Promise<Data>,
): (...args: Args) => Promise<Data | null> {
  const readOnce = orNull(read)
  let isMissing = false
  return async (...args) => {
    const data = isMissing ? null : await readOnce(...args)
    isMissing ||= data === null
    return data
  }
}
