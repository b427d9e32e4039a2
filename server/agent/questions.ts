import type { Found } from './extract/spans.ts'
import { isQuestion } from './intents.ts'

/** Sentence boundaries. */
const BREAK =
  /[.?!]+(?=\s|$)|(?:,|\band|\balso)\s{1,3}(?=(?:what|when|where|which|how|do (?:you|i)|does|are (?:you|your)|can you|is (?:it|there)|will you)\b)/gi
const PRICE =
  /\bhow much\b(?! (?:time|longer|notice|space|room))|\b(?:prices?|pricing|costs?|charges?|rates?|ballpark|expensive)\b/i
/** A short question about a price: `prices?`, `cost for a patio`. */
const PRICE_ALONE = /^(?:(?:the|your|ur|any|a)\s)?(?:prices?|pricing|costs?|rates?|ballpark)\b/i

/** Returns whether a text asks for a price. */
export const asksPrice = (text: string) =>
  /\bhow much\b/i.test(text)
    ? PRICE.test(text)
    : PRICE.test(text) && (isQuestion(text) || PRICE_ALONE.test(text))

/** Finds the questions of a text with their positions. Linear time. */
export function questionsIn(text: string): Found[] {
  const found: Found[] = []
  let start = 0
  const take = (end: number, mark: string) => {
    const value = text.slice(start, end).trim()
    const whole = mark.includes('?') ? `${value}?` : value
    if (value && (isQuestion(whole) || asksPrice(whole)))
      found.push({ value: whole, start, end: end + mark.length })
  }
  for (const { 0: mark, index } of text.matchAll(BREAK)) {
    take(index, /^[.?!]/.test(mark) ? mark : '')
    start = index + mark.length
  }
  take(text.length, '')
  return found
}
