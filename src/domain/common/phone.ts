import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { dialable } from './dialable.ts'

/** A number for display and for a `tel:` link. */
export interface PhoneNumber {
  display: string
  href: string
}

/** Returns whether a number could be complete. Extensions and notes such as "ask for Ann" are allowed. */
export const isPossiblePhone = (text: string): boolean =>
  parsePhoneNumberFromString(text, 'US')?.isPossible() ?? false

/**
 * Parses a typed phone number. Displays US numbers in the national format and others in the international format; the
 * link uses E.164. Displays an invalid number unchanged, with its digits in the link.
 */
export function readPhone(text: string): PhoneNumber {
  const parsed = parsePhoneNumberFromString(text, 'US')
  if (!parsed?.isPossible()) return { display: text, href: `tel:${dialable(text)}` }
  const display = parsed.countryCallingCode === '1' ? parsed.formatNational() : parsed.formatInternational()
  return { display, href: parsed.getURI() }
}
