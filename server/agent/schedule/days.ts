import * as chrono from 'chrono-node/en'
import { plus } from '../../../src/domain/settings/business-hours.ts'
import { nextDay } from '../../../src/domain/time/calendar-day.ts'
import { weekdayOf } from '../../call-times/slots.ts'
import {
  daysBetween,
  latest,
  MONTH,
  MONTHS,
  mondayOf,
  run,
  WEEKDAY,
  weekdayNumber,
  written,
} from '../words/calendar.ts'
import { readAnchored } from './anchored.ts'

type ParsedDate = ReturnType<typeof chrono.parse>[number]['start']

/** The number of days in an open-ended range such as `after Thursday`. */
const AHEAD = 21
/** Matches special days whose names end in a weekday, such as Black Friday. */
const SPECIAL =
  '(?<!\\b(?:black|cyber|good|great|super|duper|giga|mini|palm|trinity|easter|whit|ash|shrove|covenant|maundy|holy)[ -])'
const MIDWEEK = /\bmid[ -]?week\b|\b(?:mid|middle of)(?: (?:the|this|next))?(?: week\b| (?=,|$))/
const SIDE =
  '(?:\\b(?<side>after|before|by|until|till?|through|thru|since|from|starting|past)(?: the| on)? )?'
const WEEKDAYS = new RegExp(
  `${SIDE}(?:\\b(?<which>next|this|coming|this coming|upcoming|following|last|past|previous|[1-9]) )?\\b${SPECIAL}(?<name>${WEEKDAY})(?<many>s)?\\b(?<!\\bfull sun|\\bthe sun)\\.?(?: (?<after>after next|week|(?:of |from )?(?:next|this|last|previous) week|from now|back|ago)\\b)?`,
  'g',
)
const SPAN = new RegExp(
  `\\b(?:from |between )?(?<from>${WEEKDAY})s? ?(?:-|to|through|thru|until|and) ?(?<to>${WEEKDAY})s?\\b`,
  'g',
)
const ORDINAL = new RegExp(
  `${SIDE}(?<!\\b${MONTH}[a-z]*\\.? (?:the )?)\\b(?:the )?(?<date>\\d{1,2})(?:st|nd|rd|th)\\b(?: of (?:the )?(?<month>(?:next |this |current |coming |last |previous )?month))?(?! (?:(?:to|-|through) (?:the )?\\d|(?:of )?${MONTH}|one|time|option|choice|slot|street|st\\b|ave|floor|grade))`,
  'g',
)
/** Matches two dates without a month: `the 2nd to the 5th`, `between the 30th and the 2nd`. */
const DATE_SPAN =
  /\b(?:(?<lead>from|between) )?(?:the )?(?<first>\d{1,2})(?:st|nd|rd|th) ?(?<by>-|to|through|thru|until|till?|and) ?(?:the )?(?<last>\d{1,2})(?:st|nd|rd|th)\b(?! of\b)/g
const WEEK_OF = /\b(?:the )?week of (?:the )?(?<date>\d{1,2})(?:st|nd|rd|th)\b/g
type Period = readonly [RegExp, (today: string, count: number) => string[]]
const NAMED_PERIODS: readonly Period[] = [
  [/\bday after tomorrow\b/g, (today) => [plus(today, 2)]],
  [/\bday before yesterday\b/g, (today) => [plus(today, -2)]],
  [/\b(?:in )?(?:1|a) week from (?:today|now)\b/g, (today) => [plus(today, 7)]],
  [/\b(?:1|a) week from tomorrow\b/g, (today) => [plus(today, 8)]],
  [/\b(?:in )?(?<count>\d) weeks from (?:today|now)\b/g, (today, count) => [plus(today, 7 * count)]],
  [/\b(?<count>\d) weeks from tomorrow\b/g, (today, count) => [plus(today, 7 * count + 1)]],
  [/\bnext (?:few|couple of|couple) days\b/g, (today) => run(plus(today, 1), 3)],
  [/\b(?:within|(?:(?:with)?in )?(?:the )?next) (?<count>\d) days\b/g, (today, count) => run(today, count + 1)],
  [/\b(?:within|(?:(?:with)?in )?(?:the )?next) (?:(?<count>\d)|couple(?: of)?|few) weeks?\b|\b(?:the )?next week or 2\b/g, (today, count) => run(today, 7 * count + 1)],
  [/\b(?:in )?1 week or 2\b/g, (today) => run(plus(today, 7), 8)],
  [/\bnext week or (?:the )?(?:week|one) after(?: that)?\b/g, (today) => run(mondayAfter(today), 14)],
  [/\b(?:beginning|start|early part|early) (?:of )?(?:the )?(?:next|coming|following) week\b|\bearly next week\b/g, (today) => run(mondayAfter(today), 3)],
  [/\b(?:beginning|start|early part|early) (?:of )?(?:the|this) week\b/g, (today) => run(weekdayOf(today) === 1 ? today : mondayAfter(today), 3)],
  [/\b(?:end|later part|late) (?:of )?(?:the )?(?:next|coming|following) week\b|\blater? next week\b/g, (today) => run(plus(mondayAfter(today), 4), 3)],
  [/\b(?:end|later part|late) (?:of )?(?:the |this )?week\b|\blater this week\b/g, (today) => week(today).filter((day) => day > today && (weekdayOf(day) + 6) % 7 >= 4)],
  [/\bweek after next\b/g, (today) => run(plus(mondayAfter(today), 7), 7)],
  [/\b(?:next|coming|following|upcoming) week(?! ?end)\b|\bthe week after\b(?! (?:next|\d|that i|we))/g, (today) => run(mondayAfter(today), 7)],
  [/\b(?:last|past|previous) week(?! ?end)\b/g, (today) => week(plus(today, -7))],
  [/\b(?:last|past|previous|this past) week ?end\b/g, (today) => weekend(plus(today, -7))],
  [/\b(?:this|current|all|the whole) week(?! ?end)\b/g, (today) => week(today).filter((day) => day >= today)],
  [/\bweek ?end after next\b/g, (today) => [7, 14].flatMap((ahead) => weekend(plus(today, ahead)))],
  [/\bnext week ?end\b/g, (today) => [...weekend(today), ...weekend(mondayAfter(today))].filter((day) => day > today)],
  [/\b(?:this |the |coming |this coming )?(?:week ?end|wkend)\b/g, (today) => weekend(today)],
  [/\b(?:today|tonight)\b|\bthis (?:morning|afternoon|evening)\b|\blater in the day\b/g, (today) => [today]],
] // biome-ignore format: a table
/** Matches what limits a period: `before the weekend`. */
const LIMIT = '(?:\\b(?<limit>after|before|by|until|till?|through|thru)(?: the| this)? )?'
const PERIODS = NAMED_PERIODS.map(
  ([pattern, list]): Period => [new RegExp(`${LIMIT}(?:${pattern.source})`, 'g'), list],
)

/** Returns the number of days in the next month with an index from 0 to 11; 31 without one. */
function daysIn(month: number, today: string): number {
  const [year = 0, now = 1] = today.split('-').map(Number)
  return month < 0 ? 31 : new Date(Date.UTC(month < now - 1 ? year + 1 : year, month + 1, 0)).getUTCDate()
}
const DATE = new RegExp(
  `\\b(?<month>${MONTH})[a-z]*\\.? (?:the )?(?<day>29|3[01])(?:st|th)?\\b(?!:|,? 20)|\\b(?:the )?(?<first>29|3[01])(?:st|th)? (?:of )?(?<then>${MONTH})[a-z]*\\b|(?<![\\d/])(?<number>1[0-2]|0?[1-9])\\/(?<on>29|3[01])(?:\\/\\d{2,4})?(?![\\d/])|\\bthe (?:3[2-9]|[4-9]\\d)(?:st|nd|rd|th)\\b(?! (?:st|street|ave|avenue|floor)\\b)`,
  'g',
)

/** Removes nonexistent days from a text: `February 30`, `11/31`, `the 32nd`. */
function withoutImpossibleDays(text: string, today: string): string {
  return text.replace(DATE, (...found) => {
    const { month, day, first, then, number, on } = found.at(-1) as Record<string, string | undefined>
    const at = number ? Number(number) - 1 : MONTHS.indexOf(month ?? then ?? '')
    return Number(day ?? first ?? on ?? 99) > daysIn(at, today) ? ' ' : String(found[0])
  })
}

/** Returns the days from `today` of a named month, or the first month's of a named year. */
function restOf(start: ParsedDate, text: string, today: string): string[] {
  // The parser adds months to the day, so that a month after January 31 would be March.
  const [monthly] = chrono.parse(text, new Date(`${today.slice(0, 8)}01T12:00:00`), { forwardDate: true })
  const parsed = /\bmonths?\b/.test(text) ? (monthly?.start ?? start) : start
  const month = parsed.isCertain('month') ? written(parsed).slice(0, 7) : `${written(parsed).slice(0, 4)}-01`
  return run(`${month}-01`, 31).filter((day) => day.startsWith(month) && day >= today)
}

export interface Days {
  /** Empty if the only named day doesn't exist. */
  days: string[] | null
  weekdays: number[] | null
  rest: string
}

const week = (today: string) => run(mondayOf(today), 7)
const mondayAfter = (today: string) => plus(mondayOf(today), 7)
const weekend = (today: string) => week(today).slice(5)

/** Returns the days before or after a day, depending on the preposition; only that day if there is no preposition. */
function bounded(day: string, side: string | undefined, today: string): string[] {
  if (!side) return [day]
  if (side === 'after' || side === 'past') return run(nextDay(day), AHEAD)
  if (/since|from|starting/.test(side)) return run(day, AHEAD)
  const count = daysBetween(today, day) + (side === 'before' ? 0 : 1)
  return run(today, Math.max(0, count))
}

/** Returns the days before or after a period; the period itself if it has passed or there is no preposition. */
function limited(period: readonly string[], side: string | undefined, today: string): readonly string[] {
  const day = side === 'before' ? period[0] : period.at(-1)
  return side && day && day >= today ? bounded(day, side, today) : period
}

/** Returns the calendar days that a weekday can mean: the next one, or two if it is ambiguous. */
function meant(
  weekday: number,
  which: string | undefined,
  after: string | undefined,
  today: string,
): string[] {
  const ahead = (weekday - weekdayOf(today) + 7) % 7
  const day = plus(today, ahead)
  /** The next such day after today. */
  const next = ahead === 0 ? plus(day, 7) : day
  if (/last|past|previous|back|ago/.test(`${which ?? ''} ${after ?? ''}`)) return [plus(day, -7)]
  if (after === 'from now') return [plus(next, 7 * (Number(which ?? 1) - 1))]
  if (after === 'after next' || after === 'week') return [plus(next, 7)]
  if (after?.endsWith('next week')) return [plus(mondayAfter(today), (weekday + 6) % 7)]
  if (after?.endsWith('this week')) return [plus(mondayOf(today), (weekday + 6) % 7)]
  if (which === 'next' && ahead === 0) return [next]
  const isAmbiguous = ahead === 0 || (which === 'next' && day < mondayAfter(today))
  return isAmbiguous ? [day, plus(day, 7)] : [day]
}

/** Returns the next occurrence of a day of the month, in the named month if there is one. */
function dateOf(date: number, month: string | undefined, today: string): string | null {
  const [year = 0, now = 1] = today.split('-').map(Number)
  if (/last|previous/.test(month ?? '')) return plus(today, -1)
  const isAnyMonth = !month || month === 'month'
  const isNext =
    month === 'next month' || month === 'coming month' || (isAnyMonth && Number(today.slice(8)) > date)
  const first = now - 1 + (isNext ? 1 : 0)
  // Not every month has a 31st.
  const days = (isAnyMonth ? [first, first + 1] : [first]).map((at) => new Date(Date.UTC(year, at, date)))
  return (
    days
      .find((day) => day.getUTCDate() === date)
      ?.toISOString()
      .slice(0, 10) ?? null
  )
}

/** What a clause names, one by one. */
interface Named {
  days: Set<string>
  /** Dates. */
  exact: Set<string>
  /** Days before or after another one. */
  open: Set<string>
  /** Weekdays that mean every such day. */
  weekdays: Set<number>
  /** The days that single weekdays can mean. A weekday with a word such as `this` or `next` is sure. */
  singles: { day: string; weekday: number; isSure: boolean }[]
  /** The days of periods, such as next week. */
  week: string[]
}

type Groups = Record<string, string | undefined>

function addAll<T>(to: Set<T>, found: Iterable<T>): void {
  for (const each of found) to.add(each)
}

/** Removes the matches of a pattern from a text, except those that `read` rejects by returning false. */
function taking(text: string, pattern: RegExp, read: (groups: Groups, whole: string) => boolean): string {
  return text.replace(pattern, (...found) => {
    const whole = String(found[0])
    return read(found.at(-1) as Groups, whole) ? ' ' : whole
  })
}

/** Reads `Monday to Wednesday`, but not `Monday and Wednesday`. */
function readSpans(text: string, { weekdays }: Named): string {
  return taking(text, SPAN, ({ from = '', to = '' }, whole) => {
    if (whole.includes(' and ') && !whole.startsWith('between')) return false
    const count = (weekdayNumber(to) - weekdayNumber(from) + 7) % 7
    for (let index = 0; index <= count; index++) weekdays.add((weekdayNumber(from) + index) % 7)
    return true
  })
}

/** Words for several weekdays. */
const GROUPS: readonly (readonly [RegExp, readonly number[]])[] = [
  [/\bweek ?days?\b/, [1, 2, 3, 4, 5]],
  [MIDWEEK, [2, 3, 4]],
  [/\bweek ?ends\b/, [0, 6]],
]

function readGroups(text: string, { weekdays }: Named): void {
  for (const [pattern, group] of GROUPS) if (pattern.test(text)) addAll(weekdays, group)
}

function readWeekdays(
  text: string,
  { weekdays, open, singles }: Named,
  today: string,
  always: boolean,
): string {
  return taking(text, WEEKDAYS, ({ side, which, name = '', many, after }) => {
    const weekday = weekdayNumber(name)
    const isPlural = many && name.length > 4 && after !== 'from now' && after !== 'back'
    if (isPlural || (always && !which && !after && !side)) {
      weekdays.add(weekday)
      return true
    }
    const days = meant(weekday, which, after, today)
    if (side && days[0]) addAll(open, bounded(days[0], side, today))
    else for (const day of days) singles.push({ day, weekday, isSure: Boolean(which ?? after) })
    return true
  })
}

function readPeriods(text: string, { week }: Named, today: string): string {
  return PERIODS.reduce(
    (rest, [pattern, list]) =>
      taking(rest, pattern, ({ limit, count = '2' }) => {
        week.push(...limited(list(today, Number(count)), limit, today))
        return true
      }),
    text,
  )
}

function readWeeksOf(text: string, { days }: Named, today: string): string {
  return taking(text, WEEK_OF, ({ date }) => {
    const day = dateOf(Number(date), undefined, today)
    if (day) addAll(days, run(mondayOf(day), 7))
    return day !== null
  })
}

function readDateSpans(text: string, { days }: Named, today: string): string {
  return taking(text, DATE_SPAN, ({ lead, first: from, by, last: until }) => {
    const first = dateOf(Number(from), undefined, today)
    const last = first && dateOf(Number(until), undefined, first)
    if (!last || (by === 'and' && lead !== 'between')) return false
    addAll(days, run(first, 1 + daysBetween(first, last)))
    return true
  })
}

function readOrdinals(text: string, { exact, open }: Named, today: string): string {
  return taking(text, ORDINAL, ({ side, date = '', month }) => {
    const day = dateOf(Number(date), month, today)
    if (!day) return false
    if (side) addAll(open, bounded(day, side, today))
    else exact.add(day)
    return true
  })
}

const isMonth = (start: ParsedDate) =>
  (start.isCertain('month') || start.isCertain('year')) && !start.isCertain('day')

/** Returns whether the parser has read a day or a month. It reads `a honey locust` as an hour, `the day` as tomorrow. */
function isDate({ text, start }: { text: string; start: ParsedDate }): boolean {
  const isHour = start.isCertain('minute') && !/\d/.test(text)
  return !isHour && text !== 'the day' && (isMonth(start) || start.isCertain('day'))
}

const SIDE_BEFORE = /\b(after|before|by|until|till?|through|thru|since|from|starting)(?: the| on)? $/

function readDates(text: string, { days, exact, open }: Named, today: string): string {
  // The parser misses a day that precedes many spaces.
  let rest = text.replace(/[\s,]+$/, '').replace(/\s+/g, ' ')
  const read = chrono.parse(rest, new Date(`${today}T12:00:00`), { forwardDate: true }).filter(isDate)
  for (const { text, index, start, end } of read) {
    const side = SIDE_BEFORE.exec(rest.slice(0, index))?.[1]
    const first = latest(start, today)
    if (isMonth(start)) addAll(days, restOf(start, text, today))
    else if (end && (!side || side === 'from'))
      addAll(days, run(first, Math.min(31, 1 + daysBetween(first, written(end)))))
    else if (side) addAll(open, bounded(first, side, today))
    else exact.add(first)
    rest = rest.slice(0, index) + ' '.repeat(text.length) + rest.slice(index + text.length)
  }
  return rest
}

/** Returns the calendar days that all the named ones mean together. */
function together({ days, exact, open, singles, week }: Named, today: string): ReadonlySet<string> {
  const all = new Set(days)
  // "Mon, Nov 23" is one day; "Tuesday, Nov 23" is ambiguous.
  const far = plus(today, AHEAD)
  const agreed = singles.filter(
    ({ weekday }) => ![...exact].some((day) => weekdayOf(day) === weekday || day < today || day > far),
  )
  const inWeek = singles.filter(
    ({ weekday, isSure }) => !isSure && week.some((day) => weekdayOf(day) === weekday),
  )
  const weekdaysInWeek = new Set(inWeek.map(({ weekday }) => weekday))
  if (inWeek.length > 0)
    addAll(
      all,
      week.filter((day) => weekdaysInWeek.has(weekdayOf(day))),
    )
  else if (!singles.some(({ isSure }) => isSure)) addAll(all, week)
  addAll(all, exact)
  for (const { day, weekday, isSure } of agreed.filter((each) => !inWeek.includes(each))) {
    const later = isSure || open.has(day) ? [] : [...open].filter((each) => weekdayOf(each) === weekday)
    addAll(all, later.length > 0 ? later : [day])
  }
  // "After Thanksgiving, maybe the week of December 7" means only that week.
  if (![...all].some((day) => open.has(day))) addAll(all, open)
  return all
}

/**
 * Extracts the days from a clause as of `today`, the business's calendar day. `rest` is the clause without them. A
 * weekday means every such day if `always` is true; otherwise, the next one.
 */
export function readDays(clause: string, today: string, always = false): Days {
  const possible = withoutImpossibleDays(clause, today)
  const anchored = readAnchored(possible, today)
  const named: Named = {
    days: new Set(),
    exact: new Set(anchored.days),
    open: new Set(),
    weekdays: new Set(),
    singles: [],
    week: [],
  }
  let rest = readSpans(anchored.rest, named)
  readGroups(rest, named)
  rest = readWeekdays(rest, named, today, always)
  rest = readPeriods(rest, named, today)
  rest = readWeeksOf(rest, named, today)
  rest = readDateSpans(rest, named, today)
  rest = readOrdinals(rest, named, today)
  rest = rest.replace(/\bweek ?(?:days?|ends)\b|\bnow\b/g, ' ').replace(MIDWEEK, ' ')
  rest = readDates(rest, named, today)
  const days = together(named, today)
  const weekdays = [...named.weekdays]
  if (days.size === 0) {
    const isImpossible = possible !== clause && weekdays.length === 0
    return { days: isImpossible ? [] : null, weekdays: weekdays.length > 0 ? weekdays : null, rest }
  }
  const narrowed = [...days].filter((day) => weekdays.includes(weekdayOf(day)))
  return { days: (narrowed.length > 0 ? narrowed : [...days]).toSorted(), weekdays: null, rest }
}
