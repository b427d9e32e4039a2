import { NEEDS, type Needs } from '../../contract/conversations.ts'
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

/** The lines about a visitor who asked not to be contacted, and to have their data deleted. */
export const NO_CONTACT = 'Asked not to be contacted'
export const DELETION = 'Asked for their details to be deleted'

/** The beginning of the line about one who then asked to be contacted. */
export const CONTACT_AFTER_ALL = 'Wants to be contacted after all: '

/** The beginnings of the lines about dangers and about what can't wait, and how urgent each is. */
const ALARMS = {
  Danger: 'emergency',
  'May harm themselves': 'emergency',
  Threatens: 'emergency',
  Urgent: 'emergency',
  'May be dangerous': 'danger',
  "Can't wait": 'urgent',
} as const satisfies Record<string, Needs>

/** The beginning of a line about a danger, or about what can't wait. */
export type AlarmStart = keyof typeof ALARMS

export const ALARM_STARTS: readonly string[] = Object.keys(ALARMS)

/** A message about a danger, or about what can't wait. */
export interface Alarm {
  needs: (typeof ALARMS)[keyof typeof ALARMS]
  text: string
}

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

const linesOf = (info: string | null) => (info ?? '').split('\n').filter((line) => line.trim() !== '')

const alarmOf = (line: string): Alarm[] =>
  Object.entries(ALARMS).flatMap(([start, needs]) =>
    line.startsWith(`${start}: `) ? { needs, text: line.slice(start.length + 2) } : [],
  )

/** Returns the last of the most urgent messages among the agent's notes; null if nothing was urgent. */
export function alarmIn(info: string | null): Alarm | null {
  const alarms = linesOf(info).flatMap(alarmOf)
  return NEEDS.map((each) => alarms.findLast(({ needs }) => needs === each)).find(Boolean) ?? null
}

/** Returns what a visitor who wants no contact asked for; null for others. The last wish counts. */
export function noContactIn(info: string | null): 'opt_out' | 'deletion' | null {
  const lines = linesOf(info)
  const last = lines.findLast((line) => line === NO_CONTACT || line.startsWith(CONTACT_AFTER_ALL))
  if (last !== NO_CONTACT) return null
  return lines.includes(DELETION) ? 'deletion' : 'opt_out'
}

/** Splits a lead's additional information into what each part of the screen shows. */
export function readNotes(info: string | null): AgentNotes {
  const lines = linesOf(info)
  const asked = lines.filter((line) => line.startsWith(ASKED)).map(bodyOf)
  const questions = new Set(asked.map(textKey))
  const own = lines.filter((line) => !line.startsWith(ASKED) && preferenceOf(line) === null)
  const rest = own.filter((line) => !questions.has(textKey(bodyOf(line))))
  // The last wish counts.
  return { preference: lines.map(preferenceOf).findLast((way) => way !== null) ?? null, asked, rest }
}
