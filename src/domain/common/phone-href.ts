import { asciiDigits } from './ascii-digits.ts'

/** The number of digits of the shortest complete number, and of the longest one. */
const COMPLETE = 7
const LONGEST = 15

const SEPARATORS = /(\s*(?:(?!(?<=(?<!\d)\d{3})\/\d{3}-?\d{4})[/;,|&\r\n]|:::|\b(?:or|and|o|y)\b)\s*)/i
const EXTENSION =
  /^[\s,;(-]*(?:(?:e?xt(?:ensi[oó]n)?n?|anexo|poste|int(?:erno)?|доб)[.:=\s-]*(?:no\.?\s*)?#?|[x#~pw][.:\s]*|[,;]+)\s*(\d{1,7})(?!\d)/i

/** Dates, times, and the code that hides the caller's own number. */
const OTHER_DIGITS =
  /(?<![\d/])(?:20\d\d-\d\d-\d\d|\d\d?\/\d\d?\/\d{2,4}|(?<![+.-])[0-3]?\d[.-][0-3]?\d[.-]20\d\d(?![.-])|\d\d?(?::\d\d)+|\*\d\d)(?![\d/])/g

/** What a number of another country begins with. */
const ABROAD = String.raw`(?<!(?:\+|(?<!\d)0(?:0|11)|^\(?0)[\d\s().-]*)(?<!\d)`
const US = String.raw`(?:\+?1[-.\s]*)?[([]?[2-9]\d\d[)\]]?[-./\s]*\d{3}[-.\s]*\d{4}(?!\d)`
const LOCAL = String.raw`(?<!\d[-.)]\s?|\b\d{3}\s)[2-9]\d\d[-.]\d{4}(?![-.]?\d)`
/** Letters instead of digits, after an area code. */
const SPELLED = String.raw`(?<!\d[-.\s()]*)(?:\+?1[-.\s]*)?\(?[2-9]\d\d\)?[-.\s]*(?!\d{4}\b)(?=(?:\d[-.\s]*){0,6}[A-Z])(?:[A-Z\d][-.\s]*){7}[A-Z]*`
/** A number as people in the US write it. */
const USUAL = new RegExp(`${ABROAD}(?:${US}|${SPELLED}|${LOCAL})`)
/** Two numbers with nothing but space, a dash, or a label between them. */
const IN_TWO = new RegExp(
  String.raw`^(.*?\d{3}\D?\d{4}(?:[\s,(]*(?:e?xt?\.?|x)\s*\d{1,7}(?!\d)\)?)?(?:(?<=^\P{L}*)\s*\(\p{L}+\))?)\s+` +
    String.raw`((?:\p{Pd}\s+|[#(]?(?:\p{L}+|\d(?!\d))[.:)]*\s*)?(?:\+|\(?0\d{2,4}\)?[\s-]|${US}|${LOCAL}).*)$`,
  'isu',
)

/** The digit of each letter on a phone's keys, from A to Z. */
const KEYS = '22233344455566677778889999'

/**
 * Returns a text with ASCII digits, hyphens, and parentheses in numbers, and without characters that nobody sees.
 * A letter O or l between digits is a zero or a one.
 */
const plain = (text: string) =>
  asciiDigits(text.normalize('NFKC'))
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Pd}−·•∙⋅・_]/gu, '-')
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .replace(/(?<=\d[-.) ]?)[oil](?=[-.]?\d)|(?<=\d)o\b/gi, (letter) => (/o/i.test(letter) ? '0' : '1'))

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

/** Splits numbers that only spaces, a dash, or a label separate. */
function inTwo(text: string): string[] {
  const [, first, rest] = IN_TWO.exec(text) ?? []
  return first === undefined || rest === undefined || digitsIn(first) < COMPLETE
    ? [text]
    : [first, ...inTwo(rest)]
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

function numberIn(written: string): string | null {
  const other = written.replace(OTHER_DIGITS, ' ')
  const text = /\d[-.]?[a-z-]+(?:$|\s*\()/i.test(other) ? other.toUpperCase() : other
  const usual = USUAL.exec(text)
  if (usual) {
    const keys = usual[0].replace(/[A-Z]/g, (letter) => KEYS[letter.charCodeAt(0) - 65] ?? '')
    const [number = ''] = /^\D*1?\D*(?:\d\D*){1,10}/.exec(keys) ?? []
    return dialable(number, text.slice(usual.index + usual[0].length))
  }
  for (const { 0: found, index } of text.matchAll(/\+?[\d(][\d\s()./-]*\d/g)) {
    // A slash separates an area code from the rest, or the number from the end of another one.
    const [start = ''] = found.split('/')
    const number = digitsIn(start) < COMPLETE ? found : start
    const whole = digitsIn(number) < COMPLETE ? null : dialable(number, text.slice(index + number.length))
    if (whole) return whole
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
