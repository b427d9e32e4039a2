import { sql } from 'kysely'

/** The status of a booking that the visitor has canceled. */
export const CANCELED = 'cancelled'

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
