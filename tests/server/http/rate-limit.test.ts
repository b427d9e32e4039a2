import { RateLimiterRes } from 'rate-limiter-flexible'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../../server/app/config.ts'
import { createLimiter } from '../../../server/http/rate-limit.ts'
import { openTestDatabase } from '../../support/database.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** A limiter of one of several servers, with PostgreSQL's statements on any database. */
function limiterOfServer(name: string) {
  const config = { ...readConfig({}), databaseUrl: 'postgres://shared' }
  return createLimiter({ db: database.db, config }, name, { points: 3, duration: 600 })
}

describe('a limit', () => {
  it('is shared by all servers on PostgreSQL, separately for each name and key', async () => {
    const [first, second, other] = [limiterOfServer('a'), limiterOfServer('a'), limiterOfServer('b')]
    await first.consume('visitor')
    await second.consume('visitor')
    await first.consume('visitor')
    await expect(second.consume('visitor')).rejects.toBeInstanceOf(RateLimiterRes)
    await expect(first.consume('visitor')).rejects.toBeInstanceOf(RateLimiterRes)
    expect((await second.consume('another')).remainingPoints).toBe(2)
    expect((await other.consume('visitor')).remainingPoints).toBe(2)
  })

  it('allows exactly its number of concurrent requests', async () => {
    const limiters = [1, 2, 3, 4].map(() => limiterOfServer('rush'))
    const asked = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => limiters[index % limiters.length]?.consume('visitor')),
    )
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  })

  it('is counted per server while the database is down', async () => {
    const gone = await openTestDatabase()
    await gone.close()
    const config = { ...readConfig({}), databaseUrl: 'postgres://gone' }
    const limiter = createLimiter({ db: gone.db, config }, 'gone', { points: 1, duration: 600 })
    await limiter.consume('visitor')
    await expect(limiter.consume('visitor')).rejects.toBeInstanceOf(RateLimiterRes)
  })
})
