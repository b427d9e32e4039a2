import { LIMITS } from '../../src/contract/limits.ts'

/** What visitors abbreviate on a phone. Spanish uses `u` before a vowel: `siete u ocho`. */
const SHORTHAND: readonly (readonly [RegExp, string])[] = [
  [/(?<![\p{L}\d.'’&@_-])u(?![\p{L}\d.'’&@_-]| h?o(?:tr|cho|nce|rden|bra|y))/giu, 'you'],
  [/(?<![\p{L}\d.'’&@_-])(?:u|y)['’]?all['’]?s(?!\p{L})/giu, 'your'],
  [/(?<![\p{L}\d.'’&@_-])y['’]?all(?!\p{L})/giu, 'you'],
  [/(?<![\p{L}\d.'’&@_-])u['’]?(ll|ve|re)(?!\p{L})/giu, "you'$1"],
  [/(?<![\p{L}\d.'’&@_-])ur(?![\p{L}\d.'’@_-])/giu, 'your'],
  [/(?<![\p{L}\d.'’&@_-])r(?= (?:you|your|they|we|the|there|these|those)\b)/giu, 'are'],
  [/(?<![\p{L}\d.'’&@_-])w\/?(?= (?:my|our|the|me|us|you|your|him|her|them|this|that)\b)/giu, 'with'],
  [/(?<![\p{L}\d.'’&@_-])(?:tmr?w|tmrow|2mor+ow)(?![\p{L}\d.'’@_-])/giu, 'tomorrow'],
  [/(?<![\p{L}\d.'’&@_-])(what|when|where|who|how)s(?= \p{L}|\W*$)/giu, "$1's"],
  [
    /(?<![\p{L}\d.'’&@_-])(do|ca|wo|does|did|is|are|was|were|could|would|should|have|has)nt(?![\p{L}\d@.'’_-])/giu,
    "$1n't",
  ],
  [/(?<![\p{L}\d.'’&@_-])i(m|ve)(?![\p{L}\d@.'’_-])/gu, "i'$1"],
  [
    /(?<![\p{L}\d.'’&@_-])ill(?= (?:be|get|call|text|email|let|have|ask|check|think|talk|take|send|see|need|try|wait|do|go|pay|reach|come|probably|just)\b)/gu,
    "i'll",
  ],
]

/** Returns the part of a message that the agent reads, with normalized spaces and chat shorthand spelled out. */
export const readText = (message: string): string =>
  SHORTHAND.reduce(
    (text, [pattern, words]) => text.replace(pattern, words),
    message.slice(0, LIMITS.message).replace(/\s+/g, ' ').trim(),
  )
