import type { Kysely } from 'kysely'
import type { Lead } from '../../src/contract/leads.ts'
import { CALL_MOVED, ESTIMATE_CALL_MS, TIME_PASSED } from '../../src/domain/leads/bookings.ts'
import { bookedStart } from '../calendars/booking-status.ts'
import { bookedCalls } from '../calendars/bookings.ts'
import type { CallChange } from '../calendars/call-changes.ts'
import { type Reservation, reserveMove } from '../calendars/reservation.ts'
import type { Database } from '../db/schema.ts'
import { HttpError } from '../http/http-error.ts'
import type { Deps } from '../kernel/deps.ts'

/**
 * What a request asks for a lead's call: another start, or that it be canceled; `start` is then the start that the
 * client read, or null if it is unknown.
 */
export type CallWish = { kind: 'cancel'; start: Date | null } | { kind: 'move'; start: Date }

interface CallOf {
  organizationId: string
  lead: Lead
  now: Date
}

/**
 * Returns how a wish changes a lead's upcoming call, or null if it changes nothing: if there is no call to cancel, or
 * if the call already has the new start.
 *
 * @throws {HttpError} if the call can't be moved, or is not the one to cancel.
 */
export async function callChange(
  db: Kysely<Database>,
  { organizationId, lead, now }: CallOf,
  wish: CallWish,
): Promise<CallChange | null> {
  const booked = bookedStart(lead)
  const before = booked !== null && new Date(booked) > now ? new Date(booked) : null
  if (wish.kind === 'cancel') {
    if (before && wish.start && +before !== +wish.start) throw new HttpError(409, CALL_MOVED)
    return before && { before, start: null }
  }
  const { start } = wish
  if (start.getTime() === Date.parse(lead.booking_start_time ?? '')) return null
  if (!before) throw new HttpError(409, 'This lead has no upcoming estimate call')
  if (start <= now) throw new HttpError(409, TIME_PASSED)
  const calls = await bookedCalls(db, organizationId, now)
  const isTaken = calls.some(
    ({ leadId, from }) => leadId !== lead.id && Math.abs(from.getTime() - start.getTime()) < ESTIMATE_CALL_MS,
  )
  if (isTaken) throw new HttpError(409, 'Another estimate call is booked at this time. Choose another one')
  return { before, start }
}

/**
 * Moves a lead's call at the organization's calendar service; see `reserveMove`.
 *
 * @throws {HttpError} if the call can't be moved.
 */
export async function reserveWish(deps: Deps, call: CallOf, wish: CallWish): Promise<Reservation | null> {
  const { organizationId, lead } = call
  const change = await callChange(deps.db, call, wish)
  if (!change?.start || lead.converted_to_booking_id === null) return null
  const reservation = await reserveMove(deps, organizationId, lead.converted_to_booking_id, change.start)
  if (!reservation?.isTaken) return reservation
  throw new HttpError(409, 'Your connected calendar is not free at this time. Choose another one')
}
