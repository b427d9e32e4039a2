import { findPhoneNumbersInText, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js'
import { asciiDigits } from '../../../src/domain/common/ascii-digits.ts'
import type { Found } from './spans.ts'
import { TWO_DIGITS, twoDigits } from './spoken.ts'

const COUNTRY = 'US'
const MOST_PLACES = 10
/** Matches candidates in international notation. All quantifiers are bounded so that matching takes linear time. */
const FOREIGN = /\+ ?[2-9][\d ()./-]{6,24}\d/g
const SEVEN_DIGITS = /(?<![\d$.,-])\d{3}[ .-]\d{4}(?![\d-])/

const DIGIT_WORDS: Readonly<Record<string, string>> = {
  ...{ zero: '0', oh: '0', one: '1', two: '2', three: '3', four: '4', five: '5', six: '6', seven: '7' },
  ...{ eight: '8', nine: '9', cero: '0', uno: '1', dos: '2', tres: '3', cuatro: '4', cinco: '5' },
  ...{ seis: '6', siete: '7', ocho: '8', nueve: '9' },
}
/** Matches digits that are dictated several times at once: `double five`. */
const REPEATED = new RegExp(`^(double|triple)[ -](\\d|${Object.keys(DIGIT_WORDS).join('|')})$`, 'i')
const GROUP = new RegExp(
  `\\b${TWO_DIGITS}\\b|\\b(?:double|triple)[ -](?:\\d|${Object.keys(DIGIT_WORDS).join('|')})\\b|\\d{1,16}|(?<=\\d[-. ])[Oo][\\dOo]{2,3}(?![\\p{L}\\d])|\\b(?:${Object.keys(DIGIT_WORDS).join('|')})\\b`,
  'giu',
)
const BETWEEN = /^[\s()[\]{}./\\|~*_-]{0,4}$|^, ?$|^,? (?:and )?then $/i
/** Matches an area code after the rest of the number: `555-0128, area code 614`. */
const CODE_AFTER =
  /(?<![\d-])(\d{3})[ .-]?(\d{4})[\s,;]{1,3}(?:and )?(?:the |my )?area code(?:['’]?s| is)? ?\(?(\d{3})\)?(?!\d)/i
const DATE =
  /\b(?:(?:19|20)\d\d[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[/.-]\d{1,2}[/.-](?:(?:19|20)\d\d|\d\d))\b(?![-.\d])/g
const USUAL_GROUPS =
  /^(?:(?:001|\+?1),)?(?:10|3,3,4|3,3,2,2|3,7|6,4|1,3,3,4|11|13|1,10|3,10|3,3,3,4|1,3,7|(?:1,){9}1|(?:1,){10}1)$/
const ANNOUNCED =
  /(?:\b(?:area code|number|phone|cell|mobile|tel|telephone|whatsapp|call|reach|text|n[uú]mero|tel[eé]fono|celular|ll[aá]m[ae]me)\b(?: me| us)?(?:(?: is|['’]s| at| on| es| al| en| actually|:|=)\s{0,2}){0,3}|[:=]) ?$/iu
const NOT_A_PHONE =
  /(?:[$€]|(?<!\b(?:ph|phone|cell|tel|my|mobile) ?)#|\b(?:order|invoice|account|acct|parcel|permit|confirmation|case|ticket|id|license|licence|policy|vin|ssn|social|card|tracking|serial|model|part|routing|reference|ref|claim|pedido|factura|tarjeta|(?<!\barea )code|pin|lat|latitude|lon|longitude)\b(?: security)?(?: (?:no|number|num|n[uú]mero))?\.?(?: is| es)? ?[:#=]? ?)$/iu
const EXTENSION = /^\s?,?\s?(?:x|ext(?:ensi[oó]n)?\.?|#)\s?:?\s?\d{1,7}(?!\d)/i

/** Matches a correction of the last four digits: `614 555 0144, sorry, 0145`. */
const MENDED =
  /^[\s,.;:–-]{0,3}(?:(?:sorry|oops|whoops|wait|actually|no|i mean(?:t)?|make that|correction|perd[oó]n|digo)[\s,:]{1,3}){1,3}(?:(?:it['’]?s|that['’]?s|make that|i meant?|es) )?(\d{4})(?=\W*$|[.,;!?])/i

interface Group {
  digits: string
  start: number
  end: number
}

const written = (number: PhoneNumber) =>
  number.country === COUNTRY || number.countryCallingCode === '1'
    ? number.formatNational()
    : number.formatInternational()

/** Matches what is dialed before the country code, in the US and elsewhere. */
const DIALED_ABROAD = /(?<![\d+.,/-])(?:011|00)(?=[ .-]?[2-9]\d?[\d ()./-]{6})/g
/** Matches Mexico's code with the 1 of mobile phones, which has been obsolete since 2019. */
const OLD_MEXICAN = /(?<=\+52[ .-]?)1(?=[ .-]?\d\d)/g

/** Matches the letters at the end of a number: `614-555-LAWN`, `1-800-GOT-JUNK`. */
const LETTERS = new RegExp(
  [
    '(?<=(?<![\\p{L}\\d$])\\(?[2-9]\\d\\d(?:\\) ?|[-. ])[2-9]\\d\\d[-. ])[A-Z]{4}',
    '(?<=(?<![\\p{L}\\d$])[2-9]\\d\\d-[2-9]\\d\\d-)[A-Za-z]{4}',
    '(?<=(?<![\\p{L}\\d$])\\(?[2-9]\\d\\d(?:\\) ?|[-.]))(?:[A-Z]{7}|[A-Z]{3}-[A-Z]{4}|[A-Z]{4}-[A-Z]{3})',
  ]
    // The letter O is a zero: `614-555-OOOO`.
    .map((letters) => `${letters.replace('[A', '(?![Oo]{4})[A')}(?![\\p{L}\\d])`)
    .join('|'),
  'gu',
)
/** The keys of the letters on a phone. */
const KEYS = '22233344455566677778889999'
const keysOf = (letters: string) =>
  letters.replace(/[A-Za-z]/g, (letter) => KEYS[letter.toUpperCase().charCodeAt(0) - 65] ?? letter)

/** Replaces all kinds of digits, hyphens, dots, and spaces with the ASCII ones, and letters at the end, at the same positions. */
const plainDigits = (text: string) =>
  asciiDigits(text)
    .replace(/[\u2010-\u2015\u2212\uff0d]/g, '-')
    .replace(/[\u00b7\u2022\u2024\u2027\u2219\u22c5\u30fb]/g, '.')
    .replace(/[\u00a0\u2000-\u200a\u202f\u3000]/g, ' ')
    .replace(LETTERS, keysOf)

/** Writes foreign numbers in international notation, at the same positions. */
const international = (text: string) =>
  text.replace(DIALED_ABROAD, (prefix) => '+'.padStart(prefix.length)).replace(OLD_MEXICAN, ' ')

/** Returns whether a run is a number that ends before a space, or isn't a number that continues after a comma. */
function isWhole(run: readonly Group[], between: string): boolean {
  const groups = run.map(({ digits }) => digits.length).join(',')
  const count = run.reduce((sum, { digits }) => sum + digits.length, 0)
  if (between.includes(',')) return count !== 3 && count !== 6
  return /\s/.test(between) && /^(?:1,)?(?:10|3,3,4)$/.test(groups)
}

function digitsOf(raw: string): string {
  const [, times, digit] = REPEATED.exec(raw) ?? []
  if (times && digit) return digitsOf(digit).repeat(/^d/i.test(times) ? 2 : 3)
  return DIGIT_WORDS[raw.toLowerCase()] ?? twoDigits(raw) ?? raw.replace(/o/gi, '0')
}

/** Splits a text into runs of digit groups with only separators between them. */
function runsOf(text: string): Group[][] {
  const runs: Group[][] = []
  for (const { 0: raw, index } of text.matchAll(GROUP)) {
    const digits = digitsOf(raw)
    const group = { digits, start: index, end: index + raw.length }
    const run = runs.at(-1)
    const before = run?.at(-1)
    const between = before && text.slice(before.end, index)
    if (run && between !== undefined && BETWEEN.test(between) && !isWhole(run, between)) run.push(group)
    else runs.push([group])
  }
  return runs
}

/** Returns the ten digits of a run, or null if it isn't a US or Canadian number. */
function tenDigits(text: string, run: readonly Group[]): string | null {
  const all = run.map(({ digits }) => digits).join('')
  const national = all.replace(/^(?:001|1)(?=\d{10}$)/, '')
  const [first, last] = [run[0], run.at(-1)]
  if (!first || !last || !/^[2-9]\d{9}$/.test(national)) return null
  const before = text.slice(Math.max(0, first.start - 40), first.start).replace(/[+([]+$/, '')
  const groups = run.map(({ digits }) => digits.length).join(',')
  // `#614-555-0188` is a number.
  const named = groups === '3,3,4' ? before.replace(/(^|\W)#$/, '$1') : before
  if (NOT_A_PHONE.test(named) || NOT_A_PHONE.test(before.replace(/#$/, ''))) return null
  if (/^(?::\d|%| ?sq)/.test(text.slice(last.end))) return null
  if (USUAL_GROUPS.test(groups)) return national
  const isSpelled = run.some(({ start, end, digits }) => end - start !== digits.length)
  const isAlone = !/[\p{L}\d]/u.test(text.slice(0, first.start) + text.slice(last.end))
  const isDictated = run.every(
    ({ start, end, digits }) => end - start !== digits.length || digits.length === 1,
  )
  const isCoded = /\barea code(?: is)? $/i.test(before)
  const isClear = isSpelled
    ? /^(?:3|1,1,1),/.test(groups) || isDictated || isCoded
    : isAlone || ANNOUNCED.test(before)
  return /^\d{3}[2-9]/.test(national) && isClear ? national : null
}

/** Returns whether a group isn't part of a phone number: a ZIP code, a short number, or an amount before a comma. */
const isOther = (text: string, group: Group | undefined, next: Group | undefined) =>
  /^(?:\d{5}|\d{1,2})$/.test(group?.digits ?? '') || text.slice(group?.end, next?.start).startsWith(',')

/**
 * Splits a run that isn't a phone number into phone numbers, ZIP codes, and times. Returns nothing if it contains
 * anything else.
 */
function numbersIn(text: string, run: readonly Group[]): Group[] {
  const asGroup = (part: readonly Group[]) => {
    const digits = tenDigits(text, part)
    return digits ? [{ digits, start: part[0]?.start ?? 0, end: part.at(-1)?.end ?? 0 }] : []
  }
  const whole = asGroup(run)
  if (whole.length > 0) return whole
  const found: Group[] = []
  for (let at = 0; at < run.length; ) {
    const lengths = [4, 3, 2, 1].filter((length) => at + length <= run.length)
    const length = lengths.find((each) => {
      const groups = run.slice(at, at + each).map(({ digits }) => digits.length)
      return USUAL_GROUPS.test(groups.join(',')) && asGroup(run.slice(at, at + each)).length > 0
    })
    if (length) found.push(...asGroup(run.slice(at, at + length)))
    else if (!isOther(text, run[at], run[at + 1])) return []
    at += length ?? 1
  }
  return found
}

/**
 * Finds phone numbers in order, regardless of how their digits are grouped or spelled. US and Canadian numbers are in
 * national format, others in international format. Area codes that the built-in numbering plan lacks also count,
 * because plans grow. Dates, prices, ZIP codes, payment cards, and order numbers don't. The span includes an extension;
 * the value doesn't.
 */
export function findPhones(original: string): Found[] {
  const text = plainDigits(original).replace(DATE, (date) => ' '.repeat(date.length))
  const foreign = [...international(text).matchAll(FOREIGN)].slice(0, MOST_PLACES).flatMap((place) =>
    findPhoneNumbersInText(place[0], COUNTRY).map(({ number, startsAt, endsAt }) => ({
      value: written(number),
      start: place.index + startsAt,
      end: place.index + endsAt,
    })),
  )
  const domestic = runsOf(text)
    .flatMap((run) => numbersIn(text, run))
    .flatMap(({ digits, start, end }) => {
      const number = parsePhoneNumberFromString(digits, COUNTRY)
      if (!number || foreign.some((found) => found.start < end && start < found.end)) return []
      const extension = EXTENSION.exec(text.slice(end, end + 24))?.[0].length ?? 0
      const [mended, last] = MENDED.exec(text.slice(end, end + 40)) ?? []
      const right = last && parsePhoneNumberFromString(digits.slice(0, -4) + last, COUNTRY)
      if (mended && right) return [{ value: written(right), start, end: end + mended.length }]
      return [{ value: written(number), start, end: end + extension }]
    })
  const [whole = '', first, last, code] = CODE_AFTER.exec(text) ?? []
  const number = parsePhoneNumberFromString(`${code}${first}${last}`, COUNTRY)
  const start = text.indexOf(whole)
  if (whole && number) domestic.push({ value: written(number), start, end: start + whole.length })
  return [...foreign, ...domestic].sort((a, b) => a.start - b.start).slice(0, MOST_PLACES)
}

export const hasExtension = (text: string) =>
  findPhones(text).some(({ start, end }) =>
    /(?:x|ext(?:ensi[oó]n)?\.?|#)\s?:?\s?\d{1,7}$/i.test(text.slice(start, end)),
  )

const PART =
  /^(?:(?:oh|ok|it['’]?s|its|sorry|the|my|area code|phone|cell|number|['’]?s|is)\b\W*)*\W*\d(?:[\s().-]{0,2}\d){2,6}\W*$/i
/**
 * Returns the digits of a message whose only number is part of a phone number, which a ZIP code isn't; empty otherwise.
 */
export function partOfPhone(text: string): string {
  const all = text.replace(/\D/g, '')
  const isPart = PART.test(text) || (all.length === 7 && hasLocalNumber(text))
  return isPart && all.length !== 5 ? all : ''
}

/** Returns whether the text contains a phone number without an area code. */
export function hasLocalNumber(text: string): boolean {
  return SEVEN_DIGITS.test(text)
}

/** Returns whether two texts contain the same phone number. */
export function samePhone(a: string, b: string): boolean {
  const first = parsePhoneNumberFromString(a, COUNTRY)
  const second = parsePhoneNumberFromString(b, COUNTRY)
  return first !== undefined && second !== undefined && first.number === second.number
}
