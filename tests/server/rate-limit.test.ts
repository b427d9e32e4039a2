import { RateLimiterRes } from 'rate-limiter-flexible'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { createLimiter } from '../../server/rate-limit.ts'
import { openTestDatabase } from '../support/database.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  database = await openTestDatabase()
}, 60_000)
afterAll(() => database.close())

/** A limiter as one companion of several makes it: the same statements, whatever database carries them here. */
function limiterOfCompanion(name: string) {
  const config = { ...readConfig({}), databaseUrl: 'postgres://shared' }
  return createLimiter({ db: database.db, config }, name, { points: 3, duration: 600 })
}

describe('a limit', () => {
  it('is one for all companions on a PostgreSQL, each name and key for itself', async () => {
    const [first, second, other] = [limiterOfCompanion('a'), limiterOfCompanion('a'), limiterOfCompanion('b')]
    await first.consume('visitor')
    await second.consume('visitor')
    await first.consume('visitor')
    await expect(second.consume('visitor')).rejects.toBeInstanceOf(RateLimiterRes)
    await expect(first.consume('visitor')).rejects.toBeInstanceOf(RateLimiterRes)
    expect((await second.consume('another')).remainingPoints).toBe(2)
    expect((await other.consume('visitor')).remainingPoints).toBe(2)
  })

  it('lets exactly as many through as it has when all ask at once', async () => {
    const limiters = [1, 2, 3, 4].map(() => limiterOfCompanion('rush'))
    const asked = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => limiters[index % limiters.length]?.consume('visitor')),
    )
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  })

  it('is counted by the companion alone while the database does not answer', async () => {
    const gone = await openTestDatabase()
    await gone.close()
    const config = { ...readConfig({}), databaseUrl: 'postgres://gone' }
    const limiter = createLimiter({ db: gone.db, config }, 'gone', { points: 1, duration: 600 })
    await limiter.consume('visitor')
    await expect(limiter.consume('visitor')).rejects.toBeInstanceOf(RateLimiterRes)
  })
})
