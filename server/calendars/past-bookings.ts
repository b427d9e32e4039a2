import type { Kysely, Selectable } from 'kysely'
import { BOOKING_UNDO_MS } from '../../src/domain/leads/bookings.ts'
import type { Database } from '../db/schema.ts'
import { bookedStart } from './booking-status.ts'

/** The columns of a booking that a lead and a past booking share. */
const BOOKING_COLUMNS = [
  'booking_start_time',
  'booking_kind',
  'booking_minutes',
  'booking_status',
  'booking_calcom_event_id',
  'booking_url',
] as const

interface Booked {
  converted_to_booking_id: string | null
  booking_start_time: Date | string | null
  booking_status: string | null
}

/**
 * Returns the ID of the booking that a lead keeps when it moves or books again, so that the customer's pages and
 * calendar entries stay valid; null if it has none, or if its appointment has started, which the next one must not
 * replace.
 */
export function keptBookingId({ converted_to_booking_id: id, ...booked }: Booked, now: Date): string | null {
  const start = bookedStart(booked)
  return start && new Date(start) <= now ? null : id
}

/** Keeps the started appointment of a lead, if it has one, because it is about to book another. */
export async function keepPastBooking(tx: Kysely<Database>, leadId: string, now: Date): Promise<void> {
  const lead = await tx
    .selectFrom('leads')
    .select(['organization_id', 'converted_to_booking_id', ...BOOKING_COLUMNS])
    .where('id', '=', leadId)
    .executeTakeFirst()
  if (!lead) return
  const { converted_to_booking_id: booking_id, booking_start_time, ...booked } = lead
  if (!booking_id || !booking_start_time || keptBookingId(lead, now) !== null) return
  const past = { ...booked, booking_id, booking_start_time, lead_id: leadId, replaced_at: now }
  await tx.insertInto('past_bookings').values(past).execute()
}

/**
 * Takes back the past booking that a lead's booking has replaced, if that can still be undone: the customer knows of
 * none. Returns the lead columns; null if there is nothing to restore.
 */
export async function restorePastBooking(tx: Kysely<Database>, leadId: string, now: Date) {
  const past = await tx
    .selectFrom('past_bookings')
    .select('booking_id')
    .where('lead_id', '=', leadId)
    .where('replaced_at', '>=', new Date(now.getTime() - BOOKING_UNDO_MS))
    .executeTakeFirst()
  if (!past) return null
  const { booking_id: converted_to_booking_id, ...booked } = await tx
    .deleteFrom('past_bookings')
    .where('booking_id', '=', past.booking_id)
    .returning(['booking_id', ...BOOKING_COLUMNS])
    .executeTakeFirstOrThrow()
  return { converted_to_booking_id, ...booked }
}

/** Selects the leads of an organization with past bookings, each with the columns of that booking. */
export async function pastBookingsSince(db: Kysely<Database>, organizationId: string, since: Date) {
  const rows = await db
    .selectFrom('past_bookings')
    .innerJoin('leads', 'leads.id', 'past_bookings.lead_id')
    .selectAll('leads')
    .select(['past_bookings.booking_id', ...BOOKING_COLUMNS.map((name) => `past_bookings.${name}` as const)])
    .where('past_bookings.organization_id', '=', organizationId)
    .where('past_bookings.booking_start_time', '>', since)
    .where('leads.is_test', '=', false)
    .execute()
  return rows.map(({ booking_id, ...row }) => ({ ...row, converted_to_booking_id: booking_id }))
}

/** Returns a past booking; undefined if there is none. */
export const pastBooking = (
  db: Kysely<Database>,
  id: string,
): Promise<Selectable<Database['past_bookings']> | undefined> =>
  db.selectFrom('past_bookings').selectAll().where('booking_id', '=', id).executeTakeFirst()
