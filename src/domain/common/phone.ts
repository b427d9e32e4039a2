import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { dialable } from './dialable.ts'

/** A number for display and for a `tel:` link. */
export interface PhoneNumber {
  display: string
  href: string
}

/** Returns whether a number can be complete. Extensions, and notes such as "ask for Ann", are fine. */
export const isPossiblePhone = (text: string): boolean =>
  parsePhoneNumberFromString(text, 'US')?.isPossible() ?? false

/**
 * Parses a typed phone number: national format for US numbers, international for others, E.164 in the link. An invalid
 * number is shown unchanged, and the link contains its digits.
 */
export function readPhone(text: string): PhoneNumber {
  const parsed = parsePhoneNumberFromString(text, 'US')
  if (!parsed?.isPossible()) return { display: text, href: `tel:${dialable(text)}` }
  const display = parsed.countryCallingCode === '1' ? parsed.formatNational() : parsed.formatInternational()
  return { display, href: parsed.getURI() }
}
