import { ApiError } from '../../api/errors.ts'

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404

/** Returns a reader that resolves with null if the API responds with 404, which says nothing about other arguments. */
export function orNull<Args extends unknown[], Data>(
  read: (...args: Args) => Promise<Data>,
): (...args: Args) => Promise<Data | null> {
  return async (...args) => {
    try {
      return await read(...args)
    } catch (error) {
      if (isNotFound(error)) return null
      throw error
    }
  }
}

/**
 * Returns a reader for a resource that not every API has: it resolves with null if the API responds with 404, and from
 * then on without a request, until the page is reloaded.
 */
export function optional<Args extends unknown[], Data>(
  read: (...args: Args) => Promise<Data>,
): (...args: Args) => Promise<Data | null> {
  let isMissing = false
  return async (...args) => {
    if (isMissing) return null
    try {
      return await read(...args)
    } catch (error) {
      if (!isNotFound(error)) throw error
      isMissing = true
      return null
    }
  }
}
