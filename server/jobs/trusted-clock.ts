import type { Kysely } from 'kysely'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import type { Database } from '../db/schema.ts'

/** The daily jobs' view of the time: the last clock reading, and how much of it is trusted. */
export interface ClockTrust {
  seenAt: Date
  trustedAt: Date
}

/** The maximum that one reading can add: a long weekend without power. */
const MOST_STEP_MS = 3 * DAY_MS
/** A lag is caught up at this multiple of the elapsed time. */
const CATCH_UP = 2
/** No database is older than this. */
const EARLIEST = new Date('2026-01-01T00:00:00Z')

/**
 * Returns the trusted time after another clock reading. A forward jump adds at most three days. A backward jump
 * subtracts nothing, so that one wrong reading does not delay later jobs.
 */
export function readClock({ seenAt, trustedAt }: ClockTrust, now: Date): ClockTrust {
  const passed = Math.max(0, now.getTime() - seenAt.getTime())
  const step = Math.min(CATCH_UP * passed, MOST_STEP_MS)
  const reached = Math.min(now.getTime(), trustedAt.getTime() + step)
  return { seenAt: now, trustedAt: new Date(Math.max(reached, trustedAt.getTime())) }
}

/**
 * Returns the time for jobs that must not run too early, such as erasing old data. It is never later than `now`. Trusts
 * the first reading.
 */
export async function trustedTime(db: Kysely<Database>, now: Date): Promise<Date> {
  // The first reading is trusted, so it must not be the default time of a machine without a clock.
  if (now < EARLIEST) return now
  return db.transaction().execute(async (tx) => {
    await tx
      .insertInto('job_clock')
      .values({ id: 1, seen_at: now, trusted_at: now })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    const row = await tx.selectFrom('job_clock').selectAll().forUpdate().executeTakeFirstOrThrow()
    const next = readClock({ seenAt: row.seen_at, trustedAt: row.trusted_at }, now)
    await tx.updateTable('job_clock').set({ seen_at: next.seenAt, trusted_at: next.trustedAt }).execute()
    return next.trustedAt < now ? next.trustedAt : now
  })
}
