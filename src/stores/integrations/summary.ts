import { ApiError } from '../../api/errors.ts'
import { markStale, type QueryKind } from '../base/query/query.ts'

/**
 * Returns a reader of connections that marks the queries of the kinds `summaries` as stale if a connection contradicts
 * them, because it was revoked or ended elsewhere.
 */
export function checkingSummary<Input, Data extends { state: string }>(
  summaries: readonly QueryKind[],
  isKnownAsRevoked: (input: Input) => boolean,
  read: (organizationId: string, signal: AbortSignal, input: Input) => Promise<Data>,
): typeof read {
  return async (organizationId, signal, input) => {
    try {
      const connection = await read(organizationId, signal, input)
      const isRevoked = connection.state === 'revoked'
      if (isRevoked !== isKnownAsRevoked(input)) markStale(organizationId, ...summaries)
      return connection
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) markStale(organizationId, ...summaries)
      throw error
    }
  }
}
