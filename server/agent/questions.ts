import type { Found } from './extract/spans.ts'
import { isQuestion } from './intents.ts'
import { chanceOfQuestion } from './understand/likelihoods.ts'

/** Sentence boundaries. */
const BREAK =
  /[.?!¿]+(?=\s|$|(?<=¿))|(?:,\s{0,3}(?:and|also|plus)\b|;)\s{1,3}(?=(?:what|when|where|which|how|do|does|are|is|can|will)\b)|(?:[,:]|\band|\balso|\bbut)\s{1,3}(?=(?:what|when|where|which|how|do (?:you|i)|does|are (?:you|your)|can you|(?:is|are) (?:it|there)|will you)\b)|\s(?=(?:do you|can you|are you|is that|how (?:much|soon)|will you|would you)\b)/gi
/** Matches what a question without a comma can't follow: another question, a condition, or its beginning. */
const OPEN_BEFORE =
  /\b(?:if|what|when|which|where|who|how|why|that|whether)\b|(?:^|\b(?:me|us|know|knows|wondering|wonder|ask|asking|see|sure|idea|of|on|about|and|but|or|is|are|was|not|to|for|tell|so|hi|hello|hey|ok|okay|also))\W*$/i
const PRICE =
  /\bwhat(?:['’]?s| does| will| would) (?:it|that|this|the damage)\b(?: (?:run|cost)\b|$)|\bhow much\b(?! (?:time|longer|notice|space|room))|\bcu[aá]nto (?:cuesta|cobran?|sale|vale|ser[ií]a|por|me)|\b(?:precios?|tarifas?)\b|\b(?:prices?|pricing|costs?|charges?|rates?|ballpark|expensive)\b/i
/** A short question about a price: `prices?`, `cost for a patio`. */
const PRICE_ALONE =
  /^(?:(?:just|please|can you|could you|come on) ){0,3}(?:give|tell|get|send|quote) me (?:(?:an?|the|your|some|just a) )?(?:(?:rough|ballpark|quick|average) )?(?:prices?|costs?|rates?|ballpark|figure|number)\b|^(?:(?:just|only) )?(?:(?:the|your|any|a)\s)?(?:prices?|pricing|costs?|rates?|ballpark)\b|\bwhat(?:['’]?s| is| are) (?:the|your) (?:\w+ )?(?:prices?|pricing|costs?|rates?|charges?|fees?)\b|^(?:(?:i|we)(?:['’]?m|['’]?re| am| are|['’]d)? )?(?:just |only )?(?:looking for|want(?:ed)?(?: to know)?|need(?: to know)?|like|after|checking|comparing|shopping) (?:some |the |your )?(?:prices?|pricing|rates?|costs?)\b/i

const HOW_MUCH = /\b(?:how much|cu[aá]nto)\b/i
const HAGGLES =
  /\b(?:promise|guarantee|confirm|assure|swear|agree)(?: me| us)?(?: that)?\b.{0,60}\$\s?\d|\b(?:that['’]?s|that is|you(?:['’]re| are)|way) (?:\w+ )?(?:too (?:much|expensive|high|pricey)|expensive|pricey|steep)\b|\bprice ?match|\b(?:can|could|will|would) you(?: guys)? (?:match|beat) (?:it|that|this|them|those)\b|\b(?:match|beat) (?:(?:their|that|the|any|an?|his|another) )?(?:\w+ )?(?:price|quote|bid|estimate|offer)\b|\b(?:come down|knock (?:\S+ )?off|lower|negotiate)\b.{0,20}(?:\b(?:price|cost|quote)\b|\$\s?\d|\b(?:to|by) \d{2,4}\b(?![ .-]?\d)|\b\d+ ?(?:dollars|bucks|%|percent))|\b(?:can|could|would|will) you(?: guys)? (?:do|take|accept|go)(?: it)? (?:for |down to )?\$?\d{2,}(?:\s?(?:dollars|bucks|cash|\$))?(?: (?:instead|then|please))?\W*$|\b(?:muy|demasiado) caro\b|\b(?:me )?(?:hacen|hace|puede hacer) (?:un )?(?:mejor precio|rebaja)\b/i
/** Returns whether a visitor asks for a lower price. */
const haggles = (text: string) => HAGGLES.test(text)

export const asksPrice = (text: string) =>
  HOW_MUCH.test(text) ? PRICE.test(text) : PRICE.test(text) && (isQuestion(text) || PRICE_ALONE.test(text))

/** The least probability that a text asks the business something, with and without the form of a question. */
const LEAST_FORMED = 0.25
const LEAST_UNFORMED = 0.8
const asks = (text: string) =>
  asksPrice(text) ||
  haggles(text) ||
  chanceOfQuestion(text) >= (isQuestion(text) ? LEAST_FORMED : LEAST_UNFORMED)

/** Finds the questions in a text with their positions. Runs in linear time. */
export function questionsIn(text: string): Found[] {
  const found: Found[] = []
  let start = 0
  const take = (end: number, mark: string) => {
    const value = text.slice(start, end).trim()
    const whole = mark.includes('?') ? `${value}?` : value
    if (value && asks(whole)) found.push({ value: whole, start, end: end + mark.length })
  }
  for (const { 0: mark, index } of text.matchAll(BREAK)) {
    if (mark.trim() === '' && OPEN_BEFORE.test(text.slice(start, index))) continue
    take(index, /^[.?!]/.test(mark) ? mark : '')
    start = index + mark.length
  }
  take(text.length, '')
  return found
}
