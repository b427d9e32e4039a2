import { sql } from 'kysely'
import { CANCELED } from '../../src/domain/leads/bookings.ts'

/** The condition that a lead's call is not canceled. */
export const isNotCanceled = sql<boolean>`booking_status is distinct from ${CANCELED}`

/** Returns the start of a lead's call; null if there is no call or it is canceled. */
export const bookedStart = <Start>({
  booking_start_time: start,
  booking_status,
}: {
  booking_start_time: Start | null
  booking_status: string | null
}): Start | null => (booking_status === CANCELED ? null : start)
