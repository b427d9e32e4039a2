import type { QueryKind } from '../query/client.ts'
import { markStale } from '../query/query.ts'
import { requireOwner } from '../session/owner.ts'

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
