import type { Deps } from '../kernel/deps.ts'
import { createLimiter, spend } from './rate-limit.ts'

/** Changes per user and minute: far more than a person makes, but fewer than a runaway loop. */
export const WRITES_PER_MINUTE = 300

/**
 * Returns a function that counts a user's changes, and rejects with 429 and Retry-After (seconds) if there are too
 * many.
 */
export function createWriteLimit(deps: Deps): (userId: string) => Promise<void> {
  const limiter = createLimiter(deps, 'writesPerUser', { points: WRITES_PER_MINUTE, duration: 60 })
  return (userId) => spend(limiter, userId, 'Too many changes at once. Please wait a moment and try again')
}
