import { requireOwner } from '../session/account.ts'
import type { QueryKind } from './client.ts'
import { markStale } from './query.ts'

/**
 * Returns a function that makes a change in the current organization and then refetches the queries of `kinds`. It also
 * refetches them after a failure, because the change may have reached the server, or another tab may have made it.
 */
export const changing =
  (...kinds: QueryKind[]) =>
  async <Reply>(write: (organizationId: string) => Promise<Reply>): Promise<Reply> => {
    const { organizationId } = requireOwner()
    try {
      return await write(organizationId)
    } finally {
      markStale(organizationId, ...kinds)
    }
  }
