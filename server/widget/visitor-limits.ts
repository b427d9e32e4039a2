import type { Allowance, Deps } from '../deps.ts'
import { createLimiter, spend } from '../rate-limit.ts'

/**
 * Rate limits for visitors. Everyone in an office can share one address, but one person types one message at a time.
 */
export const VISITOR_LIMITS = {
  conversationsAtOncePerAddress: { points: 20, duration: 60 },
  conversationsPerAddress: { points: 200, duration: 3_600 },
  messagesPerAddress: { points: 1_000, duration: 60 },
  readsPerAddress: { points: 1_200, duration: 60 },
  messagesPerConversation: { points: 20, duration: 10 },
  photosPerAddress: { points: 100, duration: 3_600 },
  // Each request sends a message to an address that the visitor enters.
  requestsPerConversation: { points: 3, duration: 3_600 },
  requestsPerAddress: { points: 30, duration: 3_600 },
} as const satisfies Record<string, Allowance>

export type VisitorLimits = Record<keyof typeof VISITOR_LIMITS, Allowance>

/** Counts one use by `key`. Throws a 429 HttpError with Retry-After (in seconds) if the limit is exceeded. */
export type Spend = (allowance: keyof VisitorLimits, key: string) => Promise<void>

/** Creates the limits, which all companions of a database share. */
export function createSpend(deps: Deps, limits: VisitorLimits): Spend {
  const limiters = Object.fromEntries(
    Object.entries(limits).map(([name, allowance]) => [name, createLimiter(deps, name, allowance)]),
  )
  return async (allowance, key) => {
    const limiter = limiters[allowance]
    if (limiter) await spend(limiter, key, 'Too many messages at once. Please wait a moment and try again')
  }
}
