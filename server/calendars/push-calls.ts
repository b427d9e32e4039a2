import type { Kysely } from 'kysely'
import type { Appointment } from '../../src/contract/appointments.ts'
import { present } from '../../src/domain/common/present.ts'
import { appointmentName } from '../../src/domain/leads/appointment-words.ts'
import { appointmentOf, endOf } from '../../src/domain/leads/bookings.ts'
import { leadEmail, leadPhone } from '../../src/domain/leads/name.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { knownZone } from '../../src/domain/time/format-by-zone.ts'
import { failureForLog } from '../base/log.ts'
import { Revoked, reasonOf, VendorError } from '../base/vendor-errors.ts'
import { slotSentence } from '../call-times/slots.ts'
import { tellMembers } from '../conversations/tell-members.ts'
import { visitorLanguage } from '../conversations/visitor-language.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../kernel/deps.ts'
import { businessName } from '../profiles/stored-profile.ts'
import { bookedStart } from './booking-status.ts'
import { bookingUrl } from './bookings.ts'
import {
  type CalendarEvent,
  claimEvent,
  type EventWork,
  finishEvent,
  forgetEvent,
  heldBy,
  isDue,
  isFinal,
  noteFailure,
  ownUrls,
} from './events.ts'
import { pastBooking } from './past-bookings.ts'
import {
  type BookedCall,
  type CalendarConnection,
  type CalendarService,
  type Call,
  calendarService,
  connectionsOf,
  markRevoked,
} from './services.ts'

/** How long writing a call must fail before the members are notified. */
const TOLD_AFTER_MS = DAY_MS

/** A call to book or move. */
export interface WantedCall {
  bookingId: string
  start: Date
  appointment: Appointment
}

/** The booked call of a lead, and its conversation. */
interface Wanted {
  conversationId: string | null
  /** Null if the call is canceled, or a test. */
  call: Call | null
}

/** Returns the connection that has an event, or that gets a new one, and its service; null if there is none. */
async function placeFor(deps: Deps, event: CalendarEvent) {
  const connections = await connectionsOf(deps.db, event.organization_id)
  const connection =
    connections.find(({ service }) => service === event.service) ??
    connections.find(({ service }) => calendarService(deps, service) !== null)
  const service = connection && calendarService(deps, connection.service)
  return connection && service ? { connection, service } : null
}

/**
 * Updates the calendar service to match the lead's call: books, moves, or cancels it. Can be repeated, and run on
 * several servers. Does nothing if the call is already in sync, or not due. Returns false if the service could not
 * be used.
 */
export async function pushCall(deps: Deps, bookingId: string): Promise<boolean> {
  const { db, clock, log } = deps
  const event = await claimEvent(db, bookingId, clock())
  if (!event) return true
  const place = await placeFor(deps, event)
  const wanted = await readWanted(deps, bookingId)
  const isOver = wanted?.call && wanted.call.end <= clock()
  if (!place || isOver) {
    await finishEvent(db, event)
    if (!wanted) await forgetEvent(db, bookingId)
    return true
  }
  try {
    await write(deps, event, place, wanted?.call ?? null)
    if (!wanted) await forgetEvent(db, bookingId)
    return true
  } catch (error) {
    if (!(error instanceof VendorError))
      log.error({ error: failureForLog(error) }, 'a call could not be written')
    if (error instanceof Revoked) await markRevoked(deps, place.connection, error.message)
    const now = clock()
    await noteFailure(db, event, error, now)
    const failing = now.getTime() - (event.failing_since ?? now).getTime()
    if (event.told_at === null && (isFinal(error) || failing >= TOLD_AFTER_MS)) {
      await db
        .updateTable('calendar_events')
        .set({ told_at: now })
        .where('booking_id', '=', bookingId)
        .execute()
      await tellMembers(
        deps,
        wanted?.conversationId ?? null,
        failureText(place.service, wanted?.call, error, now),
      )
    }
    return isFinal(error)
  }
}

function failureText(
  { name }: CalendarService,
  call: Call | null | undefined,
  error: unknown,
  now: Date,
): string {
  const why = reasonOf(error)
  return call
    ? `The ${appointmentName(call.appointment.kind)} on ${slotSentence(call.start, call.timezone, 'en', now)} is not in ${name}: ${why}.`
    : `The canceled estimate call is still in ${name}: ${why}.`
}

async function write(
  { db }: Deps,
  event: CalendarEvent,
  { connection, service }: { connection: CalendarConnection; service: CalendarService },
  call: Call | null,
): Promise<void> {
  const held = await heldCall(event, connection, service)
  if (!call) {
    if (held) await service.cancel(connection, held.eventId)
    await finishEvent(db, event, { is_canceled: true })
    return
  }
  if (held?.start.getTime() === call.start.getTime()) {
    await service.update?.(connection, held.eventId, call)
    await store(db, event, connection, held)
    return
  }
  await db
    .updateTable('calendar_events')
    .set({ asked_start: call.start })
    .where('booking_id', '=', event.booking_id)
    .execute()
  const booked = held
    ? await service.move(connection, held.eventId, call)
    : await service.book(connection, call)
  await store(db, event, connection, booked)
}

/** Returns the call that the service has. Looks it up if a request got no response. */
async function heldCall(
  { booking_id, service: known, event_id, event_url, start, is_canceled, asked_start }: CalendarEvent,
  connection: CalendarConnection,
  service: CalendarService,
): Promise<BookedCall | null> {
  const eventId = known === connection.service && !is_canceled ? event_id : null
  if (asked_start) return service.find(connection, { bookingId: booking_id, eventId, start: asked_start })
  return eventId !== null && start ? { eventId, url: event_url, start } : null
}

/** Stores a booked call. Locks the lead before its event, like every other writer. */
async function store(
  db: Kysely<Database>,
  event: CalendarEvent,
  { service }: CalendarConnection,
  booked: BookedCall,
): Promise<void> {
  const columns = ownUrls(service, booked)
  await db.transaction().execute(async (tx) => {
    if (columns) {
      await tx
        .updateTable('leads')
        .set(columns)
        .where('converted_to_booking_id', '=', event.booking_id)
        .execute()
    }
    await finishEvent(tx, event, heldBy(service, booked))
  })
}

/** Selects what the calls of leads are made of. */
const callRows = (db: Kysely<Database>) =>
  db
    .selectFrom('leads')
    .innerJoin('organizations', 'organizations.id', 'leads.organization_id')
    .leftJoin('profiles', 'profiles.organization_id', 'organizations.id')
    .leftJoin('conversations', 'conversations.id', 'leads.conversation_id')
    .selectAll('leads')
    .select(['organizations.name', 'profiles.fields', 'conversations.state'])

type CallRow = Awaited<ReturnType<ReturnType<typeof callRows>['executeTakeFirstOrThrow']>>

/** Returns a lead's call as a calendar service receives it; null for a test, whose call is in no other calendar. */
const callAt = (
  { config }: Deps,
  row: CallRow,
  { bookingId, start, appointment }: WantedCall,
): Call | null =>
  row.is_test
    ? null
    : {
        ...timesOf(start, appointment),
        bookingId,
        timezone: knownZone(row.fields?.timezone ?? null),
        business: businessName(row),
        name: present(row.prospect_name) ?? present(row.contact_name),
        email: leadEmail(row),
        phone: leadPhone(row),
        address: present(row.prospect_address),
        service: present(row.service_interest),
        language: visitorLanguage(row.state),
        pageUrl: bookingUrl(config.origins.widget, bookingId),
      }

/** Returns a lead with the columns of its past booking. */
async function pastRow(db: Kysely<Database>, bookingId: string): Promise<CallRow | undefined> {
  const past = await pastBooking(db, bookingId)
  const row = past && (await callRows(db).where('leads.id', '=', past.lead_id).executeTakeFirst())
  if (!row) return undefined
  const { booking_start_time, booking_status, booking_kind, booking_minutes } = past
  return { ...row, booking_start_time, booking_status, booking_kind, booking_minutes }
}

/** Returns a current or past booking of a lead; null if the lead was removed. */
export async function readWanted(deps: Deps, bookingId: string): Promise<Wanted | null> {
  const row =
    (await callRows(deps.db).where('converted_to_booking_id', '=', bookingId).executeTakeFirst()) ??
    (await pastRow(deps.db, bookingId))
  if (!row) return null
  const start = bookedStart(row)
  return {
    conversationId: row.conversation_id,
    call: start && callAt(deps, row, { bookingId, start, appointment: appointmentOf(row) }),
  }
}

/** Returns the call of a lead as it would be at another time; null if the lead is a test or was removed. */
export async function readCallAt(deps: Deps, leadId: string, wanted: WantedCall): Promise<Call | null> {
  const row = await callRows(deps.db).where('leads.id', '=', leadId).executeTakeFirst()
  return row ? callAt(deps, row, wanted) : null
}

export const timesOf = (start: Date, appointment: Appointment) => ({
  start,
  end: endOf(start, appointment),
  appointment,
})

/** Updates the services with due calls. */
export const PUSHING: EventWork = { isWanted: isDue, work: pushCall }
