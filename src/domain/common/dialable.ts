import { asciiDigits } from './ascii-digits.ts'

const NATIONAL = /^(?:\+?1[\s.-]*)?\(?([2-9]\d\d)\)?[\s.-]*([2-9]\d\d)[\s.-]*(\d{4})$/

/**
 * The number of digits of the shortest complete number, of one with its area code, of the longest one, and of the
 * shortest service number.
 */
const COMPLETE = 7
const LONG = 10
const LONGEST = 15
const SHORTEST = 3

const SEPARATORS = /(\s*(?:[/;,|&\r\n]|:::|\b(?:or|and|o|y)\b)\s*)/i
const EXTENSION =
  /^[\s,;(]*(?:(?:e?xt(?:ensi[oó]n)?n?|anexo|poste|int(?:erno)?|доб)[.:=\s-]*(?:no\.?\s*)?#?|[x#~pw][.:\s]*|[,;]+)\s*(\d{1,7})(?!\d)/i
const SPELLED = /(?:\+?1[-.\s]*)?\(?[2-9]\d\d\)?[-.\s]*(?:[A-Z\d][-.\s]*){7}/

/** The digit of each letter on a phone's keys, from A to Z. */
const KEYS = '22233344455566677778889999'

/** Returns a text with ASCII digits and hyphens in numbers, and without characters that nobody sees. */
const plain = (text: string) =>
  asciiDigits(text.normalize('NFKC'))
    .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, '')
    .replace(/[\u2010-\u2015\u2212\u00b7\u2022\u2027\u2219\u22c5\u30fb_]/g, '-')

const digitsIn = (text: string) => plain(text).replace(/\D/g, '').length

/**
 * Splits a text into its phone numbers, each with its extension and what else is written next to it. A text with at
 * most one number returns as it is.
 */
export function phonesIn(text: string): string[] {
  const [first = '', ...rest] = text.split(SEPARATORS)
  const found = [first]
  for (let at = 0; at < rest.length; at += 2) {
    const [sign = '', next = ''] = rest.slice(at, at + 2)
    const last = found.length - 1
    const before = found[last] ?? ''
    if (digitsIn(before) < COMPLETE || digitsIn(next) < COMPLETE) found[last] = before + sign + next
    else found.push(next)
  }
  return found.flatMap(inTwo)
}

/** Splits numbers that only spaces, a dash, or a word separate. */
function inTwo(text: string): string[] {
  if (digitsIn(text) <= LONGEST) return [text]
  const [, first, rest] = /^(.*?\d{4})\s+((?:\p{Pd}\s+|\p{L}+[.:]?\s*)?(?:\+|\(?\d{3}).*)$/su.exec(text) ?? []
  if (first === undefined || rest === undefined) return [text]
  return digitsIn(first) >= COMPLETE && digitsIn(rest) >= LONG ? [first, ...inTwo(rest)] : [text]
}

/**
 * Returns the `tel:` link of the first number in a text, with its extension (RFC 3966), or null if there is none.
 * Numbers without a country code are from the US, unless they begin with zero.
 */
export function phoneHref(text: string): string | null {
  for (const part of phonesIn(text)) {
    const number = numberIn(plain(part).trim())
    if (number) return `tel:${number}`
  }
  return null
}

function numberIn(text: string): string | null {
  // The code in front hides the caller's own number.
  const dialed = text.replace(/\*\d\d\b/g, '')
  for (const { 0: found, index } of dialed.matchAll(/\+?[\d(][\d\s()./-]*\d/g)) {
    // A slash separates an area code from the rest, or the number from the end of another one.
    const [start = ''] = found.split('/')
    const number = digitsIn(start) < COMPLETE ? found : start
    if (digitsIn(number) < COMPLETE) continue
    const whole = withExtension(number, dialed.slice(index + number.length))
    if (whole) return whole
  }
  const spelled = SPELLED.exec(/\d[-.]?[a-z-]+$/i.test(text) ? text.toUpperCase() : text)
  if (spelled && /[A-Z]/.test(spelled[0])) {
    const number = spelled[0].replace(/[A-Z]/g, (letter) => KEYS[letter.charCodeAt(0) - 65] ?? '')
    return withExtension(number, text.slice(spelled.index + spelled[0].length))
  }
  const short = text.replace(/[\s.()-]/g, '')
  return /^[*#]*\d{3,6}#?$/.test(short) ? short.replaceAll('#', '%23') : null
}

function withExtension(number: string, rest: string): string | null {
  const [, extension] = EXTENSION.exec(rest) ?? []
  const whole = international(number)
  return whole && extension ? `${whole};ext=${extension}` : whole
}

function international(written: string): string | null {
  const digits = written.replace(/^(\+|0|\(0)(.*?)\(0\)/, '$1$2').replace(/\D/g, '')
  if (written.startsWith('+') && digits.length <= LONGEST) return `+${digits}`
  const [, abroad] = /^(?:00|011(?=\d{10}))([1-9]\d*)$/.exec(digits) ?? []
  if (abroad) return `+${abroad}`
  const [, us] = /^1?([1-9]\d{9})$/.exec(digits) ?? /^1?([2-9]\d\d[2-9]\d{6})\d{6,}$/.exec(digits) ?? []
  if (us) return `+1${us}`
  return digits.length > LONGEST ? null : digits
}

/** Returns whether a text is a complete US number, which {@link phoneText} formats without the parser. */
export const isUsNumber = (text: string): boolean => NATIONAL.test(text.trim())

/** Formats a US number as `(614) 555-0142`, like `readPhone`. Returns other texts unchanged. */
export function phoneText(text: string): string {
  return text.trim().replace(NATIONAL, '($1) $2-$3')
}

/**
 * Returns the digits to search for in phone numbers if a plain text looks like part of one: at least three digits, and
 * otherwise only separators. Returns null for other texts. Omits what many people omit: the 1 of a US number, and the
 * zeros of a long number, which begin a number from abroad or within another country.
 */
export function phoneDigits(plainText: string): string | null {
  const text = asciiDigits(plainText).trim()
  if (!/^[+\d\s().\u2010-\u2015\u2212-]+$/.test(text)) return null
  const digits = digitsOf(text)
  if (digits.length < SHORTEST) return null
  const isUs = digits.startsWith('1') && (text.startsWith('+') || digits.length === 11)
  return digits.replace(isUs ? /^1(?=\d{3})/ : /^(?:011|0+)(?=[1-9]\d{6})/, '')
}

/** Returns the digits of a phone number, without a zero that is only dialed within its country: `+44 (0)20 …`. */
export const digitsOf = (phone: string) => asciiDigits(phone).replace(DIGITLESS, '')

/** What {@link digitsOf} removes, in regular expressions of JavaScript and PostgreSQL. */
export const NOT_DIALED = String.raw`\(0\)|\D`
const DIGITLESS = new RegExp(NOT_DIALED, 'g')
