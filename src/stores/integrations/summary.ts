import { ApiError } from '../../api/errors.ts'
import { markStale, type QueryKind } from '../query/query.ts'

/**
 * Returns a reader of connections that marks the summary of the kind `summary` as stale if a connection contradicts it,
 * because it was revoked or ended elsewhere.
 */
export function checkingSummary<Input, Data extends { state: string }>(
  summary: QueryKind,
  isKnownAsRevoked: (input: Input) => boolean,
  read: (organizationId: string, signal: AbortSignal, input: Input) => Promise<Data>,
): typeof read {
  return async (organizationId, signal, input) => {
    try {
      const connection = await read(organizationId, signal, input)
      const isRevoked = connection.state === 'revoked'
      if (isRevoked !== isKnownAsRevoked(input)) markStale(organizationId, summary)
      return connection
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) markStale(organizationId, summary)
      throw error
    }
  }
}
