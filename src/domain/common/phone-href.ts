import { asciiDigits } from './ascii-digits.ts'

/** The number of digits of the shortest complete number, of one with its area code, and of the longest one. */
const COMPLETE = 7
const LONG = 10
const LONGEST = 15

const SEPARATORS = /(\s*(?:[/;,|&\r\n]|:::|\b(?:or|and|o|y)\b)\s*)/i
const EXTENSION =
  /^[\s,;(]*(?:(?:e?xt(?:ensi[oó]n)?n?|anexo|poste|int(?:erno)?|доб)[.:=\s-]*(?:no\.?\s*)?#?|[x#~pw][.:\s]*|[,;]+)\s*(\d{1,7})(?!\d)/i
const SPELLED = /(?:\+?1[-.\s]*)?\(?[2-9]\d\d\)?[-.\s]*(?:[A-Z\d][-.\s]*){7}/

/** The digit of each letter on a phone's keys, from A to Z. */
const KEYS = '22233344455566677778889999'

/** Returns a text with ASCII digits and hyphens in numbers, and without characters that nobody sees. */
const plain = (text: string) =>
  asciiDigits(text.normalize('NFKC'))
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Pd}−·•∙⋅・_]/gu, '-')

const digitsIn = (text: string) => plain(text).replace(/\D/g, '').length

/**
 * Splits a text into its phone numbers, each with its extension and what else is written next to it. A text with at
 * most one number returns as it is.
 */
export function phonesIn(text: string): string[] {
  const found: string[] = []
  let sign = ''
  for (const [at, piece] of text.split(SEPARATORS).entries()) {
    const before = found.at(-1)
    if (at % 2 > 0) sign = piece
    else if (before === undefined || (digitsIn(before) >= COMPLETE && digitsIn(piece) >= COMPLETE))
      found.push(piece)
    else found.push(found.pop() + sign + piece)
  }
  return found.flatMap(inTwo)
}

/** Splits numbers that only spaces, a dash, or a word separate. */
function inTwo(text: string): string[] {
  const [, first = '', rest = ''] =
    /^(.*?\d{4})\s+((?:\p{Pd}\s+|\p{L}+[.:]?\s*)?(?:\+|\(?\d{3}).*)$/su.exec(text) ?? []
  const isTwo = digitsIn(text) > LONGEST && digitsIn(first) >= COMPLETE && digitsIn(rest) >= LONG
  return isTwo ? [first, ...inTwo(rest)] : [text]
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
    const whole = digitsIn(number) < COMPLETE ? null : dialable(number, dialed.slice(index + number.length))
    if (whole) return whole
  }
  const spelled = SPELLED.exec(/\d[-.]?[a-z-]+$/i.test(text) ? text.toUpperCase() : text)
  if (spelled && /[A-Z]/.test(spelled[0])) {
    const number = spelled[0].replace(/[A-Z]/g, (letter) => KEYS[letter.charCodeAt(0) - 65] ?? '')
    return dialable(number, text.slice(spelled.index + spelled[0].length))
  }
  const short = text.replace(/[\s.()-]/g, '')
  return /^[*#]*\d{3,6}#?$/.test(short) ? short.replaceAll('#', '%23') : null
}

/** Returns a number in E.164 if its country is known, with the extension at the start of the text after it. */
function dialable(written: string, after: string): string | null {
  const [, extension] = EXTENSION.exec(after) ?? []
  const number = international(written)
  return number && extension ? `${number};ext=${extension}` : number
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
