import { factOfQuestion } from './owner-questions.ts'
import { asksPrice } from './questions.ts'
import { asksHours } from './schedule/intents.ts'
import type { AgentState } from './state.ts'
import { termsOf } from './terms.ts'
import { HOLIDAY_WORDS } from './texts/holidays.ts'

const OPENING = '^\\W*(?:(?:ok(?:ay)?|so|cool|bueno)\\W+)*'
/** Matches the beginning of a question that leaves out what the one before it asked: `and Saturday?` */
const AND = `${OPENING}(?:(?:and|y)\\W+(?:(?:what|how) about )?|(?:what|how) about |qu[eé] tal )`
const HOLIDAY = `(?:${HOLIDAY_WORDS.map(([, words]) => words).join('|')})`
const DAY = `((?:(?:on|in|the|el|los|en) ){0,2}(?:(?:sun|mon|tues|wednes|thurs|fri|satur)days?|week ?ends?|today|tomorrow|holidays|lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bados?|domingos?|${HOLIDAY}))`
const OF_DAY = new RegExp(`${AND}${DAY}\\W*$|${OPENING}${DAY} (?:too|also|as well|tambi[eé]n)\\W*$`, 'iu')
/** Matches `and the day after?`, and the holiday before it. */
const OF_DAY_AFTER = new RegExp(`${AND}(?:on )?(the (?:day|\\p{L}+day) after)\\W*$`, 'iu')
const HOLIDAY_NAMED = new RegExp(`(?<!\\p{L})${HOLIDAY}(?!\\p{L})`, 'iu')
const UNTIL = new RegExp(
  `${OPENING}(?:(?:and|y)\\W+)?(?:(?:un)?till? (?:when|what (?:time|hour))|from (?:when|what time)|what (?:time|hours)|hasta (?:qu[eé] hora|cu[aá]ndo))\\W*$`,
  'iu',
)
/** Matches the days in the previous message, and a message that gives only a time: `at 1`. */
const DAYS_NAMED = new RegExp(`(?<!\\p{L})${DAY}(?!\\p{L})`, 'giu')
const ONLY_TIME =
  /^\W*(?:ok(?:ay)?\W+)?(?:(?:at|around|about|say|maybe|a las?) (?:noon|\d{1,2}(?::\d\d)?)(?: ?[ap]\.?m)?|\d{1,2}(?::\d\d| ?[ap]\.?m))\W*$/i
const OF_PRICE = new RegExp(`${AND}((?:(?:for|if|with|por|para|con) |\\d).+)$`, 'iu')

/** Matches another amount after a budget. */
const AMOUNT =
  /^\W*(?:(?:actually|no|ok(?:ay)?|let['’]?s|or|maybe)[\s,.]+)*(?:make (?:it|that)|say) (\$?\d[\d,.]*k?)\W*$/i

/**
 * Completes a message that makes sense only after the visitor's previous one: `what about Saturday?` after `are you
 * open Sundays?`, `at 1` after `I need a quote on Monday`. While times are on offer, a day other than a holiday is a wish.
 */
export function completed(text: string, state: AgentState): string {
  const { last, asked } = state
  const budget = completedBudget(text, state)
  if (budget) return budget
  const isOfHoliday = HOLIDAY_NAMED.test(text) || (HOLIDAY_NAMED.test(last) && OF_DAY_AFTER.test(text))
  if (asked?.topic === 'slot' && !isOfHoliday) return text
  return completedTime(text, state) ?? completedHours(text, state) ?? completedPrice(text, state) ?? text
}

/** Completes another amount after a budget or the question for it: `make it 500`. */
function completedBudget(text: string, { last, asked, language, known }: AgentState): string | null {
  const amount = AMOUNT.exec(text)?.[1]
  const isOfBudget =
    (known.budget !== null && last.includes(known.budget)) ||
    factOfQuestion(asked?.question ?? '') === 'budget'
  if (!amount || !isOfBudget) return null
  return language === 'es' ? `mi presupuesto es ${amount}` : `my budget is ${amount}`
}

/** Completes a time with the only day in the previous message. */
function completedTime(text: string, { last, wish }: AgentState): string | null {
  const [named, ...others] = last.match(DAYS_NAMED) ?? []
  return named && others.length === 0 && wish === null && ONLY_TIME.test(text) ? `${named} ${text}` : null
}

/** Completes a question about another day, or about the hour, after one about hours. */
function completedHours(text: string, { last, language }: AgentState): string | null {
  if (!asksHours(last) && !termsOf(last).has('open')) return null
  if (UNTIL.test(text)) return last
  const [after, holiday] = [OF_DAY_AFTER.exec(text)?.[1], HOLIDAY_NAMED.exec(last)?.[0]]
  const day = after && holiday ? `${after} ${holiday}` : OF_DAY.exec(text)?.slice(1).find(Boolean)
  if (!day) return null
  return `${language === 'es' ? 'abren' : 'are you open'} ${day.replace(/^(?:in|en) (?:the )?/i, '')}?`
}

/** Completes a question about the price of something else. */
function completedPrice(text: string, { last, language }: AgentState): string | null {
  const rest = asksPrice(last) ? OF_PRICE.exec(text)?.[1] : undefined
  return rest ? `${language === 'es' ? 'cuánto cuesta' : 'how much is it'} ${rest}` : null
}

/** Matches a question or request about work that only the words before it name: `do you do that too?` */
const OFFERED =
  /\b(?:do|can|could|would) you(?: guys)?(?: also)? (?:do|offer|handle|provide) (?:(?:it|that|this|these|those|them|both)(?: (?:too|also|as well|kind of (?:thing|work)))*|(?:the|my) (?:side ?walks?|walk ?ways?|drive ?ways?|steps|sides?|front|back|(?:front|back) ?yard)(?: (?:too|also|as well))+)\W*$|\b(?:hacen|ofrecen) (?:eso|esos|ambos)(?: tambi[eé]n)?\W*$/i
const AGAIN =
  /\b(?:it|that|this|them|those|(?:the )?same(?: thing)?)\b.{0,12}\b(?:again|redone|one more time)\b|^(?:the )?same (?:thing|work|job)\b|\blo mismo\b/i

/** Returns the words that name the work to which a question refers, if it only points to it. */
export const referredTo = (question: string, before: string, { last }: AgentState): string | null =>
  OFFERED.test(question) ? `${last}. ${before}. ${question.replace(OFFERED, '')}` : null

/** Returns the previous message if a request repeats the work in it: `I need it done again`. */
export const repeated = (text: string, { last }: AgentState): string => (AGAIN.test(text) ? last : '')
