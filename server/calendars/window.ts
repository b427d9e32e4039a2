import type { Kysely } from 'kysely'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { knownZone } from '../../src/domain/time/format-by-zone.ts'
import { readProfile } from '../api/settings/stored-profile.ts'
import type { Database } from '../db/schema.ts'
import type { Window } from './busy-in.ts'

/** How far appointments are read: further than calls are booked, so that an unchanged calendar need not be read daily. */
const DAYS_KNOWN = 30

/** Returns what of an organization's calendars counts now, and the zone of times without one. */
export async function windowOf(db: Kysely<Database>, organizationId: string, now: Date): Promise<Window> {
  const { timezone } = await readProfile(db, organizationId)
  return {
    from: now.getTime(),
    to: now.getTime() + DAYS_KNOWN * DAY_MS,
    timezone: knownZone(timezone),
  }
}
