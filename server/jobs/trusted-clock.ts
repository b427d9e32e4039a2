import type { Kysely } from 'kysely'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import type { Database } from '../db/schema.ts'

/** What the daily jobs believe of the time: when the machine's clock was last read, and how much of it counts. */
export interface ClockTrust {
  seenAt: Date
  trustedAt: Date
}

/** The most that one reading may add: a long weekend without power. */
const MOST_STEP_MS = 3 * DAY_MS
/** A lag is made up at this multiple of the time that passes. */
const CATCH_UP = 2

/**
 * The trust after another reading of the clock. A clock that jumps forward adds no more than three days, and
 * one that is set back is believed at once: too late is harmless, too early is not.
 */
export function readClock({ seenAt, trustedAt }: ClockTrust, now: Date): ClockTrust {
  const passed = Math.max(0, now.getTime() - seenAt.getTime())
  const step = Math.min(CATCH_UP * passed, MOST_STEP_MS)
  return { seenAt: now, trustedAt: new Date(Math.min(now.getTime(), trustedAt.getTime() + step)) }
}

/**
 * The time for work that must not come too early, such as erasing what is old. Never later than `now`; a first
 * reading is believed.
 */
export async function trustedTime(db: Kysely<Database>, now: Date): Promise<Date> {
  return db.transaction().execute(async (tx) => {
    await tx
      .insertInto('job_clock')
      .values({ id: 1, seen_at: now, trusted_at: now })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    const row = await tx.selectFrom('job_clock').selectAll().forUpdate().executeTakeFirstOrThrow()
    const next = readClock({ seenAt: row.seen_at, trustedAt: row.trusted_at }, now)
    await tx.updateTable('job_clock').set({ seen_at: next.seenAt, trusted_at: next.trustedAt }).execute()
    return next.trustedAt
  })
}
