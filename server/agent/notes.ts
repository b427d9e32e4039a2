import type { AgentState } from './state.ts'

const MOST_NOTES = 60
const NOTE_LENGTH = 300

/** Notes something for the owner; beyond sixty notes, and of each beyond 300 characters, nothing is kept. */
export function note({ notes }: AgentState, text: string): void {
  if (notes.length < MOST_NOTES) notes.push(text.slice(0, NOTE_LENGTH))
}

/** As `note`, unless it is noted already; says whether it was new. */
export function noteOnce(state: AgentState, text: string): boolean {
  if (state.notes.includes(text)) return false
  note(state, text)
  return true
}
