import { ApiError } from '../../api/errors.ts'
import { type Change, refetchAfter } from '../base/query/stale.ts'

/**
 * Returns a reader of connections. If a connection contradicts its summary, because it was revoked or ended elsewhere,
 * the reader refetches what the change `end` makes stale.
 */
export function checkingSummary<Input, Data extends { state: string }>(
  end: Change,
  isKnownAsRevoked: (input: Input) => boolean,
  read: (organizationId: string, signal: AbortSignal, input: Input) => Promise<Data>,
): typeof read {
  return async (organizationId, signal, input) => {
    try {
      const connection = await read(organizationId, signal, input)
      const isRevoked = connection.state === 'revoked'
      if (isRevoked !== isKnownAsRevoked(input)) refetchAfter(organizationId, end)
      return connection
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) refetchAfter(organizationId, end)
      throw error
    }
  }
}
