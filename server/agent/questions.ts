import type { Found } from './extract/spans.ts'
import { isQuestion } from './intents.ts'

/** Where one thing said ends and the next begins. */
const BREAK =
  /[.?!]+(?=\s|$)|(?:,|\band|\balso)\s{1,3}(?=(?:what|when|where|which|how|do (?:you|i)|does|are (?:you|your)|can you|is (?:it|there)|will you)\b)/gi
const PRICE =
  /\bhow much\b(?! (?:time|longer|notice|space|room))|\b(?:prices?|pricing|costs?|charges?|rates?|ballpark|expensive)\b/i
/** A price asked for in few words: `prices?`, `cost for a patio`. */
const PRICE_ALONE = /^(?:(?:the|your|ur|any|a)\s)?(?:prices?|pricing|costs?|rates?|ballpark)\b/i

/** Whether a text asks what something costs. */
export const asksPrice = (text: string) =>
  /\bhow much\b/i.test(text)
    ? PRICE.test(text)
    : PRICE.test(text) && (isQuestion(text) || PRICE_ALONE.test(text))

/** The questions of a text, each where it stands. Linear in the length of the text. */
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
