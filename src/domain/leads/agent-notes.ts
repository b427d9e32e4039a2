import { textKey } from '../common/same-text.ts'

/** What the agent writes, line by line, into a lead's additional information. */

/** The beginning of a line about a question that the team must answer. */
export const ASKED = 'Asked: '

/** The beginning of a line with the message that describes the work. */
export const IN_WORDS = 'In their words: '

/** The ways of contact that a visitor can prefer to calls. */
export const PREFERENCES = ['email', 'whatsapp', 'text'] as const
export type Preference = (typeof PREFERENCES)[number]

/** The line about each preferred way of contact. */
export const PREFERENCE_NOTES: Readonly<Record<Preference, string>> = {
  email: 'Prefers email to calls',
  whatsapp: 'Prefers WhatsApp to calls',
  text: 'Prefers text messages to calls',
}

/** The line about a visitor who wants a text. */
export const WANTS_TEXT = 'Would like a text'

/** The beginning of a line that repeats a message. */
export const ALSO = 'Also: '

export interface AgentNotes {
  /** How the visitor wants to be contacted; null if they didn't say. */
  preference: Preference | null
  /** The questions that the agent could not answer, in the visitor's words. */
  asked: string[]
  /** Everything else, without what the questions repeat. */
  rest: string[]
}

const bodyOf = (line: string) =>
  [ASKED, IN_WORDS, ALSO].reduce((text, start) => text.replace(start, ''), line)

function preferenceOf(line: string): Preference | null {
  if (line === WANTS_TEXT) return 'text'
  return PREFERENCES.find((way) => PREFERENCE_NOTES[way] === line) ?? null
}

/** Splits a lead's additional information into what each part of the screen shows. */
export function readNotes(info: string | null): AgentNotes {
  const lines = (info ?? '').split('\n').filter((line) => line.trim() !== '')
  const asked = lines.filter((line) => line.startsWith(ASKED)).map(bodyOf)
  const questions = new Set(asked.map(textKey))
  const own = lines.filter((line) => !line.startsWith(ASKED) && preferenceOf(line) === null)
  const rest = own.filter((line) => !questions.has(textKey(bodyOf(line))))
  // The last wish counts.
  return { preference: lines.map(preferenceOf).findLast((way) => way !== null) ?? null, asked, rest }
}
