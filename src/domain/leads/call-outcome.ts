import type { CallOutcome } from '../../contract/activity.ts'

export type { CallOutcome }

/** The note that each call outcome adds to the lead, for APIs that do not record calls. */
export const CALL_NOTES = {
  answered: 'Reached by phone',
  no_answer: 'Called, no answer',
  voicemail: 'Left a voicemail',
} as const satisfies Record<CallOutcome, string>

/** Returns whether a note consists of a time followed by one of {@link CALL_NOTES}. */
export function isCallNote(note: string): boolean {
  return Object.values(CALL_NOTES).some((text) => note.endsWith(`: ${text}`))
}
