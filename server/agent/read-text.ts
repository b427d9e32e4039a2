import { LIMITS } from '../../src/contract/limits.ts'
import { asciiDigits } from '../../src/domain/common/ascii-digits.ts'

const APOSTROPHE = "['’]?"

/** Returns a pattern for whole words, but not for parts of email addresses, abbreviations, and names such as O'Neil. */
const word = (words: string, flags = 'giu') =>
  new RegExp(`(?<![\\p{L}\\d.'’&@_-])(?:${words})(?![\\p{L}\\d'’&@_-]|\\.[\\p{L}\\d])`, flags)

/** What visitors abbreviate on a phone. Spanish uses `u` before a vowel (`siete u ocho`), and U Street is a street. */
const SHORTHAND: readonly (readonly [RegExp, string])[] = [
  [word('(?<!\\d )u(?! h?o(?:tr|cho|nce|rden|bra|y)| st(?:reet)?\\b)', 'gu'), 'you'],
  [word('(?<=\\b(?:are|can|could|did|do|have|how|if|r|see|thank|what|when|will|would) )U'), 'you'],
  [word(`[uy]${APOSTROPHE}all${APOSTROPHE}s`), 'your'],
  [word(`y${APOSTROPHE}all`), 'you'],
  [word(`u${APOSTROPHE}(ll|ve|re)`), "you'$1"],
  [word('ur'), 'your'],
  [word('appt'), 'appointment'],
  [word('r(?= (?:you|your|they|we|the|there|these|those)\\b)'), 'are'],
  [word('w/?(?= (?:my|our|the|me|us|you|your|him|her|them|this|that)\\b)'), 'with'],
  [word('tmr?w|tmrow|2mor+ow'), 'tomorrow'],
  [word('(what|when|where|who|how)s(?= \\p{L}|\\W*$)'), "$1's"],
  [word('(do|ca|wo|does|did|is|are|was|were|could|would|should|have|has)nt'), "$1n't"],
  [word('i(m|ve)', 'gu'), "i'$1"],
  [
    word(
      'ill(?= (?:ask|be|call|check|come|do|email|get|go|have|just|let|need|pay|probably|reach|see|send|take|talk|text|think|try|wait)\\b)',
      'gu',
    ),
    "i'll",
  ],
]

/** Matches the beginning of an indirect question: `I was wondering if you do`. */
const INDIRECT =
  /\b(?:(?:i|we|i['’]?m|we['’]?re|am|are|was|were|just|also) )*(?:wondering|curious|asking|checking|wanted to (?:ask|know|see)) (?:if|whether) you(?: guys)? (do|offer|service|serve|cover|can|could|would|are|have)(?!\p{L})/iu
const AUXILIARY = /^(?:can|could|would|are)$/i

/** Punctuation that a phone writes out when a visitor dictates it. */
const DICTATED: readonly (readonly [RegExp, string])[] = [
  [/ ?\bquestion mark\b/gi, '?'],
  [/ comma (?=\p{L}|\d)/giu, ', '],
  [/ period(?=$| (?:i|i['’]m|my|this|we|can|do|please|thanks?)\b)/gi, '.'],
]

/** Matches the end of a question that only asks for a yes or no: `is 3 free or not`, `do you do trees yes/no`. */
const YES_OR_NO =
  /[\s,]+(?:(?:please )?(?:yes|y) ?(?:or|\/) ?(?:no|n)|or (?:(?:am i|are you|is it|did i|do you|will you|no) )?(?:not|no|what)|s[ií] o no|o(?: ya)? no)(?=\s*(?:[?.!]|$))/giu

/** Characters without a shape that set the direction of text, and spaces without a width. */
const INVISIBLE = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const NARROW = /[\u200b\u2060\ufeff]/g

/**
 * Returns the part of a message that the agent reads as it is written, with normalized spaces and digits, and without
 * invisible characters.
 */
export const writtenText = (message: string): string =>
  asciiDigits(message.slice(0, LIMITS.message))
    .replace(INVISIBLE, '')
    .replace(NARROW, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Returns the part of `written` from which the agent has read `part` of `read`; `part` if that isn't clear. */
export function asWritten(part: string, read: string, written: string): string {
  if (part === read) return written
  const at = read.indexOf(part)
  const [words, others] = [read.split(' '), written.split(' ')]
  if (part === '' || at < 0 || words.length !== others.length) return part
  const from = read.slice(0, at).split(' ').length - 1
  const found = others.slice(from, from + part.split(' ').length).join(' ')
  return /[\p{L}\p{N}]$/u.test(part) ? found.replace(/[.,;:!?)]+$/, '') : found
}

/** Returns the same with chat shorthand spelled out, and with direct questions about the business. */
export const readText = (message: string): string =>
  [...SHORTHAND, ...DICTATED]
    .reduce((text, [pattern, words]) => text.replace(pattern, words), writtenText(message))
    .replace(YES_OR_NO, '?')
    .replace(INDIRECT, (_, verb: string) => (AUXILIARY.test(verb) ? `${verb} you` : `do you ${verb}`))
