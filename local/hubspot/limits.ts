/** A HubSpot rate limit: the number of requests in a sliding window. */
export interface Limit {
  requests: number
  windowMs: number
}

export interface Spent {
  isAllowed: boolean
  remaining: number
  /** The time until the next request is allowed. */
  retryAfterMs: number
}

/** Returns a counter of requests per key in a sliding window. */
export function createLimiter({ requests, windowMs }: Limit, clock: () => Date) {
  const windows = new Map<string, number[]>()
  return {
    requests,
    windowMs,
    spend(key: string): Spent {
      const now = clock().getTime()
      const recent = (windows.get(key) ?? []).filter((at) => now - at < windowMs)
      const isAllowed = recent.length < requests
      if (isAllowed) recent.push(now)
      windows.set(key, recent)
      const oldest = recent[0] ?? now
      return {
        isAllowed,
        remaining: requests - recent.length,
        retryAfterMs: isAllowed ? 0 : oldest + windowMs - now,
      }
    },
    clear: () => windows.clear(),
  }
}

export type Limiter = ReturnType<typeof createLimiter>
