import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { digitsOf } from './dialable.ts'
import { phoneHref } from './phone-href.ts'

/** A number for display, and its `tel:` link, which is null if the text contains no number. */
export interface PhoneNumber {
  display: string
  href: string | null
}

/** Returns whether a number could be complete. Extensions and notes such as "ask for Ann" are allowed. */
export const isPossiblePhone = (text: string): boolean => parse(phoneHref(text)) !== null

function parse(href: string | null) {
  const parsed = href === null ? undefined : parsePhoneNumberFromString(href, 'US')
  if (!parsed?.isPossible()) return null
  // Numbers that begin with zero are dialed within another country.
  return parsed.countryCallingCode === '1' && parsed.nationalNumber.startsWith('0') ? null : parsed
}

const EXTENSION_WORD = /(?:\b|\d\s*)(?:x|ext(?:ension)?)\b\.?\s*\d+\s*$|\dx\d+\s*$/i

/**
 * Parses a typed phone number. Displays US numbers in the national format and others in the international format.
 * Displays an invalid number, several numbers, and a number with a label or letters unchanged.
 */
export function readPhone(text: string): PhoneNumber {
  const href = phoneHref(text)
  const parsed = parse(href)
  const digits = `${parsed?.nationalNumber}${parsed?.ext ?? ''}`
  if (!parsed || !digitsOf(text).endsWith(digits) || /\p{L}/u.test(text.replace(EXTENSION_WORD, ''))) {
    return { display: text, href }
  }
  const display = parsed.countryCallingCode === '1' ? parsed.formatNational() : parsed.formatInternational()
  return { display, href }
}
