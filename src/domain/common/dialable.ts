import { asciiDigits } from './ascii-digits.ts'

const NATIONAL = /^(?:\+?1[\s.-]*)?\(?([2-9]\d\d)\)?[\s.-]*([2-9]\d\d)[\s.-]*(\d{4})$/

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
  if (digits.length < 3) return null
  const isUs = digits.startsWith('1') && (text.startsWith('+') || digits.length === 11)
  return digits.replace(isUs ? /^1(?=\d{3})/ : /^(?:011|0+)(?=[1-9]\d{6})/, '')
}

/** Returns the digits of a phone number, without a zero that is only dialed within its country: `+44 (0)20 …`. */
export const digitsOf = (phone: string) => asciiDigits(phone).replace(DIGITLESS, '')

/** What {@link digitsOf} removes, in regular expressions of JavaScript and PostgreSQL. */
export const NOT_DIALED = String.raw`\(0\)|\D`
const DIGITLESS = new RegExp(NOT_DIALED, 'g')
