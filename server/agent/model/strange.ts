import { stem } from '../words/words.ts'

/** Words for numbers in both languages. Those that are other words, too, such as `once`, are missing. */
const NUMBERS: Readonly<Record<string, number>> = Object.fromEntries(
  (
    [
      ['two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen', 2, 1],
      ['dos tres cuatro cinco seis siete ocho nueve diez', 2, 1],
      ['doce trece catorce quince', 12, 1],
      ['twenty thirty forty fifty sixty seventy eighty ninety hundred', 20, 10],
      ['veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa cien', 20, 10],
      ['twice double doble', 2, 0],
      ['noon midnight dozen mediodia medianoche', 12, 0],
      ['thousand mil', 1_000, 0],
    ] as const
  ).flatMap(([words, first, step]) => words.split(' ').map((word, at) => [word, first + at * step] as const)),
)

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const FIGURE = /(\d+(?:\.\d+)?)\s?(k\b|cents?\b|centavos\b)?/giu

/** Returns the figures in a text: `$1,200`, `5k`, `75 cents`, and `8:00`, which is only the hour. */
function figuresIn(text: string): number[] {
  const figures = text.replace(/(?<=\d),(?=\d{3})/g, '').replace(/\b(\d{1,2}):00\b/g, '$1')
  return [...figures.matchAll(FIGURE)].map(([, digits, unit = '']) => {
    const factor = unit === '' ? 1 : unit.toLowerCase() === 'k' ? 1_000 : 0.01
    return Number((Number(digits) * factor).toFixed(4))
  })
}

/** Returns the numbers in a text, in digits or words. */
const numbersIn = (text: string) => [
  ...figuresIn(text),
  ...(plain(text).match(/\p{L}+/gu) ?? []).flatMap((word) => NUMBERS[word] ?? []),
]

/** The most numbers to calculate with, so that the time stays bounded. */
const MOST_NUMBERS = 24

/** Returns whether a number is a sum, a difference, a multiple, or a percentage of others. `counts` only multiply. */
function follows(value: number, given: readonly number[], counts: readonly number[]): boolean {
  const terms = given.slice(0, MOST_NUMBERS)
  const factors = [...counts, ...given].slice(0, MOST_NUMBERS)
  const products = terms.flatMap((term) => factors.flatMap((count) => [term * count, (term * count) / 100]))
  const is = (result: number) => Math.abs(result - value) < 0.005
  const sums = [...terms, ...products].slice(0, MOST_NUMBERS * MOST_NUMBERS)
  return sums.some(is) || sums.some((a) => terms.some((b) => is(a + b) || is(a - b) || is(b - a)))
}

/** The largest number that counts things: `12 visits`. */
const MOST_COUNTED = 60

/** Matches numbers in characters that aren't read: `３０`, `½`. */
const UNREAD = /(?![0-9])\p{N}/gu

const AMOUNT = /[$€£]\s?\d[\d,.]*|\d[\d,.]*\s?(?:%|percent|dollars?|bucks|d[oó]lares)/giu

/** Returns whether a sentence has a number that follows neither from its sources nor, except for money, from the visitor. */
function hasStrangeNumber(say: string, cited: string, visitor: string): boolean {
  if ((say.match(UNREAD) ?? []).some((unread) => !cited.includes(unread))) return true
  const given = numbersIn(cited)
  const own = numbersIn(visitor)
  const money = new Set((say.match(AMOUNT) ?? []).flatMap(figuresIn))
  const said = numbersIn(say)
  // `A $5,000 patio is over $3,000`: the visitor's amount is no price if the owner's stands beside it.
  const isCompared = said.some((value) => given.includes(value))
  const strange = said.filter(
    (value) => !given.includes(value) && !(own.includes(value) && (isCompared || !money.has(value))),
  )
  const counts = [...own, ...said.filter((value) => value <= MOST_COUNTED), 2]
  // A result can be a step to the next one.
  const known = [...given]
  return !strange.every((value) => {
    const others = counts.filter((count) => count !== value || own.includes(count))
    const isResult = follows(value, known, others)
    if (isResult) known.push(value)
    return isResult
  })
}

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const DAY =
  /\b(?:(mon|lunes)|(tue|martes)|(wed|miercoles)|(thu|jueves)|(fri|viernes)|(sat|sabado)|(sun|domingo))(?:days?|s|sdays?|nesdays?|rs?days?|urdays?)?\b/g

/** Returns the days of the week in a text, with those between the ends of a span. */
export function daysIn(text: string): Set<string> {
  const found = [...plain(text).matchAll(DAY)].map((match) => ({
    day: match.slice(1).findIndex(Boolean),
    from: match.index,
    to: match.index + match[0].length,
  }))
  const days = new Set(found.map(({ day }) => DAYS[day] ?? ''))
  for (const [at, first] of found.entries()) {
    const next = found[at + 1]
    const between = next && plain(text).slice(first.to, next.from)
    if (!next || !between || !/^\s*(?:to|through|thru|until|-|–|a|al|hasta)\s*$/.test(between)) continue
    for (let day = first.day; day !== next.day; day = (day + 1) % 7) days.add(DAYS[day] ?? '')
  }
  if (/\bweekend|fin(?:es)? de semana/.test(plain(text))) days.add('sat').add('sun')
  if (/\bweekdays?\b|entre semana/.test(plain(text))) for (const day of DAYS.slice(0, 5)) days.add(day)
  return days
}
const MONTH_NAMES = [
  'january february march april may june july august september october november december',
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
].flatMap((names) => names.split(' '))
const MONTHS = new RegExp(`\\b(?:${MONTH_NAMES.join('|')})\\b`, 'g')

const monthOf = (name: string) => MONTH_NAMES.indexOf(name) % 12

/** Returns the months in a text, with those between the ends of a span. */
function monthsIn(text: string): Set<number> {
  // "May" begins sentences, too, and is rarely a month in lowercase.
  const words = plain(text.replace(/\bmay\b|^\W*May\b/g, ' '))
  const found = [...words.matchAll(MONTHS)].map((match) => ({
    month: monthOf(match[0]),
    from: match.index,
    to: match.index + match[0].length,
  }))
  const months = new Set(found.map(({ month }) => month))
  for (const [at, first] of found.entries()) {
    const next = found[at + 1]
    if (
      !next ||
      !/^[\s\d]*(?:to|through|thru|until|-|–|a|al|hasta)(?: (?:the )?(?:end|middle) of)?\s*$/.test(
        words.slice(first.to, next.from),
      )
    )
      continue
    for (let month = first.month; month !== next.month; month = (month + 1) % 12) months.add(month)
  }
  return months
}

const NEGATION = /\b(?:no|not|never|closed|cerrad[oa]s?|nunca)\b|n['’]t\b/iu

/** Returns whether a sentence names a day or month that its sources don't. It may rule one out that the visitor named. */
function hasStrangeDay(say: string, cited: string, visitor: string): boolean {
  const isDenied = NEGATION.test(say)
  const days = [daysIn(cited), isDenied ? daysIn(visitor) : new Set<string>()]
  const months = [monthsIn(cited), isDenied ? monthsIn(visitor) : new Set<number>()]
  return (
    [...daysIn(say)].some((day) => !days.some((given) => given.has(day))) ||
    [...monthsIn(say)].some((month) => !months.some((given) => given.has(month)))
  )
}

/** Returns whether a sentence names somebody or some place that neither its sources nor the visitor name. */
function hasStrangeName(say: string, known: string): boolean {
  const words = new Set((plain(known).match(/\p{L}+/gu) ?? []).map(stem))
  const names = [...say.matchAll(/(?<=[\p{L}\d,;:)]\s)(?:["“'(])?(\p{Lu}[\p{L}'’-]+)/gu)].map(
    ([, name = '']) => name,
  )
  return names.some((name) =>
    plain(name)
      .split(/[^\p{L}]+/u)
      .some((part) => part.length > 1 && !words.has(stem(part)) && !NO_NAMES.has(part)),
  )
}
/** Words with a capital that name nobody; days and months are checked on their own. */
const NO_NAMES: ReadonlySet<string> = new Set(
  `i ll ve re am pm us usa ok english spanish may ${MONTH_NAMES.slice(0, 12).join(' ')} monday tuesday wednesday thursday friday saturday sunday`.split(
    ' ',
  ),
)

/**
 * Returns why a sentence says more than its sources by its numbers, days, or names; null if it doesn't. `known` are names
 * that it can contain, and a question can suggest a day.
 */
export function strangeIn(
  say: string,
  cited: string,
  visitor: string,
  known: string,
  isQuestion = false,
): string | null {
  if (hasStrangeNumber(say, cited, visitor)) return 'a number without a source'
  if (!isQuestion && hasStrangeDay(say, cited, visitor)) return 'a day without a source'
  return hasStrangeName(say, `${cited} ${known}`) ? 'a name without a source' : null
}
