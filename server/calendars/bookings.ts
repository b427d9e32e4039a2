import type { Kysely, Selectable, Updateable } from 'kysely'
import type { LeadEvent } from '../../src/contract/events.ts'
import type { Lead } from '../../src/contract/leads.ts'
import type { CallNews, VisitorBooking } from '../../src/contract/widget.ts'
import { appointmentName } from '../../src/domain/leads/appointment-words.ts'
import {
  appointmentOf,
  BOOKING_UNDO_MS,
  CANCELED,
  endOf,
  LONGEST_APPOINTMENT_MS,
} from '../../src/domain/leads/bookings.ts'
import { fieldsOfStatus } from '../../src/domain/leads/status.ts'
import { newId } from '../base/ids.ts'
import type { BookingChange, Busy } from '../call-times/slots.ts'
import type { Database } from '../db/schema.ts'
import { bookedStart, isNotCanceled } from './booking-status.ts'
import { keepPastBooking, keptBookingId } from './past-bookings.ts'
import { type CalendarTimes, calendarTimes } from './sources.ts'

const SCHEDULED = 'scheduled'

/** Returns the URL of a booking, which is accessible to anyone who has its ID. `origin` is the widget host's origin. */
export const bookingUrl = (origin: string, id: string) => `${origin}/booking/${id}`
const calendarUrl = (origin: string, id: string) => `${bookingUrl(origin, id)}.ics`

/** A booked estimate call that isn't over. */
interface BookedCall extends Busy {
  leadId: string
  conversationId: string | null
}

/**
 * Returns the booked estimate calls of an organization that aren't over, without the one of `besides`, a lead or a
 * conversation. The calls of tests take no time.
 */
export async function bookedCalls(
  db: Kysely<Database>,
  organizationId: string,
  now: Date,
  besides?: string,
): Promise<BookedCall[]> {
  const rows = await db
    .selectFrom('leads')
    .select(['id', 'conversation_id', 'booking_start_time', 'booking_kind', 'booking_minutes'])
    .where('organization_id', '=', organizationId)
    .where('is_test', '=', false)
    .where('booking_start_time', '>', new Date(now.getTime() - LONGEST_APPOINTMENT_MS))
    .where(isNotCanceled)
    .execute()
  const calls = rows.flatMap(
    ({ id: leadId, conversation_id: conversationId, booking_start_time: from, ...row }) => {
      const to = from && endOf(from, appointmentOf(row))
      return to && to > now ? { leadId, conversationId, from, to } : []
    },
  )
  if (besides === undefined) return calls
  return calls.filter(({ leadId, conversationId }) => leadId !== besides && conversationId !== besides)
}

/**
 * Returns when the organization is available for a call. `busy` contains its booked estimate calls that aren't over and
 * the appointments in its calendars. Excludes the call of `besides`, a lead or a conversation, so that it can be moved.
 */
export async function freeTimes(
  db: Kysely<Database>,
  organizationId: string,
  now: Date,
  besides?: string,
): Promise<CalendarTimes> {
  const calls = await bookedCalls(db, organizationId, now, besides)
  const { busy, starts } = await calendarTimes(db, organizationId, now)
  return { busy: [...calls, ...busy], starts }
}

/**
 * Returns the lead columns of a booking (section 3), and keeps the appointment before it if that has started.
 */
export async function bookingColumns(
  db: Kysely<Database>,
  conversationId: string,
  change: BookingChange,
  origin: string,
  now: Date,
  newBookingId = newId('booking'),
): Promise<Updateable<Database['leads']>> {
  const setBecause = (automatic_reason: string) => ({ automatic_reason, automatic_at: now })
  const lead = await db
    .selectFrom('leads')
    .select([
      'id',
      'converted_to_booking_id',
      'status',
      'booking_kind',
      'booking_start_time',
      'booking_status',
    ])
    .where('conversation_id', '=', conversationId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (change.kind === 'cancel') {
    // Keep a status that the owner has set since then.
    const isConverted = lead?.status === 'converted'
    return {
      booking_status: CANCELED,
      ...(isConverted && {
        status: 'new',
        ...setBecause(`The visitor canceled the ${appointmentName(lead.booking_kind)}`),
      }),
    }
  }
  const id = (lead && keptBookingId(lead, now)) ?? newBookingId
  if (lead) await keepPastBooking(db, lead.id, now)
  return {
    ...fieldsOfStatus({ status: 'converted' }),
    ...setBecause(`The visitor booked an ${appointmentName(change.appointment.kind)}`),
    ...bookedColumns(id, change, origin),
  }
}

/** Returns the lead columns of a booked call. `origin` is the widget host's origin. */
export const bookedColumns = (
  id: string,
  { start, appointment }: Pick<Extract<BookingChange, { kind: 'book' }>, 'start' | 'appointment'>,
  origin: string,
) => ({
  converted_to_booking_id: id,
  booking_start_time: start,
  booking_kind: appointment.kind,
  booking_minutes: appointment.minutes,
  booking_status: SCHEDULED,
  booking_calcom_event_id: `${id}@fieldhand`,
  booking_url: bookingUrl(origin, id),
})

/** Returns a lead's booked call as shown to its visitor, or null. `origin` is the widget host's origin. */
export function shownBooking(
  lead: Pick<
    Selectable<Database['leads']>,
    'converted_to_booking_id' | 'booking_start_time' | 'booking_status'
  > &
    Pick<Lead, 'booking_kind'>,
  origin: string,
): VisitorBooking | null {
  const start = bookedStart(lead)
  const id = lead.converted_to_booking_id
  if (!start || !id) return null
  return {
    start_time: start.toISOString(),
    kind: appointmentOf(lead).kind,
    page_url: bookingUrl(origin, id),
    calendar_url: calendarUrl(origin, id),
  }
}

/** Returns a conversation's booked call as shown to its visitor, or null. */
export async function visitorBooking(
  db: Kysely<Database>,
  conversationId: string,
  origin: string,
): Promise<VisitorBooking | null> {
  const lead = await db
    .selectFrom('leads')
    .select(['converted_to_booking_id', 'booking_start_time', 'booking_status', 'booking_kind'])
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst()
  return lead ? shownBooking(lead, origin) : null
}

/**
 * Returns how the business last moved or canceled a conversation's call, or null if the visitor did, if the call has
 * changed since, or if a member only took back a booking by mistake.
 */
export async function callNews(db: Kysely<Database>, conversationId: string): Promise<CallNews | null> {
  const [last, before] = await db
    .selectFrom('leads')
    .innerJoin('lead_activity', 'lead_activity.lead_id', 'leads.id')
    .select([
      'booking_start_time',
      'booking_status',
      'booking_kind',
      'lead_activity.type',
      'lead_activity.at',
      'actor_kind',
    ])
    .where('conversation_id', '=', conversationId)
    .where('lead_activity.type', 'in', ['booked', 'moved', 'canceled'])
    .orderBy('lead_activity.at', 'desc')
    .orderBy('lead_activity.position', 'desc')
    .limit(2)
    .execute()
  if (!last?.booking_start_time || last.actor_kind === 'visitor') return null
  const type = last.booking_status === CANCELED ? 'canceled' : 'moved'
  if (last.type !== type) return null
  const isUndone =
    type === 'canceled' &&
    before?.type === 'booked' &&
    before.actor_kind !== 'visitor' &&
    +last.at - +before.at <= BOOKING_UNDO_MS
  if (isUndone) return null
  return { type, start_time: last.booking_start_time.toISOString(), kind: appointmentOf(last).kind }
}

/**
 * Returns the event about a conversation's estimate call for the owner's open consoles, or null if its lead is gone.
 */
export async function bookingEvent(db: Kysely<Database>, conversationId: string): Promise<LeadEvent | null> {
  const lead = await db
    .selectFrom('leads')
    .select(['id', 'prospect_name', 'booking_start_time', 'booking_status'])
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst()
  if (!lead) return null
  return {
    type: 'booking_changed',
    event_type: 'booking_changed',
    lead_id: lead.id,
    contact_name: lead.prospect_name,
    booking_start_time: bookedStart(lead)?.toISOString() ?? null,
  }
}
