import { RateLimiterMemory } from 'rate-limiter-flexible'
import { Refusal } from '../api/refusal.ts'
import { secondsToWait } from '../rate-limit.ts'

interface Allowance {
  /** How many, in how many seconds. */
  points: number
  duration: number
}

/** How much visitors may do. An office full of people shares one address; one person types one message at a time. */
export const VISITOR_LIMITS = {
  conversationsPerAddress: { points: 600, duration: 3_600 },
  messagesPerAddress: { points: 1_000, duration: 60 },
  readsPerAddress: { points: 1_200, duration: 60 },
  messagesPerConversation: { points: 20, duration: 10 },
} as const satisfies Record<string, Allowance>

export type VisitorLimits = Record<keyof typeof VISITOR_LIMITS, Allowance>

/** Counts one use of an allowance by `key`; refuses with 429 and Retry-After (seconds) when it is used up. */
export type Spend = (allowance: keyof VisitorLimits, key: string) => Promise<void>

/** The allowances of one process, counted in memory. */
export function createSpend(limits: VisitorLimits): Spend {
  const limiters = Object.fromEntries(
    Object.entries(limits).map(([name, allowance]) => [
      name,
      new RateLimiterMemory({ ...allowance, keyPrefix: name }),
    ]),
  )
  return async (allowance, key) => {
    const limiter = limiters[allowance]
    const seconds = limiter ? await secondsToWait(limiter, key) : null
    if (seconds === null) return
    throw new Refusal(429, 'Too many messages at once. Please wait a moment and try again', {
      headers: { 'Retry-After': String(seconds) },
    })
  }
}
