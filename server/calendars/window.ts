import type { Kysely } from 'kysely'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { knownZone } from '../../src/domain/time/format-by-zone.ts'
import type { Database } from '../db/schema.ts'
import { readProfile } from '../profiles/stored-profile.ts'
import type { Window } from './busy-in.ts'

/**
 * How far ahead appointments are read: further than calls are booked, so that unchanged calendars need no daily read.
 */
const DAYS_KNOWN = 30

/** Returns the period in which an organization's appointments count now, and the time zone of times without one. */
export async function windowOf(db: Kysely<Database>, organizationId: string, now: Date): Promise<Window> {
  const { timezone } = await readProfile(db, organizationId)
  return {
    from: now.getTime(),
    to: now.getTime() + DAYS_KNOWN * DAY_MS,
    timezone: knownZone(timezone),
  }
}
