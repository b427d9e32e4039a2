import { requireAccount } from '../session/account.ts'
import { type Change, refetchAfter } from './stale.ts'

/**
 * Returns a function that makes a change in the current organization and then refetches what the change makes stale. It
 * also refetches this after a failure, because the change may have reached the server, or another tab may have made it.
 */
export const changing =
  (change: Change) =>
  async <Reply>(write: (organizationId: string) => Promise<Reply>): Promise<Reply> => {
    const { organizationId } = requireAccount()
    try {
      return await write(organizationId)
    } finally {
      refetchAfter(organizationId, change)
    }
  }
