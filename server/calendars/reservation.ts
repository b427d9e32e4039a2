import type { Kysely, Transaction, Updateable } from 'kysely'
import { inTime } from '../base/in-time.ts'
import { failureForLog } from '../base/log.ts'
import { Revoked, reasonOf, Unavailable } from '../base/vendor-errors.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../kernel/deps.ts'
import { bookingUrl } from './bookings.ts'
import { readConnection } from './connections.ts'
import {
  type CalendarEvent,
  claimUntil,
  finishEvent,
  forgetEvent,
  heldBy,
  noteFailure,
  ownUrls,
} from './events.ts'
import { pushCall, readCallAt, timesOf, type WantedCall } from './push-calls.ts'
import {
  type BookedCall,
  type CalendarConnection,
  type CalendarService,
  type Call,
  calendarService,
  connectionsOf,
  markRevoked,
  SlotTaken,
} from './services.ts'

/** How long a visitor waits for the service. If the service responds later, the outcome is looked up. */
const PATIENCE_MS = 8_000

/** A call that was requested from a calendar service before it is booked here. */
export interface Reservation {
  bookingId: string
  start: Date
  /** Whether the time is no longer available at the service, so that no call can take place then. */
  isTaken: boolean
  /**
   * The lead columns from the call that the service booked; null if the service didn't respond, in which case the call
   * is synchronized later.
   */
  held: Updateable<Database['leads']> | null
}

/**
 * Books or moves a visitor's call at the organization's calendar service, if it has one. Must be called before the
 * transaction that books the call here. Returns null if there is nothing to reserve.
 */
export async function reserveCall(
  deps: Deps,
  organizationId: string,
  call: Omit<Call, 'end' | 'pageUrl'>,
): Promise<Reservation | null> {
  const place = await placeOf(deps, organizationId)
  if (!place) return null
  const pageUrl = bookingUrl(deps.config.origins.widget, call.bookingId)
  return reserve(deps, place, { ...call, ...timesOf(call.start, call.appointment), pageUrl })
}

/**
 * Books a lead's call at the organization's calendar service, if it has one, or moves it to `start`. Must be called
 * before the transaction that does so here. Returns null if there is nothing to reserve.
 */
export async function reserveForLead(
  deps: Deps,
  organizationId: string,
  leadId: string,
  wanted: WantedCall,
): Promise<Reservation | null> {
  const place = await placeOf(deps, organizationId)
  const call = place && (await readCallAt(deps, leadId, wanted))
  return call && reserve(deps, place, call)
}

interface Place {
  connection: CalendarConnection
  service: CalendarService
}

/** Requests a call from a calendar service. */
async function reserve(deps: Deps, place: Place, call: Call): Promise<Reservation | null> {
  const { connection, service } = place
  const { bookingId, start } = call
  const event = await askFor(deps.db, connection.organization_id, bookingId, start, deps.clock())
  if (!event) {
    const isAsked = await isAskedFor(deps.db, bookingId, start)
    return isAsked ? { bookingId, start, isTaken: false, held: null } : null
  }
  try {
    const booked = await patient(service, bookAt(service, connection, event, call))
    await deps.db
      .updateTable('calendar_events')
      .set(heldBy(connection.service, booked))
      .where('booking_id', '=', bookingId)
      .execute()
    return { bookingId, start, isTaken: false, held: ownUrls(connection.service, booked) ?? {} }
  } catch (error) {
    return withoutAnswer(deps, { connection, event, start }, error)
  }
}

const bookAt = (
  service: CalendarService,
  connection: CalendarConnection,
  { service: known, event_id, is_canceled }: CalendarEvent,
  call: Call,
): Promise<BookedCall> =>
  event_id !== null && known === connection.service && !is_canceled
    ? service.move(connection, event_id, call)
    : service.book(connection, call)

async function placeOf(deps: Deps, organizationId: string): Promise<Place | null> {
  for (const connection of await connectionsOf(deps.db, organizationId)) {
    const service = calendarService(deps, connection.service)
    if (service && connection.state === 'active') return { connection, service }
  }
  return null
}

/**
 * Stores the requested start, so that the outcome can be looked up if the response is lost. Returns undefined if the
 * call isn't in sync with the service, in which case it is synchronized later.
 */
function askFor(
  db: Kysely<Database>,
  organizationId: string,
  bookingId: string,
  start: Date,
  now: Date,
): Promise<CalendarEvent | undefined> {
  const asked = { asked_start: start, claimed_until: claimUntil(now), tried_at: now }
  return db
    .insertInto('calendar_events')
    .values({ booking_id: bookingId, organization_id: organizationId, ...asked })
    .onConflict((conflict) =>
      conflict
        .column('booking_id')
        .doUpdateSet(({ eb }) => ({ ...asked, version: eb('calendar_events.version', '+', 1) }))
        .whereRef('calendar_events.version', '=', 'calendar_events.done_version'),
    )
    .returningAll()
    .executeTakeFirst()
}

/** Returns whether this start was requested from the service, or is booked there, because of the same message. */
async function isAskedFor(db: Kysely<Database>, bookingId: string, start: Date): Promise<boolean> {
  const event = await db
    .selectFrom('calendar_events')
    .select(['asked_start', 'start'])
    .where('booking_id', '=', bookingId)
    .executeTakeFirst()
  return (event?.asked_start ?? event?.start)?.getTime() === start.getTime()
}

async function withoutAnswer(
  deps: Deps,
  { connection, event, start }: { connection: CalendarConnection; event: CalendarEvent; start: Date },
  error: unknown,
): Promise<Reservation> {
  const { db, log, clock } = deps
  const { booking_id: bookingId } = event
  if (error instanceof SlotTaken) {
    // The existing booking at the service is unchanged.
    if (event.event_id === null) await forgetEvent(db, bookingId)
    else await finishEvent(db, event)
    await patient({ name: connection.service }, readConnection(deps, connection)).catch(() => undefined)
    return { bookingId, start, isTaken: true, held: null }
  }
  if (error instanceof Revoked) await markRevoked(deps, connection, error.message)
  log.warn({ error: failureForLog(error), organizationId: event.organization_id }, 'a call was not reserved')
  await noteFailure(db, event, error instanceof Revoked ? error : new Unavailable(reasonOf(error)), clock())
  return { bookingId, start, isTaken: false, held: null }
}

/** Waits for a service for as long as a visitor would. */
const patient = <T>({ name }: Pick<CalendarService, 'name'>, request: Promise<T>) =>
  inTime(request, PATIENCE_MS, () => new Unavailable(`${name} does not answer`))

/** Records that both sides have the reserved call. Must be called in the transaction that books it. */
export async function confirmReservation(
  tx: Transaction<Database>,
  { bookingId }: Reservation,
): Promise<void> {
  await tx
    .updateTable('calendar_events')
    .set(({ ref }) => ({ done_version: ref('version'), claimed_until: null }))
    .where('booking_id', '=', bookingId)
    .execute()
}

/**
 * Runs the transaction that books or moves a reserved call. Releases the reservation if the transaction fails or
 * doesn't use it.
 */
export async function withReservation<Result extends { isReserved: boolean }>(
  deps: Deps,
  reservation: Reservation | null,
  transact: () => Promise<Result>,
): Promise<Result> {
  let isReserved = false
  try {
    const result = await transact()
    isReserved = result.isReserved
    return result
  } finally {
    if (reservation && !isReserved) await releaseReservation(deps, reservation)
  }
}

/** Releases an unused reservation by synchronizing the service with the lead. Does nothing if the service has no call. */
export async function releaseReservation(deps: Deps, { bookingId, held }: Reservation): Promise<void> {
  if (!held) return
  try {
    await deps.db
      .updateTable('calendar_events')
      .set({ claimed_until: null, not_before: null })
      .where('booking_id', '=', bookingId)
      .execute()
    await pushCall(deps, bookingId)
  } catch (error) {
    deps.log.error({ error: failureForLog(error) }, 'a reservation could not be taken back')
  }
}
