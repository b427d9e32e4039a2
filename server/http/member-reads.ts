import type { Deps } from '../kernel/deps.ts'
import { Unreadable } from '../net/safe-fetch.ts'
import { HttpError } from './http-error.ts'
import { createLimiter, secondsToWait, spend } from './rate-limit.ts'

/** How often members of an organization can read something from another host. A hostile host makes each read slow. */
export const READS_PER_HOUR = 60
/** From how many milliseconds on a read counts as several, because it may have kept a thread all that time. */
const SLOW_MS = 10_000
const COUNT_OF_SLOW = 10

/**
 * Returns a function that reads something from a host that a member entered: once at a time for each organization
 * (409), and not too often (429), slow hosts less often. Rejects with 400 and the reason if it can't be read. `name` is
 * the limit's name, and `now` returns milliseconds.
 */
export function createMemberReads(
  deps: Pick<Deps, 'db' | 'config' | 'metrics'>,
  name: string,
  isBusy: string,
  now: () => number = () => performance.now(),
) {
  const limiter = createLimiter(deps, name, { points: READS_PER_HOUR, duration: 3_600 })
  const busy = new Set<string>()
  return async <Result>(organizationId: string, read: () => Promise<Result>): Promise<Result> => {
    if (busy.has(organizationId)) throw new HttpError(409, isBusy)
    busy.add(organizationId)
    const began = now()
    try {
      await spend(limiter, organizationId, 'You have tried this very often. Please try again later')
      return await read()
    } catch (error) {
      throw error instanceof Unreadable ? new HttpError(400, error.message) : error
    } finally {
      busy.delete(organizationId)
      if (now() - began >= SLOW_MS) await secondsToWait(limiter, organizationId, COUNT_OF_SLOW - 1)
    }
  }
}
