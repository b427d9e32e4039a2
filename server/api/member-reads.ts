import type { Deps } from '../deps.ts'
import { Unreadable } from '../net/safe-fetch.ts'
import { createLimiter, spend } from '../rate-limit.ts'
import { HttpError } from './http-error.ts'

/** How often members of an organization can read something from another host. A hostile host makes each read slow. */
export const READS_PER_HOUR = 60

/**
 * Returns a function that reads something from a host that a member entered: once at a time for each organization
 * (409), and not too often (429). Rejects with 400 and the reason if it can't be read. `name` is the limit's name.
 */
export function createMemberReads(deps: Deps, name: string, isBusy: string) {
  const limiter = createLimiter(deps, name, { points: READS_PER_HOUR, duration: 3_600 })
  const busy = new Set<string>()
  return async <Result>(organizationId: string, read: () => Promise<Result>): Promise<Result> => {
    if (busy.has(organizationId)) throw new HttpError(409, isBusy)
    busy.add(organizationId)
    try {
      await spend(limiter, organizationId, 'You have tried this very often. Please try again later')
      return await read()
    } catch (error) {
      throw error instanceof Unreadable ? new HttpError(400, error.message) : error
    } finally {
      busy.delete(organizationId)
    }
  }
}
