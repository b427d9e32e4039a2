import type { Needs } from '../../../src/contract/conversations.ts'
import { dayInWords } from '../../../src/domain/dashboard/today.ts'
import { knownZone } from '../../../src/domain/time/format-by-zone.ts'
import { zoneLabel } from '../../../src/domain/time/time-zones.ts'
import { BIDI_CONTROLS } from '../channels/quote-response.ts'

const CONTROLS = /\p{Cc}/gu
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
/** What mail programs and phones turn into links: web addresses, and numbers to call. */
const LINKED = /:\/\/|(?<=\S)[.。](?=[\p{L}\p{M}]{2})|\+?\p{Nd}(?:[^\p{L}\p{Nd}]{0,3}\p{Nd}){6,}/gu
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const LATIN_SPACES = /[\u00a0\u202f]/g
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Returns a text of at most `most` UTF-16 code units. Longer texts end with an ellipsis and are never cut within a
 * visible character.
 */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  let kept = ''
  for (const { segment } of graphemes.segment(text.slice(0, most + 64))) {
    if (kept.length + segment.length >= most) break
    kept += segment
  }
  // A single character can be longer than `most`.
  const start =
    kept === ''
      ? text
          .slice(0, most - 1)
          .toWellFormed()
          .replace(/\ufffd$/, '')
      : kept
  return `${start.trimEnd()}…`
}

/**
 * Converts an untrusted text to a single line that is safe in a subject: without control characters, line breaks, or
 * characters that reorder the text around them.
 */
export function line(text: string | null | undefined, most: number): string {
  const plain = (text ?? '')
    .toWellFormed()
    .replace(/\s+/g, ' ')
    .replace(CONTROLS, '')
    .replace(BIDI_CONTROLS, '')
  return cut(plain.trim(), most)
}

/**
 * Returns a name without web addresses and phone numbers. Anyone can register a business or enter a name, and have
 * messages sent to strangers.
 */
export const withoutLinks = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .replace(CONTROLS, '')
    .replace(UNSEEN, '')
    .replace(LINKED, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Like {@link line}, but keeps line breaks as `\n`, with at most one blank line in a row. */
export function block(text: string, most: number): string {
  const lines = text
    .toWellFormed()
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    .map((each) => each.replace(/\t/g, ' ').replace(CONTROLS, '').replace(BIDI_CONTROLS, '').trimEnd())
  return cut(
    lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
    most,
  )
}

/** Keeps a right-to-left name from reordering the sentence around it. */
export const isolated = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text)

/** Returns a time of day in the business's zone: `3:00 PM`. */
export function timeOfDay(at: Date, timezone: string | null): string {
  return at
    .toLocaleTimeString('en-US', { timeZone: knownZone(timezone), hour: 'numeric', minute: '2-digit' })
    .replace(LATIN_SPACES, ' ')
}

/** Returns the day and time of a message in the business's zone: `Nov 20, 3:04 PM`. */
export function messageTime(at: Date, timezone: string | null): string {
  const day = at.toLocaleDateString('en-US', {
    timeZone: knownZone(timezone),
    month: 'short',
    day: 'numeric',
  })
  return `${day}, ${timeOfDay(at, timezone)}`
}

/** Returns a time relative to `now`: `tomorrow at 3:00 PM (Eastern)`, `on Mon, Nov 30 at 3:00 PM (Eastern)`. */
export function soon(at: Date, now: Date, timezone: string | null): string {
  const zone = knownZone(timezone)
  const day = dayInWords(at.toISOString(), now, zone)
  const isNear = day === 'today' || day === 'tomorrow'
  return `${isNear ? day : `on ${day}`} at ${timeOfDay(at, timezone)} (${zoneLabel(zone)})`
}

/** Returns a calendar day in words: `Monday, November 23`. */
export function dayName(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    weekday: 'long',
    month: 'long',
    day: 'numeric',
  })
}

export interface Reason {
  /** How urgent it is, in a word or two; missing if it can wait. */
  mark?: string
  /** Returns the reason with the visitor's name: `Ada needs a person`. */
  about: (who: string) => string
  sentence: string
}

const REASONS: Record<Needs, Reason> = {
  emergency: {
    mark: 'Emergency',
    about: (who) => `Emergency: ${who}`,
    sentence: 'This sounds like an emergency. Please answer now.',
  },
  danger: {
    mark: 'Possible danger',
    about: (who) => `Possible danger: ${who}`,
    sentence: 'A message may tell of a danger. Please look at it now.',
  },
  urgent: {
    mark: 'Urgent',
    about: (who) => `Urgent: ${who}`,
    sentence: "A message sounds as if it can't wait. Please answer soon.",
  },
  complaint: {
    about: (who) => `Complaint: ${who}`,
    sentence: 'A visitor is not happy. A personal answer helps most now.',
  },
  deletion: {
    about: (who) => `${who} asked for deletion of data`,
    sentence:
      'A visitor asked not to be contacted, and for the deletion of their data. The menu of the conversation erases it.',
  },
  opt_out: {
    about: (who) => `${who} asked not to be contacted`,
    sentence: 'A visitor asked not to be contacted. Please do not call or write.',
  },
  asked: {
    about: (who) => `${who} asks for a person`,
    sentence: 'A visitor asked to talk to a person, and waits in the chat.',
  },
  message: {
    about: (who) => `${who} left a message`,
    sentence: 'The agent is paused, and a visitor left a message.',
  },
  unanswered: {
    about: (who) => `Question from ${who}`,
    sentence: 'Your agent could not answer a question.',
  },
}
const NEEDED: Reason = {
  about: (who) => `${who} needs a person`,
  sentence: 'A visitor waits for a person in the chat.',
}

/** Returns why a person is needed, in words. */
export const reasonOf = (needs: unknown): Reason => REASONS[needs as Needs] ?? NEEDED

/** Returns the reason that consists of a note about the visitor's call. */
export const noted = (sentence: string): Reason => ({
  about: (who) => `Check the appointment with ${who}`,
  sentence,
})

/** Returns a timestamp from a notification's data, or null if it isn't one. */
export function readInstant(value: unknown): Date | null {
  const date = new Date(typeof value === 'string' ? value : '')
  return Number.isNaN(date.getTime()) ? null : date
}
