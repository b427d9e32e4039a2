/** How a call ended: with a booking, with a message for the team, at a person, before anything was said, or as spam. */
export const CALL_OUTCOMES = ['booked', 'message', 'transferred', 'abandoned', 'spam'] as const
export type CallOutcome = (typeof CALL_OUTCOMES)[number]
