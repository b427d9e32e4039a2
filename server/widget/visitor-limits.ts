import { hashToken } from '../base/secrets.ts'
import { HttpError } from '../http/http-error.ts'
import type { Allowance } from '../http/rate-limit.ts'
import { createLimiter, secondsToWait, spend } from '../http/rate-limit.ts'
import type { Deps } from '../kernel/deps.ts'

/**
 * Rate limits for visitors. Everyone in an office can share one address, but one person types one message at a time.
 */
export const VISITOR_LIMITS = {
  conversationsAtOncePerAddress: { points: 20, duration: 60 },
  conversationsPerAddress: { points: 200, duration: 3_600 },
  // With one business.
  conversationsPerBusiness: { points: 100, duration: 86_400 },
  messagesPerAddress: { points: 1_000, duration: 60 },
  readsPerAddress: { points: 1_200, duration: 60 },
  messagesPerConversation: { points: 20, duration: 10 },
  photosPerAddress: { points: 100, duration: 3_600 },
  // Each one asks the map service, which costs money.
  suggestionsPerConversation: { points: 100, duration: 3_600 },
  suggestionsPerAddress: { points: 500, duration: 3_600 },
  // Each request sends a message to an address that the visitor enters.
  requestsPerConversation: { points: 3, duration: 3_600 },
  requestsPerAddress: { points: 30, duration: 3_600 },
  // New calls with one business.
  callsPerAddress: { points: 10, duration: 86_400 },
  // From one phone, in a day.
  textsPerNumber: { points: 100, duration: 86_400 },
  // Each answer can cost money. The script writes the others.
  modelAnswersPerAddress: { points: 200, duration: 3_600 },
} as const satisfies Record<string, Allowance>

const TRY_SOON = 'Too many messages at once. Please wait a moment and try again'
const TRY_LATER = 'There was too much activity from your network. Please try again later, or call us'

export type VisitorLimits = Record<keyof typeof VISITOR_LIMITS, Allowance>

/** Counts the uses of the limits by `key`, such as a network address. */
export interface Meter {
  /** Counts one use. Throws a 429 HttpError with Retry-After (in seconds) if the limit is exceeded. */
  spend(allowance: keyof VisitorLimits, key: string): Promise<void>
  /** Counts one use. Returns false if the limit is exceeded. */
  take(allowance: keyof VisitorLimits, key: string): Promise<boolean>
  /** Takes one use back. */
  giveBack(allowance: keyof VisitorLimits, key: string): Promise<void>
}

/** Creates the limits, which all servers of a database share. */
export function createMeter(deps: Deps, limits: VisitorLimits): Meter {
  const limiters = new Map(
    Object.entries(limits).map(([name, allowance]) => [name, createLimiter(deps, name, allowance)]),
  )
  return {
    async spend(allowance, key) {
      const limiter = limiters.get(allowance)
      if (limiter) await spend(limiter, key, limits[allowance].duration > 60 ? TRY_LATER : TRY_SOON)
    },
    async take(allowance, key) {
      const limiter = limiters.get(allowance)
      return !limiter || (await secondsToWait(limiter, key)) === null
    },
    async giveBack(allowance, key) {
      await limiters.get(allowance)?.reward(key)
    },
  }
}

/** A repeated message would be rejected too, so this isn't a 429, which the widget retries. */
export const tooManyCalls = () =>
  new HttpError(
    403,
    'Too many appointments were booked from your network today. Please write when it suits you, or call us',
  )

/** What a visitor's network address can still cause at a business. */
export interface Budget {
  /** Counts an answer of the model. Returns false if none is left. */
  takeAnswer(): Promise<boolean>
  /** Counts a new call. Returns false if none is left. */
  takeCall(): Promise<boolean>
  /** Takes a call back that wasn't booked. */
  returnCall(): Promise<void>
}

/** Returns the key of a network address at a business. Hashed, so that an erased business leaves no trace. */
export const callerOf = (address: string, organizationId: string) => hashToken(`${organizationId}:${address}`)

export function budgetOf(meter: Meter, address: string, organizationId: string): Budget {
  const caller = callerOf(address, organizationId)
  return {
    takeAnswer: () => meter.take('modelAnswersPerAddress', address),
    takeCall: () => meter.take('callsPerAddress', caller),
    returnCall: () => meter.giveBack('callsPerAddress', caller),
  }
}
