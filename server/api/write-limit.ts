import type { Deps } from '../deps.ts'
import { createLimiter, secondsToWait } from '../rate-limit.ts'
import { Refusal } from './refusal.ts'

/** Changes per user and minute: far more than a person makes, fewer than a runaway loop. */
export const WRITES_PER_MINUTE = 300

/** Counts the changes of each user. Refuses with 429 and Retry-After (seconds) if there are too many. */
export function createWriteLimit(deps: Deps): (userId: string) => Promise<void> {
  const limiter = createLimiter(deps, 'writesPerUser', { points: WRITES_PER_MINUTE, duration: 60 })
  return async (userId) => {
    const seconds = await secondsToWait(limiter, userId)
    if (seconds === null) return
    throw new Refusal(429, 'Too many changes at once. Please wait a moment and try again', {
      headers: { 'Retry-After': String(seconds) },
    })
  }
}
