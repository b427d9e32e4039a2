import { isPossiblePhone, readPhone } from '../../domain/common/phone.ts'
import { phoneHref } from '../../domain/common/phone-href.ts'

const E164 = /^\+[1-9]\d{6,14}$/

/** Returns a typed number in E.164 format, or null if it is incomplete. US numbers don't need a country code. */
export function numberOf(text: string): string | null {
  const number = isPossiblePhone(text) && phoneHref(text)?.replace('tel:', '').replace(/;.*/, '')
  return number && E164.test(number) ? number : null
}

/** Returns why a text isn't a phone number, or null if it is one or is blank. */
export const numberProblem = (text: string): string | null =>
  text.trim() === '' || numberOf(text) !== null
    ? null
    : 'Enter a phone number, such as (614) 555-0142, or +44 20 7946 0000 outside of the US.'

/** Returns a stored number in the format of its country. */
export const numberText = (number: string | null): string =>
  number === null ? '' : readPhone(number).display
