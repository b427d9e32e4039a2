import { type RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** Counts one use by `key`. Answers with the whole seconds to wait when there were too many, else null. */
export async function secondsToWait(limiter: RateLimiterMemory, key: string): Promise<number | null> {
  try {
    await limiter.consume(key)
    return null
  } catch (verdict) {
    if (!(verdict instanceof RateLimiterRes)) throw verdict
    return Math.max(1, Math.ceil(verdict.msBeforeNext / 1000))
  }
}
