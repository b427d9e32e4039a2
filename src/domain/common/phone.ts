import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { dialable, isUsNumber } from './dialable.ts'

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

/** The digit of each letter on a phone's keys, from A to Z. */
const KEYS = '22233344455566677778889999'

/** Returns the digits that a number such as 1-800-FLOWERS spells. */
const spelled = (text: string) =>
  text.replace(/[a-z]/gi, (letter) => KEYS[Number.parseInt(letter, 36) - 10] ?? '')

/**
 * Parses a typed phone number. Displays US numbers in the national format and others in the international format; the
 * link uses E.164. Displays an invalid number unchanged, with its digits in the link.
 */
export function readPhone(text: string): PhoneNumber {
  const parsed = parse(text)
  if (!parsed) {
    const number = spelled(text)
    return { display: text, href: `tel:${dialable(isUsNumber(number) ? number : text)}` }
  }
  const display = parsed.countryCallingCode === '1' ? parsed.formatNational() : parsed.formatInternational()
  return { display, href: parsed.getURI() }
}
