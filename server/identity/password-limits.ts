import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import type { Deps } from '../deps.ts'
import { createLimiter, secondsToWait } from '../rate-limit.ts'
import { ClerkError } from './errors.ts'

const WINDOW_SECONDS = 15 * 60
/** Wrong passwords within the window. */
const PER_ACCOUNT = 10
const PER_ADDRESS = 60

/** Slows down whoever guesses passwords, by account and by network address. */
export function createPasswordLimits(deps: Deps) {
  const accounts = createLimiter(deps, 'passwordsPerAccount', {
    points: PER_ACCOUNT,
    duration: WINDOW_SECONDS,
  })
  const addresses = createLimiter(deps, 'passwordsPerAddress', {
    points: PER_ADDRESS,
    duration: WINDOW_SECONDS,
  })
  return {
    /**
     * Runs a check that answers whether the guess was right; only wrong guesses count.
     *
     * @throws {ClerkError} 429 before the check when too many went wrong.
     */
    async guard(account: string, address: string, check: () => Promise<boolean>): Promise<boolean> {
      await consume(accounts, account)
      await consume(addresses, address)
      const right = await check()
      if (right) await Promise.all([accounts.delete(account), addresses.reward(address)])
      return right
    },
  }
}

export type PasswordLimits = ReturnType<typeof createPasswordLimits>

async function consume(limiter: RateLimiterAbstract, key: string): Promise<void> {
  const retryAfterSeconds = await secondsToWait(limiter, key)
  if (retryAfterSeconds === null) return
  throw new ClerkError(
    429,
    'too_many_requests',
    `Too many attempts. Please try again in ${Math.ceil(retryAfterSeconds / 60)} minutes.`,
    { retryAfterSeconds },
  )
}
