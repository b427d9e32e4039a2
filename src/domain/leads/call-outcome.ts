import type { CallOutcome } from '../../contract/activity.ts'

export type { CallOutcome }

/** The note that each outcome of a call adds to the lead, for APIs without a record of calls. */
export const CALL_NOTES = {
  answered: 'Reached by phone',
  no_answer: 'Called, no answer',
  voicemail: 'Left a voicemail',
} as const satisfies Record<CallOutcome, string>

/** Returns whether a note is one of {@link CALL_NOTES} after a time. */
export function isCallNote(note: string): boolean {
  return Object.values(CALL_NOTES).some((text) => note.endsWith(`: ${text}`))
}
