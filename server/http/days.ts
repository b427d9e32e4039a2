import { type Kysely, sql } from 'kysely'
import type { DaysQuery, FieldIssue } from '../../src/contract/fields.ts'
import { nextDay, startOfDay } from '../../src/domain/time/calendar-day.ts'
import { REVERSED_DAYS } from '../../src/domain/time/day-range.ts'
import { knownZone } from '../../src/domain/time/format-by-zone.ts'
import type { Database } from '../db/schema.ts'
import { HttpError } from './http-error.ts'

/** Returns the time zone of a query's days: the given one, or else the business's. */
export async function zoneOfDays(
  db: Kysely<Database>,
  organizationId: string,
  { timezone }: DaysQuery,
): Promise<string> {
  if (timezone !== undefined) return timezone
  const row = await db
    .selectFrom('profiles')
    .select(sql<string | null>`fields->>'timezone'`.as('timezone'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return knownZone(row?.timezone ?? null)
}

/** The start of the first day of a query, and the end of its last day; null where the query has no such day. */
interface Bounds {
  since: Date | null
  until: Date | null
}

/** Returns the bounds of a query's days. Rejects days in the wrong order. */
export async function boundsOf(
  db: Kysely<Database>,
  organizationId: string,
  query: DaysQuery,
): Promise<Bounds> {
  const { from, to } = query
  if (from === undefined && to === undefined) return { since: null, until: null }
  if (from !== undefined && to !== undefined && from > to) throw invalidDays(REVERSED_DAYS)
  const zone = await zoneOfDays(db, organizationId, query)
  return {
    since: from === undefined ? null : new Date(startOfDay(from, zone)),
    until: to === undefined ? null : new Date(startOfDay(nextDay(to), zone)),
  }
}

/** Returns the rejection of a query's days. */
export const invalidDays = (issue: FieldIssue): HttpError =>
  new HttpError(400, issue.message, { details: [issue] })
