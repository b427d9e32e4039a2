import { ASPECTS, EMPTY, MINOR, SUBJECTS, TOPICS } from './texts/concepts.ts'
import { stem } from './words/words.ts'

export type Concept = keyof typeof ASPECTS | keyof typeof SUBJECTS | keyof typeof TOPICS | keyof typeof MINOR
/** The kinds of terms, which have different weights. */
export type Kind = 'aspect' | 'subject' | 'topic' | 'minor' | 'other'
/** The meaning of a text: each concept, and each other stem (prefixed with a hyphen), with its kind. */
export type Terms = ReadonlyMap<string, Kind>

const MOST_REMEMBERED = 2_000
/** The maximum length of a cached text, so that FAQ entries are cached and long messages aren't. */
const LONGEST_REMEMBERED = 500
const SHORT_WORD = 5
const LONG_WORD = 8

/** Matches informal forms of `you`. */
const YOU = /\byou (?:guys|all|folks)\b/g
const wordsOf = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replace(YOU, 'you')
    .match(/[\p{L}\p{N}]{1,40}/gu) ?? []

const keyOf = (text: string) => wordsOf(text).map(stem).join(' ')

const PHRASES = new Map<string, readonly [Concept, Kind]>()
for (const [kind, concepts] of [
  ['aspect', ASPECTS],
  ['subject', SUBJECTS],
  ['topic', TOPICS],
  ['minor', MINOR],
] as const) {
  for (const [concept, phrases] of Object.entries(concepts) as [Concept, string][]) {
    for (const phrase of phrases.split(',')) PHRASES.set(keyOf(phrase), [concept, kind])
  }
}
/** The number of words in the longest phrase that starts with a given word. */
const LONGEST = new Map<string, number>()
for (const phrase of PHRASES.keys()) {
  const [first = '', ...others] = phrase.split(' ')
  LONGEST.set(first, Math.max(LONGEST.get(first) ?? 0, 1 + others.length))
}
const EMPTY_STEMS = new Set(wordsOf(EMPTY).map(stem))
/** The single words in the lexicon that are long enough to recognize with a typo, by first letter. */
const CORRECT = Map.groupBy(
  [...PHRASES.keys()].filter((phrase) => phrase.length >= SHORT_WORD && !phrase.includes(' ')),
  (phrase) => phrase[0],
)

/** Returns whether two words with the same first letter differ by at most one edit or swap, or two in long words. */
function isNear(a: string, b: string): boolean {
  const most = Math.min(a.length, b.length) >= LONG_WORD ? 2 : 1
  if (Math.abs(a.length - b.length) > most) return false
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, (before[j - 2] ?? 0) + 1)
      }
      next.push(least)
    }
    before = row
    row = next
  }
  return (row[b.length] ?? Number.POSITIVE_INFINITY) <= most
}

const remembered = new Map<string, Terms>()

/**
 * Returns the meaning of a text: the concepts of its words and phrases, and the stems of its other significant words.
 * Recognizes typos of words in the lexicon. Runs in linear time in the length of the text.
 */
export function termsOf(text: string): Terms {
  const known = remembered.get(text)
  if (known) return known
  const terms = new Map<string, Kind>()
  for (const { word, phrase } of phrasesIn(text)) {
    if (phrase) terms.set(...phrase)
    else if (!EMPTY_STEMS.has(word)) addWord(terms, word)
  }
  if (text.length > LONGEST_REMEMBERED) return terms
  if (remembered.size >= MOST_REMEMBERED) remembered.clear()
  remembered.set(text, terms)
  return terms
}

/** Returns the work that a text is about. Unlike `termsOf`, recognizes no typos. */
export const subjectsOf = (text: string): Concept[] =>
  [...phrasesIn(text)].flatMap(({ phrase }) => (phrase?.[1] === 'subject' ? phrase[0] : []))

/** Returns a key that is the same for questions with the same meaning. */
export function meaningOf(text: string): string {
  const telling = [...termsOf(text)].flatMap(([term, kind]) => (kind === 'minor' ? [] : [term]))
  return telling.length > 0 ? telling.sort().join(' ') : wordsOf(text).join(' ')
}

/** Yields the longest phrases of the lexicon in a text, and the stems of the words between them. */
function* phrasesIn(text: string) {
  const words = wordsOf(text).map(stem)
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? ''
    let length = Math.min(LONGEST.get(word) ?? 1, words.length - at)
    const phraseAt = () => PHRASES.get(words.slice(at, at + length).join(' '))
    while (length > 1 && !phraseAt()) length--
    yield { word, phrase: phraseAt() }
    at += length
  }
}

function addWord(terms: Map<string, Kind>, word: string): void {
  if (/^\d+$/.test(word) || word.length < 2) return
  const meant =
    word.length >= SHORT_WORD ? CORRECT.get(word[0])?.find((each) => isNear(word, each)) : undefined
  const phrase = meant && PHRASES.get(meant)
  if (phrase) terms.set(...phrase)
  else terms.set(`-${word}`, 'other')
}
