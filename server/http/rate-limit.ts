import { CompiledQuery, type Kysely } from 'kysely'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import { isPostgres } from '../db/open.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../kernel/deps.ts'
import { HttpError } from './http-error.ts'

/** The number of allowed uses, and the period in seconds. */
export interface Allowance {
  points: number
  duration: number
}

/** A counter of uses; see `createLimiter`. */
export type Limiter = Pick<RateLimiterAbstract, 'consume' | 'delete' | 'reward'>

/** The connection methods that the limiter needs. */
const clientOf = (db: Kysely<Database>) => ({
  query: ({ text, values = [] }: { text: string; values?: unknown[] }) =>
    db.executeQuery(CompiledQuery.raw(text, values)),
})

/**
 * Creates a limiter that counts under `name`. With PostgreSQL, all servers share one count; while the database is
 * down, each one counts separately. `consume` rejects with RateLimiterRes if no uses are left.
 */
export function createLimiter(
  deps: Pick<Deps, 'db' | 'config' | 'metrics'>,
  name: string,
  allowance: Allowance,
): Limiter {
  const limiter = openLimiter(deps, name, allowance)
  return {
    delete: (...use) => limiter.delete(...use),
    reward: (...use) => limiter.reward(...use),
    consume: (...use) =>
      limiter.consume(...use).catch((verdict: unknown) => {
        if (verdict instanceof RateLimiterRes) deps.metrics?.rateLimitRefusals.inc({ limit: name })
        throw verdict
      }),
  }
}

function openLimiter(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  name: string,
  { points, duration }: Allowance,
): RateLimiterAbstract {
  const own = new RateLimiterMemory({ keyPrefix: name, points, duration })
  if (!isPostgres(config.databaseUrl)) return own
  return new RateLimiterPostgres({
    keyPrefix: name,
    points,
    duration,
    storeClient: clientOf(db),
    storeType: 'client',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    // An exhausted key causes no more database queries.
    inMemoryBlockOnConsumed: points + 1,
    insuranceLimiter: own,
  })
}

/** Whether uses are allowed, how many are left then, and after how many seconds all are available again. */
export interface Count {
  isAllowed: boolean
  left: number
  seconds: number
}

/** Counts uses of `key`. */
export async function count(limiter: Limiter, key: string, uses = 1): Promise<Count> {
  const counted = ({ remainingPoints, msBeforeNext }: RateLimiterRes) => ({
    left: Math.max(0, remainingPoints),
    seconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  })
  try {
    return { isAllowed: true, ...counted(await limiter.consume(key, uses)) }
  } catch (verdict) {
    if (!(verdict instanceof RateLimiterRes)) throw verdict
    return { isAllowed: false, ...counted(verdict) }
  }
}

/** Counts a use of `key`. Returns how many are left after it; null if there was none. */
export async function usesLeft(limiter: Limiter, key: string): Promise<number | null> {
  const { isAllowed, left } = await count(limiter, key)
  return isAllowed ? left : null
}

/** Counts uses of `key`. Returns the seconds to wait if there were too many, otherwise null. */
export async function secondsToWait(limiter: Limiter, key: string, uses = 1): Promise<number | null> {
  const { isAllowed, seconds } = await count(limiter, key, uses)
  return isAllowed ? null : seconds
}

/** Returns the error for too many uses. */
export const tooMany = (message: string, seconds: number) =>
  new HttpError(429, message, { headers: { 'Retry-After': String(seconds) } })

/** Counts one use of `key`. Rejects with 429 and Retry-After (seconds) if there were too many. */
export async function spend(limiter: Limiter, key: string, message: string): Promise<void> {
  const seconds = await secondsToWait(limiter, key)
  if (seconds !== null) throw tooMany(message, seconds)
}
