import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { dialable } from './dialable.ts'

/** A number as people read it and as a `tel:` link carries it. */
export interface PhoneNumber {
  display: string
  href: string
}

/**
 * Reads a phone number that someone typed: national format on screen for numbers of the United States,
 * international for others, E.164 in the link. What cannot be read is shown unchanged, and the link carries
 * its digits.
 */
export function readPhone(text: string): PhoneNumber {
  const parsed = parsePhoneNumberFromString(text, 'US')
  if (!parsed?.isPossible()) return { display: text, href: `tel:${dialable(text)}` }
  const display = parsed.countryCallingCode === '1' ? parsed.formatNational() : parsed.formatInternational()
  return { display, href: parsed.getURI() }
}
