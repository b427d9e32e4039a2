import { knownZone } from '../../src/domain/time/format-by-zone.ts'
import type { Turn } from '../agent/turn.ts'
import { derivedId } from '../base/ids.ts'
import { timesOf } from '../calendars/push-calls.ts'
import { type Reservation, releaseReservation, reserveCall } from '../calendars/reservation.ts'
import type { CalendarTimes } from '../calendars/sources.ts'
import type { BookingChange, Busy } from '../call-times/slots.ts'
import type { Deps } from '../kernel/deps.ts'
import type { Situation } from './situation.ts'
import type { Visitor } from './visitor-conversation.ts'
import { type Budget, tooManyCalls } from './visitor-limits.ts'

export type PreparedCall = ReturnType<typeof prepareCall>

/** Counts and reserves the call of a visitor's message before the transaction that books it. */
export function prepareCall(deps: Deps, visitor: Visitor, budget: Budget) {
  const rejected: Busy[] = []
  let reservation: Reservation | null = null
  let isCounted = false

  /** Counts a new call, once. Returns false if the visitor's network address can book none. */
  const count = async () => {
    isCounted ||= await budget.takeCall()
    return isCounted
  }
  const release = async () => {
    if (reservation) await releaseReservation(deps, reservation)
    reservation = null
  }
  return {
    count,
    reservation: () => reservation,
    /**
     * Counts and reserves the call that a turn books, if it does. Throws a 403 HttpError if it can't be counted. Returns
     * false if the calendar service rejects the time.
     */
    async prepare(situation: Situation, turn: Turn): Promise<boolean> {
      if (turn.booking?.kind !== 'book') return true
      if (situation.call === null && !(await count())) throw tooManyCalls()
      // A test's call is in no other calendar.
      if (situation.conversation.is_test) return true
      const { start, appointment } = turn.booking
      if (reservation?.start.getTime() === start.getTime()) return true
      await release()
      reservation = await reserveCall(
        deps,
        situation.conversation.organization_id,
        callOf(situation, turn, turn.booking, { visitor, now: deps.clock() }),
      )
      if (!reservation?.isTaken) return true
      const { start: from, end: to } = timesOf(start, appointment)
      rejected.push({ from, to })
      reservation = null
      return false
    },
    /**
     * Returns the times at which the call can take place: without those that the service rejected, and with the reserved
     * one, because the service might no longer offer it.
     */
    adjusted: ({ busy, starts }: CalendarTimes): CalendarTimes => ({
      busy: [...busy, ...rejected],
      starts: starts && reservation ? new Set([...starts, reservation.start.getTime()]) : starts,
    }),
    /** Takes back what the stored exchange doesn't use. */
    async finish(stored: { hasNewCall: boolean; isReserved: boolean } | null): Promise<void> {
      if (!stored?.isReserved) await release()
      if (isCounted && !stored?.hasNewCall) await budget.returnCall()
    },
  }
}

/** Returns the call of a turn as a calendar service receives it. */
function callOf(
  { bookingId, call, context: { business } }: Situation,
  { extracted, state }: Turn,
  { start, appointment }: Extract<BookingChange, { kind: 'book' }>,
  { visitor, now }: { visitor: Visitor; now: Date },
) {
  const hasStarted = call !== null && new Date(call.start_time) <= now
  return {
    // A first booking gets the same ID if the device resends the message.
    bookingId: (hasStarted ? null : bookingId) ?? derivedId('booking', visitor.token ?? visitor.id),
    start,
    appointment,
    timezone: knownZone(business.timezone),
    business: business.name,
    name: extracted.name,
    email: extracted.email,
    phone: extracted.phone,
    address: extracted.address,
    service: extracted.service_needs,
    language: state.language,
  }
}
