import { capitalized } from '../../src/domain/common/capitalized.ts'
import type { Business } from '../agent/state.ts'

/** A service that no home or field service business offers. */
export const UNOFFERED = 'tax returns'

/** Returns an address in the business's service area. */
export function homeAddress({ area }: Business): string {
  const [zip] = area.zipCodes
  const [city] = area.cities
  if (area.type === 'zipcodes' && zip) return `12 Main Street, ${zip}`
  if (area.type === 'cities' && city) return `12 Main Street, ${city}`
  return area.address?.replace(/, United States$/, '') || '12 Main Street'
}

/** Returns a day of the week on which the business is closed, or null. */
export function closedDay({ hours }: Business): string | null {
  const day = hours.find(({ isOpen }) => !isOpen)?.day
  return day ? capitalized(day) : null
}

/** Returns a pattern that matches a time (HH:mm) in the agent's notation, such as 8 AM or 8:00 AM. */
export function clockTime(time: string): RegExp {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const rest = minutes === 0 ? '(?::00)?' : `:${String(minutes).padStart(2, '0')}`
  return new RegExp(`\\b${hours % 12 || 12}${rest}\\s?${hours < 12 ? 'a' : 'p'}\\.?m`, 'i')
}

const PRICE = /\$\s?\d[\d,]*(?:\.\d+)?/g
const pricesIn = (text: string) => (text.match(PRICE) ?? []).map((price) => price.replace(/[\s,]/g, ''))

/** Returns the prices in a text that the owner didn't provide. */
export function unknownPrices({ pricingNotes, servicesDescription, summary, faqs }: Business, text: string) {
  const given = [pricingNotes, servicesDescription, summary, ...faqs.map(({ answer }) => answer)]
  const known = new Set(given.flatMap((each) => pricesIn(each ?? '')))
  return pricesIn(text).filter((price) => !known.has(price))
}

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [])

/** Returns whether a text contains the first two words of a name, ignoring words with fewer than three characters. */
export const hasWords = (text: string, name: string) => {
  const words = wordsOf(text)
  return [...wordsOf(name)].slice(0, 2).every((word) => words.has(word))
}

/** The share of an answer's words that a text must contain to count as giving that answer. */
const ENOUGH = 0.6

/** Returns whether a text gives an answer, possibly partly in other words. */
export function sharesWords(text: string, answer: string): boolean {
  const said = wordsOf(text)
  const words = [...wordsOf(answer)]
  return words.filter((word) => said.has(word)).length >= ENOUGH * words.length
}
