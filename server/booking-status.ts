/** The status of a booking that the visitor has canceled. */
export const CANCELED = 'cancelled'
