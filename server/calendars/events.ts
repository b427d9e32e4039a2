import { type Kysely, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import { severalAtOnce } from '../../src/domain/common/several-at-once.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/domain/time/durations.ts'
import type { CalendarEventsTable } from '../db/calendar-schema.ts'
import type { Database } from '../db/schema.ts'
import { RateLimited, Rejected, reasonOf } from '../vendor-errors.ts'
import { type BookedCall, type CalendarServiceName, SlotTaken } from './services.ts'

export type CalendarEvent = Selectable<CalendarEventsTable>

/** How long one companion has to write an event: longer than its requests take. */
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
export async function settleEvent(
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

/** Claims an event for one companion; undefined if it is in line, already claimed, or not due. */
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

/** The number of organizations per round, and how many of them are served at the same time. */
const ORGANIZATIONS = { most: 50, atOnce: 4 }

/**
 * Runs `work` for at most `most` events of each organization for which `isWanted` is true. If it resolves with false,
 * because the service didn't respond, the organization's other events wait for the next round, so that they don't delay
 * other organizations.
 */
export async function eachInTurn(
  db: Kysely<Database>,
  isWanted: RawBuilder<boolean>,
  most: number,
  work: (bookingId: string) => Promise<boolean>,
): Promise<void> {
  const wanted = db.selectFrom('calendar_events').where(isWanted)
  const organizations = await wanted
    .select('organization_id')
    .groupBy('organization_id')
    // The one that was served last comes last.
    .orderBy(
      ({ fn }) => fn.max('tried_at'),
      (order) => order.asc().nullsFirst(),
    )
    .limit(ORGANIZATIONS.most)
    .execute()
  await severalAtOnce(ORGANIZATIONS.atOnce, organizations, async ({ organization_id }) => {
    const events = await wanted
      .select('booking_id')
      .where('organization_id', '=', organization_id)
      .orderBy('tried_at', (order) => order.asc().nullsFirst())
      .limit(most)
      .execute()
    for (const { booking_id } of events) if (!(await work(booking_id))) return
  })
}

/** Deletes an event that no lead has. */
export async function forgetEvent(db: Kysely<Database>, bookingId: string): Promise<void> {
  await db.deleteFrom('calendar_events').where('booking_id', '=', bookingId).execute()
}
