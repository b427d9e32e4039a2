import { cutText } from '../../src/domain/common/cut-text.ts'
import { ALSO, ASKED, IN_WORDS } from '../../src/domain/leads/agent-notes.ts'
import { PRESET_SERVICES } from '../../src/domain/onboarding/services.ts'
import { asWritten } from './read-text.ts'
import type { AgentState } from './state.ts'

const MOST_NOTES = 60
const NOTE_LENGTH = 300

/** Adds a note for the owner. Keeps at most 60 notes of 300 characters each. */
export function note({ notes }: AgentState, text: string): void {
  if (notes.length < MOST_NOTES) notes.push(cutText(text, NOTE_LENGTH))
}

/** Adds a note unless it, or the same message as a description of the work, exists. Returns whether it was new. */
export function noteOnce(state: AgentState, text: string): boolean {
  const { notes } = state
  const inTheirWords = text.startsWith(ALSO) && IN_WORDS + text.slice(ALSO.length)
  const isKnown = [text, inTheirWords].some((each) => each && notes.includes(cutText(each, NOTE_LENGTH)))
  if (isKnown) return false
  note(state, text)
  return true
}

/** Matches what precedes the visitor's words in a note. */
const LABEL = /^[\p{L} ]+: /u

/**
 * Puts the visitor's own words into the notes after the first `count`, and into the description of the work, which have
 * been added from `read`.
 */
export function quoteVisitor(
  { notes, known }: AgentState,
  count: number,
  { read, written, services }: { read: string; written: string; services: readonly string[] },
): void {
  const quoted = (part: string) => asWritten(part, read, written)
  const added = notes.splice(count).map((each) => {
    const [label = ''] = LABEL.exec(each) ?? []
    return label + quoted(each.slice(label.length))
  })
  notes.push(...added.filter((each) => !notes.includes(each)))
  const work = known.service_needs
  const isNamed = (services.length > 0 ? services : PRESET_SERVICES).some((each) => work?.includes(each))
  if (work && !isNamed) known.service_needs = quoted(work)
}

/** Puts the notes among the facts that the owner sees. */
export function shareNotes({ known, notes }: AgentState): void {
  known.service_additional_info = notes.join('\n') || null
}

/** Adds a note about a question that the team must answer. */
export const noteAsked = (state: AgentState, question: string) => note(state, ASKED + question)

export const ABOUT_JOB = 'Asks about a job'
/** Returns whether the visitor has asked about a job. */
export const seeksJob = (notes: readonly string[]) => notes.some((each) => each.startsWith(ABOUT_JOB))

/** Adds a note with the message that describes the work. */
export const noteInWords = (state: AgentState, text: string) => note(state, IN_WORDS + text)
/** Returns how the visitor described the work; null if they only named it. */
export const inWords = (notes: readonly string[]) =>
  notes.find((each) => each.startsWith(IN_WORDS))?.slice(IN_WORDS.length) ?? null

export const COMPLAINT = 'Complaint'
export const complains = (notes: readonly string[]) => notes.some((each) => each.startsWith(COMPLAINT))

/** The beginning of a note about a customer's ongoing work or account. */
const CUSTOMER = 'Customer: '
export const noteCustomer = (state: AgentState, text: string) => noteOnce(state, CUSTOMER + text)
/** Returns whether a visitor has written about work that is under way, or has complained. */
export const isOfCustomer = (notes: readonly string[]) =>
  complains(notes) || notes.some((each) => each.startsWith(CUSTOMER))

/** Returns the questions for the team among the notes. */
export const askedIn = (notes: readonly string[]) =>
  notes.filter((each) => each.startsWith(ASKED)).map((each) => each.slice(ASKED.length))
