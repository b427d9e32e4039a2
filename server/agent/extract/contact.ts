import { findPhoneNumbersInText, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js'
import type { Found } from './spans.ts'

const COUNTRY = 'US'
/** Every quantifier is bounded, so that matching takes linear time. */
const EMAIL =
  /(?<![\w.%+'-])[a-z0-9_%+][a-z0-9._%+'-]{0,63}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,3}\.[a-z]{2,24}(?![a-z0-9-])/gi
/** A spelled-out address such as `jane at gmail dot com`, with endings that are not common words. */
const SPELLED =
  /(?<![\w.-])([a-z0-9][a-z0-9._+-]{0,40})\s?(?:\(at\)|\[at\]|\bat\b|@)\s?([a-z0-9-]{2,40})\s?(?:\(dot\)|\[dot\]|\bdot\b)\s?(com|net|org|edu|us|io)\b/gi
/** Candidate phone numbers. Only the first few in a text are parsed. */
const PLACE = /[+(]{0,2}\d[\d ()./–-]{5,24}\d(?: ?(?:x|ext\.?) ?\d{1,6})?/gi
const MOST_PLACES = 10
const TEN_DIGITS = /(?<![\d$.,])(?:\+?1[ .-]?)?\(?[2-9]\d{2}\)?[ .-]{0,3}\d{3}[ .-]?\d{4}(?!\d)/g
const SEVEN_DIGITS = /(?<![\d$.,-])\d{3}[ .-]\d{4}(?![\d-])/

const written = (number: PhoneNumber) =>
  number.country === COUNTRY || number.countryCallingCode === '1'
    ? number.formatNational()
    : number.formatInternational()

/**
 * Finds phone numbers in order: national format for the United States and Canada, international elsewhere. Ten digits
 * in phone format count even if the built-in numbering plan lacks their area code, because plans grow.
 */
export function findPhones(text: string): Found[] {
  const places = [...text.matchAll(PLACE)].slice(0, MOST_PLACES)
  const known = places.flatMap((place) =>
    findPhoneNumbersInText(place[0], COUNTRY).map(({ number, startsAt, endsAt }) => ({
      value: written(number),
      start: place.index + startsAt,
      end: place.index + endsAt,
    })),
  )
  const shaped = [...text.matchAll(TEN_DIGITS)].slice(0, MOST_PLACES).flatMap((match) => {
    const number = parsePhoneNumberFromString(match[0], COUNTRY)
    const start = match.index
    const end = start + match[0].length
    const overlaps = known.some((found) => found.start < end && start < found.end)
    return number?.isPossible() && !overlaps ? [{ value: written(number), start, end }] : []
  })
  return [...known, ...shaped].sort((a, b) => a.start - b.start)
}

/** Finds email addresses in order, with the domain in lower case; spelled-out ones come last. */
export function findEmails(text: string): Found[] {
  const written = [...text.matchAll(EMAIL)].map((match) => {
    const [local = '', domain = ''] = match[0].split('@')
    return {
      value: `${local}@${domain.toLowerCase()}`,
      start: match.index,
      end: match.index + match[0].length,
    }
  })
  const spelled = [...text.matchAll(SPELLED)].map(
    ({ 0: whole, 1: local, 2: host = '', 3: ending = '', index }) => {
      const value = `${local}@${host.toLowerCase()}.${ending.toLowerCase()}`
      return { value, start: index, end: index + whole.length }
    },
  )
  return [...written, ...spelled]
}

/** Returns whether the text contains a phone number without area code. */
export function hasLocalNumber(text: string): boolean {
  return SEVEN_DIGITS.test(text)
}

/** Returns whether two texts contain the same phone number. */
export function samePhone(a: string, b: string): boolean {
  const first = parsePhoneNumberFromString(a, COUNTRY)
  const second = parsePhoneNumberFromString(b, COUNTRY)
  return first !== undefined && second !== undefined && first.number === second.number
}
