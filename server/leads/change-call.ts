import type { Kysely } from 'kysely'
import type { Appointment } from '../../src/contract/appointments.ts'
import type { ErrorCode } from '../../src/contract/error-codes.ts'
import type { Lead } from '../../src/contract/leads.ts'
import {
  appointmentOf,
  CALL_BOOKED,
  CALL_MOVED,
  isTooFar,
  offeredAppointment,
  TIME_PASSED,
  TIME_TAKEN,
  TIME_TOO_FAR,
} from '../../src/domain/leads/bookings.ts'
import { bookedStart } from '../calendars/booking-status.ts'
import { bookedCalls } from '../calendars/bookings.ts'
import type { CallChange } from '../calendars/call-changes.ts'
import { keptBookingId } from '../calendars/past-bookings.ts'
import { type Reservation, reserveForLead } from '../calendars/reservation.ts'
import { isBusy } from '../call-times/slots.ts'
import type { Database } from '../db/schema.ts'
import { HttpError } from '../http/http-error.ts'
import type { Deps } from '../kernel/deps.ts'
import { readProfile } from '../profiles/stored-profile.ts'

/**
 * What a request asks for a lead's call: a first call, which gets `bookingId` if the lead has never had one, and is by
 * default what customers book at present, another start, or that it be canceled; `start` is then the start that the client read, or null if it is unknown.
 */
export type CallWish =
  | { kind: 'cancel'; start: Date | null }
  | { kind: 'move'; start: Date }
  | { kind: 'book'; start: Date; bookingId: string; appointment?: Partial<Appointment> }

interface CallOf {
  organizationId: string
  lead: Lead
  now: Date
}

const refusal = (message: string, code: ErrorCode) => new HttpError(409, message, { code })

/**
 * Returns how a wish changes a lead's upcoming call, which keeps its kind and length when it moves, or null if it changes nothing: if there is no call to cancel, or
 * if the call already has the wanted start.
 *
 * @throws {HttpError} if the call can't be booked or moved, or is not the one to cancel.
 */
export async function callChange(
  db: Kysely<Database>,
  { organizationId, lead, now }: CallOf,
  wish: CallWish,
): Promise<CallChange | null> {
  const booked = bookedStart(lead)
  const before = booked !== null && new Date(booked) > now ? new Date(booked) : null
  if (wish.kind === 'cancel') {
    if (before && wish.start && +before !== +wish.start) throw refusal(CALL_MOVED, 'changed_since_read')
    return before && { before, start: null, appointment: appointmentOf(lead) }
  }
  const { start } = wish
  const known = wish.kind === 'book' ? booked : lead.booking_start_time
  if (start.getTime() === Date.parse(known ?? '')) return null
  if (wish.kind === 'book' && before) throw refusal(CALL_BOOKED, 'call_exists')
  if (wish.kind === 'move' && !before) throw refusal('This lead has no upcoming appointment', 'no_call')
  if (start <= now) throw refusal(TIME_PASSED, 'time_passed')
  if (isTooFar(start, now)) throw refusal(TIME_TOO_FAR, 'time_too_far')
  const calls = await bookedCalls(db, organizationId, now, lead.id)
  const appointment = before
    ? appointmentOf(lead)
    : {
        ...offeredAppointment(await readProfile(db, organizationId)),
        ...(wish.kind === 'book' && wish.appointment),
      }
  if (isBusy(calls, start, appointment)) throw refusal(TIME_TAKEN, 'time_taken')
  return { before, start, appointment }
}

/** Returns the ID of a lead's call, which a new call replaces only if it has not started. */
export const bookingIdOf = (lead: Lead, wish: CallWish, now: Date): string | null =>
  keptBookingId(lead, now) ?? (wish.kind === 'book' ? wish.bookingId : lead.converted_to_booking_id)

/**
 * Books or moves a lead's call at the organization's calendar service; see `reserveForLead`.
 *
 * @throws {HttpError} if the call can't be booked or moved.
 */
export async function reserveWish(deps: Deps, call: CallOf, wish: CallWish): Promise<Reservation | null> {
  const { organizationId, lead } = call
  const change = await callChange(deps.db, call, wish)
  const bookingId = bookingIdOf(lead, wish, call.now)
  if (!change?.start || bookingId === null) return null
  const wanted = { bookingId, start: change.start, appointment: change.appointment }
  const reservation = await reserveForLead(deps, organizationId, lead.id, wanted)
  if (!reservation?.isTaken) return reservation
  throw refusal('Your connected calendar is not free at this time. Choose another one', 'time_taken')
}
