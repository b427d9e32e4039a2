import { MONTH_NAME } from '../words/calendar.ts'
import { type Found, firstMatch, mask } from './spans.ts'

const NUMBER = '\\d{1,3}(?:,\\d{3}){1,3}|\\d{1,9}(?:\\.\\d{1,2})?'
const ABOUT = '(?:(?:about|around|approx(?:imately)?\\.?|roughly|maybe|nearly|almost|over|under|~)\\s{0,3})?'

const SIZE = new RegExp(
  [
    `${ABOUT}(?<![\\p{L}\\d.])(?:(?:half|quarter|third|three quarters?|\\d{1,2}/\\d{1,2})(?: of)?(?: an?)?|an?|medi[ao]|(?:one|two|three|four|five|six|seven|eight|nine|ten|\\d{1,3}) and a half|one|two|three|four|five|ten|(?:\\d{1,3}\\s?(?:-|–|to)\\s?)?\\d{1,4}(?: \\d/\\d)?(?:\\.\\d{1,3})?|\\.\\d{1,3})[\\s-]{1,3}ac(?:res?)?\\b(?: (?:and an? (?:half|quarter)|y medi[oa])\\b)?`,
    `${ABOUT}\\b(?:${NUMBER})\\s?k?\\s{0,3}(?:sq(?:uare)?\\.?[\\s-]{0,3}(?:f(?:ee)?t|foot|yards?|m(?:et(?:er|re)s?)?)\\b|sqft\\b|sf\\b|ft²|ft2\\b|m²|(?:pies|metros) cuadrados)`,
    `(?<=\\b(?:lot|yard|property|lawn|terreno)(?: is| of|['’]s| es)?(?: about| around)? )\\d{2,4}\\s{0,2}(?:x|×|by)\\s{0,2}\\d{2,4}\\b`,
    `\\b\\d{2,4}\\s{0,2}(?:x|×|by)\\s{0,2}\\d{2,4}(?= (?:lot|yard|lawn|property)\\b)`,
    `\\b(?:tiny|small|medium|average|normal|standard|large|big|huge)(?:[- ]sized?)? (?:yard|lot|lawn|property)\\b`,
    `\\b\\d{1,4}\\s{0,2}(?:x|×|by)\\s{0,2}\\d{1,4}\\s{0,2}(?:ft|feet|foot|yards?|yds?)\\b`,
  ].join('|'),
  'iu',
)

const UNIT = '(?:k|grand|thousand|dollars|bucks|usd|mil|d[oó]lares)'
const MONEY = `(?:\\$\\s{0,2}(?:${NUMBER})\\s?(?:k|grand|thousand)?\\b|\\b(?:(?:${NUMBER})\\s?k?\\s{0,2}(?:-|–|to|and|a|y)\\s{0,2})?(?:${NUMBER})\\s?${UNIT}\\b|\\b(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty) (?:grand|(?:hundred|thousand) (?:dollars|bucks))\\b|\\b\\d{2,4}(?= (?:per|a|each) (?:visit|cut|mow|month)\\b))`
const RANGE = `(?:\\s{0,2}(?:-|–|to|and)\\s{0,2}\\$?\\s{0,2}(?:${NUMBER})\\s?${UNIT}?\\b)?`
const QUALIFIER =
  '(?:(?:about|around|approx(?:imately)?\\.?|roughly|up to|under|below|less than|no more than|at most|over|more than|at least|between|max(?:imum)?(?: of)?|~)\\s{0,3})?'
const PER = '(?:\\s{0,2}(?:/|per|a|each|every)\\s{0,2}(?:month|mo|week|visit|cut|mow|year|season)\\b)?'
const BUDGET = new RegExp(`${QUALIFIER}${MONEY}${RANGE}${PER}`, 'iu')
const BARE_BUDGET = new RegExp(`${QUALIFIER}\\b(?:${NUMBER})(?![\\d:]|\\s?[ap]\\.?m\\b)${RANGE}${PER}`, 'iu')
/** Matches what precedes an amount that others set or that was paid: `the HOA fined me`. */
const NO_BUDGET =
  /\b(?:fined?|(?<!\b(?:be|get|getting) )(?:over)?charged|quoted|paid|pays|invoiced|billed|cobraron|pagu[eé]|pag[oó]|pagaron)(?!\p{L})[^.,;!?$]{0,25}$/iu
const BUDGET_WORD = /\b(?:budget|spend|spending|afford|presupuesto|gastar)\b/i

const WEEKDAY = '(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:days?)?'
const TIMELINE = new RegExp(
  `\\b(?:a\\.?s\\.?a\\.?p\\b\\.?|as soon as (?:possible|you can)|right away|immediately|urgent(?:ly)?|no (?:rush|hurry)|(?:by |before )?(?:the )?end of (?:the |this |next )?(?:week|month|year|summer|season)|(?:by |before )?(?:later |early |late )?(?:this|next|in the|in early|in late|coming) (?:week(?:end)?|month|year|spring|summer|fall|autumn|winter|${WEEKDAY})|(?:with)?in (?:the next )?(?:a |an |about )?(?:couple(?: of)?|few|one|two|three|four|six|\\d{1,3})?(?:\\s?(?:-|to)\\s?\\d{1,3})?\\s?(?:days?|weeks?|months?)|(?:by|before) (?:${WEEKDAY}|${MONTH_NAME}|tomorrow|christmas|thanksgiving|easter|memorial day|labor day|halloween)(?: \\d{1,2}(?:st|nd|rd|th)?)?|(?:by|before) the \\d{1,2}(?:st|nd|rd|th)|in ${MONTH_NAME}|today|tomorrow)(?![\\p{L}\\d])`,
  'iu',
)

const TIMELINE_ES =
  /(?<!\p{L})(?:lo (?:antes|más pronto|mas pronto) posible|cuanto antes|me urge|urgente|(?:no hay|no tengo|sin) prisa|(?:para |antes de )?(?:esta semana|este mes|este año|(?:la|el) (?:próxim[oa]|proxim[oa]) (?:semana|mes|año)|(?:la semana|el mes|el año) que viene)|(?:en|para) (?:(?:la|el) )?(?:primavera|verano|otoño|invierno|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre))(?!\p{L})/iu

const PAST =
  /(?:\b(?:has|have) not\b|\b(?:has|have)n['’]?t\b)|\b(?:was|were|had|did|hurt|bought|died|got|left|came|went|broke|lost|sold|built|\p{L}{3,}ed)\b/iu
const WANTS =
  /\b(?:need|want|like|get|have|would|could|can|looking|please|hop(?:e|ing)|should|must|to be)\b|['’]d\b/i

const HOUR = "\\d{1,2}(?::\\d{2})?\\s?(?:a\\.?m\\b\\.?|p\\.?m\\b\\.?|o['’]clock)?"
const WHEN = `(?:after|before|around|at|from|between|until|till)\\s{1,3}(?:noon|lunch|work|school|${HOUR})(?:\\s?(?:-|–|to|and|until|till)\\s?(?:noon|${HOUR}))?`
const SLOT = `(?:any\\s?time|any day|weekdays?|weekends?|week ?nights?|(?<!\\bgood )(?:mornings?|afternoons?|evenings?)|${WEEKDAY})`
const AVAILABILITY = new RegExp(
  `\\b(?:(?:on|in the|any|every|most)\\s{1,3})?${SLOT}\\b(?:(?:\\s{0,2}(?:,|and|or|&|-|–|to|through)\\s{0,2}|\\s{1,3}(?:in the\\s)?)${SLOT}\\b){0,6}(?:\\s{1,3}${WHEN})?|\\b(?:after|before)\\s{1,3}(?:1[0-2]|[1-9])(?=\\s{0,3}(?:[,.;!]?\\s*$|[,;]|(?:works?|is|if|please|pls|only|best|would|on|any)\\b))|\\b(?:after|before|between)\\s{1,3}(?:noon|work|${HOUR}\\s?(?:-|and)\\s?${HOUR}|\\d{1,2}(?::\\d{2})?\\s?(?:a\\.?m|p\\.?m)\\b\\.?)`,
  'iu',
)
const DAY_ES = '(?:lunes|martes|miércoles|miercoles|jueves|viernes|sábados?|sabados?|domingos?)'
const PART_ES = '(?:por|en) las? (?:mañanas?|tardes?|noches?)'
const AVAILABILITY_ES = new RegExp(
  `(?<!\\p{L})(?:(?:(?:los?|el) )?(?:${DAY_ES}(?:(?:, | y | o | a )(?:(?:los?|el) )?${DAY_ES}){0,6}|(?:los )?fines? de semana|entre semana|cualquier día|cualquier dia|todos los días|todos los dias)(?: ${PART_ES}| después de las? \\d{1,2}| despues de las? \\d{1,2})?|${PART_ES}|(?:después|despues|antes) de las? \\d{1,2}(?::\\d{2})?)(?!\\p{L})`,
  'iu',
)
/** Matches what precedes a time when the visitor isn't available. */
const NOT_THEN =
  /\b(?:at work|working|busy|away|out of town|unavailable|not|never|no|can['’]?t|cannot|won['’]?t|don['’]?t|except)\b(?! only)(?:(?!\bbut\b)[^.,;!?])*$/i
const BARE_DAYS = /^(?:sun|sat|mon|wed|fri|thu|tue)$/i

/** Finds the size of a property as written: `half an acre`, `8,000 sq ft`, `50 x 100 ft`. */
export function findPropertySize(text: string): Found | null {
  return firstMatch(text, SIZE)
}

/**
 * Finds a budget as written: `$500`, `around 2k`, `$40 per visit`. A number without a currency counts if the text
 * mentions a budget or the agent asked for one. Pass the text with sizes and addresses masked.
 */
export function findBudget(text: string, wasAsked: boolean): Found | null {
  const money = firstMatch(text, BUDGET)
  if (money && NO_BUDGET.test(text.slice(0, money.start))) return findBudget(mask(text, [money]), wasAsked)
  if (money || !(wasAsked || BUDGET_WORD.test(text))) return money
  const word = text.search(BUDGET_WORD)
  if (word < 0) return firstMatch(text, BARE_BUDGET)
  // The number is in the same part of the sentence, unlike `no budget, gate code 1234`.
  const after = text.slice(word).search(/[,;.]\s/)
  const end = after < 0 ? text.length : word + after
  const start = Math.max(...[',', ';', '.'].map((mark) => text.lastIndexOf(`${mark} `, word)), 0)
  const outside = [{ value: '', start: end, end: text.length }]
  const behind = firstMatch(mask(text, [...outside, { value: '', start: 0, end: word }]), BARE_BUDGET)
  return behind ?? firstMatch(mask(text, [...outside, { value: '', start: 0, end: start }]), BARE_BUDGET)
}

/** Finds when the work should be done, as written: `next week`, `by May 3rd`, `ASAP`. */
export function findTimeline(text: string): Found | null {
  const found = firstMatch(text, TIMELINE) ?? firstMatch(text, TIMELINE_ES)
  const before = text.slice(0, found?.start ?? 0)
  if (!found || !(isOfThePast(before, found.value) || /\b(?:not|too) $/i.test(before))) return found
  return findTimeline(mask(text, [found]))
}

/** Returns whether a timeline such as `in July` refers to the past: `he hurt his back in July`. */
function isOfThePast(before: string, value: string): boolean {
  const sentence = before.split(/[.!?;]\s/).at(-1) ?? ''
  return /^in\b/i.test(value) && PAST.test(sentence) && !WANTS.test(sentence)
}

/** Finds when the visitor is available, as written: `weekdays after 3pm`. Pass the text without the timeline. */
export function findAvailability(text: string): Found | null {
  const match = firstMatch(text, AVAILABILITY) ?? firstMatch(text, AVAILABILITY_ES)
  if (match && NOT_THEN.test(text.slice(0, match.start))) return findAvailability(mask(text, [match]))
  const found = match && { ...match, value: match.value.replace(/(?<=[ap]m)\.$/i, '') }
  return found && BARE_DAYS.test(found.value) && found.value === found.value.toLowerCase() ? null : found
}
