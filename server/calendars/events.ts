import { type Kysely, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/domain/time/durations.ts'
import { RateLimited, Rejected, reasonOf } from '../base/vendor-errors.ts'
import type { CalendarEventsTable } from '../db/calendar-schema.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../kernel/deps.ts'
import { type BookedCall, type CalendarServiceName, SlotTaken } from './services.ts'

export type CalendarEvent = Selectable<CalendarEventsTable>

/** How long one server has to write an event: longer than its requests take. */
const CLAIM_MS = MINUTE_MS
const FIRST_PAUSE_MS = MINUTE_MS
const LONGEST_PAUSE_MS = HOUR_MS

export const claimUntil = (now: Date) => new Date(now.getTime() + CLAIM_MS)

/** Returns the columns of a call that the service has. */
export const heldBy = (service: CalendarServiceName, { eventId, url, start }: BookedCall) => ({
  service,
  event_id: eventId,
  event_url: url,
  start,
  is_canceled: false,
  asked_start: null,
})

/**
 * Returns the columns of a lead whose call is in Cal.com (section 3); null for services whose calls keep our own page.
 */
export const ownUrls = (service: CalendarServiceName, { eventId, url }: BookedCall) =>
  service === 'calcom'
    ? { booking_calcom_event_id: eventId, ...(url !== null && { booking_url: url }) }
    : null

/** Records that the service has the version `version` of a call, with other `changes`. */
export async function finishEvent(
  db: Kysely<Database>,
  { booking_id, version }: Pick<CalendarEvent, 'booking_id' | 'version'>,
  changes: Updateable<CalendarEventsTable> = {},
): Promise<void> {
  await db
    .updateTable('calendar_events')
    .set({
      ...changes,
      asked_start: null,
      done_version: version,
      claimed_until: null,
      not_before: null,
      attempts: 0,
      failing_since: null,
      error: null,
      told_at: null,
    })
    .where('booking_id', '=', booking_id)
    .execute()
}

/** Returns whether a retry does not help, because the service has rejected the call. */
export const isFinal = (error: unknown) => error instanceof SlotTaken || error instanceof Rejected

/**
 * Records that an event could not be written. It is retried after a minute, then at increasing intervals of at most an
 * hour. What the service has rejected is retried only when the call changes or someone retries it.
 */
export async function noteFailure(
  db: Kysely<Database>,
  { booking_id, attempts, failing_since, version }: CalendarEvent,
  error: unknown,
  now: Date,
): Promise<void> {
  const pause =
    error instanceof RateLimited
      ? error.seconds * SECOND_MS
      : Math.min(FIRST_PAUSE_MS * 2 ** attempts, LONGEST_PAUSE_MS)
  await db
    .updateTable('calendar_events')
    .set({
      error: reasonOf(error),
      attempts: attempts + 1,
      failing_since: failing_since ?? now,
      claimed_until: null,
      not_before: new Date(now.getTime() + pause),
      ...(isFinal(error) && { done_version: version, asked_start: null }),
    })
    .where('booking_id', '=', booking_id)
    .execute()
}

/** Claims an event for one server; undefined if it is in sync, already claimed, or not due. */
export function claimEvent(
  db: Kysely<Database>,
  bookingId: string,
  now: Date,
): Promise<CalendarEvent | undefined> {
  return db
    .updateTable('calendar_events')
    .set({ claimed_until: claimUntil(now), tried_at: now })
    .where('booking_id', '=', bookingId)
    .where(isDue(now))
    .returningAll()
    .executeTakeFirst()
}

/** Returns the condition for events that are due to be written. */
export const isDue = (now: Date) =>
  sql<boolean>`version > done_version and (not_before is null or not_before <= ${now})
    and (claimed_until is null or claimed_until <= ${now})`

/** Repeated work on the events of organizations. */
export interface EventWork {
  isWanted: (now: Date) => RawBuilder<boolean>
  /** Resolves with false if the service didn't respond. Then the organization's other events wait for its next turn. */
  work: (deps: Deps, bookingId: string) => Promise<boolean>
}

/** The number of an organization's events in a turn. */
const MOST_IN_TURN = 10
/** The number of organizations to look up at a time. */
const MOST_ORGANIZATIONS = 50

/** Returns organizations with wanted events. The one that was served last comes last. */
export async function organizationsWith(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { isWanted }: EventWork,
): Promise<string[]> {
  const rows = await db
    .selectFrom('calendar_events')
    .select('organization_id')
    .where(isWanted(clock()))
    .groupBy('organization_id')
    .orderBy(
      ({ fn }) => fn.max('tried_at'),
      (order) => order.asc().nullsFirst(),
    )
    .limit(MOST_ORGANIZATIONS)
    .execute()
  return rows.map(({ organization_id }) => organization_id)
}

/** Works on some of an organization's wanted events, one after another. */
export async function workOnEvents(
  deps: Deps,
  organizationId: string,
  { isWanted, work }: EventWork,
): Promise<void> {
  const events = await deps.db
    .selectFrom('calendar_events')
    .select('booking_id')
    .where(isWanted(deps.clock()))
    .where('organization_id', '=', organizationId)
    .orderBy('tried_at', (order) => order.asc().nullsFirst())
    .limit(MOST_IN_TURN)
    .execute()
  for (const { booking_id } of events) if (!(await work(deps, booking_id))) return
}

/** Deletes an event that no lead has. */
export async function forgetEvent(db: Kysely<Database>, bookingId: string): Promise<void> {
  await db.deleteFrom('calendar_events').where('booking_id', '=', bookingId).execute()
}
