import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { dialable } from './dialable.ts'

/** A number for display and for a `tel:` link. */
export interface PhoneNumber {
  display: string
  href: string
}

/** Returns whether a number could be complete. Extensions and notes such as "ask for Ann" are allowed. */
export const isPossiblePhone = (text: string): boolean => parse(text) !== null

function parse(text: string) {
  const parsed = parsePhoneNumberFromString(text.replace(/^\s*00(?=[1-9])/, '+'), 'US')
  if (!parsed?.isPossible()) return null
  // Numbers that begin with zero are dialed within another country.
  return parsed.countryCallingCode === '1' && parsed.nationalNumber.startsWith('0') ? null : parsed
}

/**
 * Parses a typed phone number. Displays US numbers in the national format and others in the international format; the
 * link uses E.164. Displays an invalid number unchanged, with its digits in the link.
 */
export function readPhone(text: string): PhoneNumber {
  const parsed = parse(text)
  if (!parsed) return { display: text, href: `tel:${dialable(text)}` }
  const display = parsed.countryCallingCode === '1' ? parsed.formatNational() : parsed.formatInternational()
  return { display, href: parsed.getURI() }
}
