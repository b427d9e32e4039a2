import { isCity, isState, placesIn, plain } from '../../places/locate.ts'
import { GIVEN_NAMES } from '../texts/given-names.ts'
import { ABBREVIATIONS, DIRECTIONS, ROADS, STOP, TYPES, UNITS } from '../texts/streets.ts'

const MOST_WORDS = 22
/** Periods within a word separate single letters: `U.S.`, but `12 Elm St.Call me`. */
const WORD =
  /(?<![$\p{L}\p{N}]|(?<!\p{L})\.|\d,(?=\d{3}(?!\d)))[\p{L}\p{N}#](?:[\p{L}\p{N}'’/#-]|(?<=(?<!\p{L})\p{L})\.(?=\p{L}(?!\p{L})))*\.?|[,;!?.\n]/gu

/** Matches words after a number that isn't a house number. */
export const COUNTED =
  /^(?:(?:dog|cat|kid|car|tree|acre|bed|bath|room|bedroom|hour|day|week|month|year|minute|mile|yard|lawn|bush|shrub|stump|lot|zone|head|inch|meter|foot|dollar|buck|people|guy|unit|stor|listing|time|visit|bag|truck|load|thing|way|question|driveway|propert|house|place|lane|step|min|mi|gallon|percent|pallet|cubic|square|sq|ft|feet|lb|pound|x|k|or|to|more|big|small|large|different|of|o['’]clock|foot|car|story|row|run|loop|turn|point)(?:e?s|ies|y|hes)?|[ap]m)$/i
/** Matches contractions of running words. */
const SHORTENED = /'(?:m|re|ve|ll|d)$|n't$/
export const ZIP = /^\d{5}(?:-\d{4})?\.?$/
/** Types that precede the name of their street: `Calle de la Paz`, `Avenue of the Pines`. */
export const BEFORE_NAME = /^(?:avenue|calle|camino|avenida|av|via|paseo|plaza)$/

export interface Word {
  raw: string
  key: string
  start: number
  end: number
}

export function wordsOf(text: string): Word[] {
  return [...text.matchAll(WORD)].map(({ 0: raw, index }) => {
    const key = raw.toLowerCase().replace(/’/g, "'").replace(/\./g, '')
    return { raw, key: key || raw, start: index, end: index + raw.length }
  })
}

export const isCapital = (word: Word | undefined) => /^\p{Lu}/u.test(word?.raw ?? '')

/** Returns whether the name of a city is an everyday word: `Hope`. */
export const isEveryday = (name: string) => placesIn(name).length === 0

/** Returns whether a word ends a street or a part of an address. */
const isBreak = (word: Word | undefined) =>
  word !== undefined && (/[,.]$/.test(word.raw) || TYPES.has(word.key))

/** Matches what identifies a unit after its word: `4B` in `Apt 4B`. */
const UNIT_NAME = /^#?(?:(?=[\w-]*\d)[\w-]{1,6}|[A-Za-z])\.?$/

/** Returns the number of words in the unit at `at`: `Apt 4B`, `Unit # 7`, `2nd floor`, `#12`; 0 if there is none. */
export function unitAt(words: readonly Word[], at: number): number {
  const [word, next, third] = words.slice(at, at + 3)
  if (!word) return 0
  if (/^#./.test(word.raw) || word.key === 'ext') return 1
  if (/^\d{1,2}(?:st|nd|rd|th)$/.test(word.key)) return /^fl(?:oo)?r?$/.test(next?.key ?? '') ? 2 : 0
  if (!UNITS.has(word.key) || !next) return 0
  if (next.raw === '#' && UNIT_NAME.test(third?.raw ?? '')) return 3
  return UNIT_NAME.test(next.raw) ? 2 : 0
}

/**
 * Returns whether a town is at `at` that precedes a state or ends its sentence, and is no everyday word and no first name.
 */
function townAt(text: string, words: readonly Word[], at: number): boolean {
  return [3, 2, 1].some((length) => {
    const [last, after] = words.slice(at + length - 1, at + length + 1)
    const name = text.slice(words[at]?.start, last?.end).replace(/\.$/, '')
    if (!last || !isCity(name)) return false
    const hasState = ZIP.test(after?.raw ?? '') || isState(after?.raw ?? '')
    const isLast = !after || last.raw.endsWith('.') || /^\W$/.test(after.raw)
    return hasState || (isLast && !isEveryday(name) && !GIVEN_NAMES.has(plain(name)))
  })
}

/** The maximum number of words in a town before a state and a ZIP code. */
const MOST_OF_TOWN = 4

/** Returns whether at most four words precede a state and a ZIP code: `south el monte ca 91733`. */
function endsInState(words: readonly Word[], at: number): boolean {
  const state = words.slice(at, at + MOST_OF_TOWN + 1).findIndex(({ raw }, index) => {
    return (isState(raw) || isState(raw.toUpperCase())) && ZIP.test(words[at + index + 1]?.raw ?? '')
  })
  return state >= 0 && words.slice(at, at + state).every(({ raw }) => /^\p{L}/u.test(raw))
}

/**
 * Returns whether an address continues at `at`, after a period: with a town or a state, or, after a street, with a unit,
 * a direction, or a ZIP code.
 */
function continuesAt(text: string, words: readonly Word[], at: number, isStreet: boolean): boolean {
  const [word, next] = words.slice(at, at + 2)
  if (!word) return false
  const isZip = ZIP.test(word.raw) && (word.raw.endsWith('.') || !COUNTED.test(next?.key ?? ''))
  const isDirection = DIRECTIONS.has(word.key) && word.key.length < 3
  if (isStreet && (isZip || isDirection || unitAt(words, at) > 0 || endsInState(words, at))) return true
  return isState(word.raw) || isState(text.slice(word.start, next?.end)) || townAt(text, words, at)
}

/**
 * Returns whether a word that no address contains elsewhere belongs to the one that ends before it: `Avenue of the
 * Pines`, `Apt A`, `Portland OR 97201`.
 */
function belongs(all: readonly Word[], at: number, clause: readonly Word[]): boolean {
  const [word, next] = all.slice(at, at + 2)
  const before = clause.at(-1)?.key ?? ''
  const isBeforeZip = ZIP.test(next?.raw ?? '')
  switch (word?.key) {
    case 'new':
      return true
    case 'and':
      return clause.length === 2 && TYPES.has(all[at + 2]?.key ?? '')
    case 'or':
    case 'me':
    case 'hi':
      return isBeforeZip
    case 'the':
      return isOfStreet(clause)
    case 'la':
    case 'las':
      return isCapital(word) || isBeforeZip || isOfStreet(clause)
    case 'a':
    case 'i':
      return TYPES.has(next?.key ?? '') || ROADS.has(before) || isUnitLetter(word, next, before)
    case 'o':
    case 'y':
      return isUnitLetter(word, next, before)
    default:
      return false
  }
}

/** Returns whether an article may follow: `Avenue of`, `Calle de`. */
const isOfStreet = (clause: readonly Word[]) =>
  /^(?:of|de)$/.test(clause.at(-1)?.key ?? '') && BEFORE_NAME.test(clause.at(-2)?.key ?? '')

/** Returns whether a letter is a unit's: `Apt A`, but not `Lot a bit wet`. */
const isUnitLetter = ({ raw }: Word, next: Word | undefined, before: string) =>
  UNITS.has(before) && (/^A$|\.$/.test(raw) || !next || /^\W$/.test(next.raw))

/** Returns whether the period after the last word of `clause`, which is at `at`, ends the sentence. */
function endsSentence(all: readonly Word[], at: number, clause: readonly Word[]): boolean {
  const [word, next] = all.slice(at, at + 2)
  const before = clause.at(-2)
  if (!word?.raw.endsWith('.') || next?.raw === ',' || unitAt(all, at) >= 2) return false
  // `U.S.`
  if (/^\p{L}\.$|\.\p{L}/u.test(word.raw)) return false
  // `12 St. Clair Ave`, `12 N. St. Clair Ave`, `12 Elm St, St. Louis`
  if (/^(?:ste?|ft|mt)$/.test(word.key) && isBreak(before)) return false
  if (ABBREVIATIONS.has(word.key) && (clause.length === 2 || DIRECTIONS.has(before?.key ?? ''))) return false
  // `US Hwy. 45`
  return !(ROADS.has(word.key) && /^\d{1,4}\b/.test(next?.raw ?? ''))
}

/** Returns whether an address, of which `clause` is the beginning, ends before the word at `at`. */
function endsBefore(all: readonly Word[], at: number, clause: readonly Word[]): boolean {
  const [word, next] = all.slice(at, at + 2)
  if (!word || /^[;!?.]$/.test(word.raw) || SHORTENED.test(word.key)) return true
  // `12 Pecan Street no 21 Pecan Street`
  const again = all[at + (next?.raw === ',' ? 3 : 2)]
  if (word.key === 'no' && clause.length > 1 && again?.key === clause[1]?.key) return true
  return STOP.has(word.key) && !belongs(all, at, clause)
}

/**
 * Returns the words of an address that begins at `from`, up to the end of the sentence or a word that no address
 * contains.
 */
export function clauseAt(text: string, all: readonly Word[], from: number): Word[] {
  const clause: Word[] = []
  const continues = (at: number) =>
    continuesAt(
      text,
      all,
      at,
      clause.some(({ key }) => TYPES.has(key)),
    )
  for (const [index, word] of all.slice(from, from + MOST_WORDS).entries()) {
    const at = from + index
    const isLineBreak = word.raw === '\n'
    if (endsBefore(all, at, clause) || (isLineBreak && !continues(at + 1))) break
    clause.push(isLineBreak ? { ...word, raw: ',' } : word)
    if (endsSentence(all, at, clause) && !continues(at + 1)) break
  }
  return clause
}
