import type { Closure } from '../../src/domain/settings/closures.ts'
import type { Language } from '../base/catalogue.ts'
import { formatIn } from '../base/formats.ts'
import type { KnownHoliday } from '../holidays/holidays.ts'
import { HOLIDAY_WORDS, sayClosures as say } from './texts/holidays.ts'

type DateParts = Pick<Intl.DateTimeFormatOptions, 'weekday' | 'month' | 'day'>

/** Formats parts of a calendar day. */
export const dayWritten = (day: string, language: Language, parts: DateParts) =>
  formatIn(language, 'UTC', parts).format(new Date(`${day}T12:00:00Z`))

/** Formats a calendar day in full: `Thursday, November 26`. */
export const dateInWords = (day: string, language: Language) =>
  dayWritten(day, language, { weekday: 'long', month: 'long', day: 'numeric' })

/** Phrases the date of a holiday: `on Thanksgiving Day`. */
export const onHoliday = (name: string, language: Language): string => {
  const [, , spanish] = HOLIDAY_WORDS.find(([each]) => each === name) ?? []
  const holiday = name.replace(/^Day after/, 'the day after')
  return language === 'es' && spanish ? spanish : say(language, 'holiday', { holiday })
}

/** Returns a sentence about a closure on a day: `We're closed from December 20 to 27.` */
export function closureInWords({ from, to, holiday }: Closure, day: string, language: Language): string {
  if (holiday) {
    return say(language, 'closedHoliday', {
      holiday: onHoliday(holiday, language),
      day: dateInWords(day, language),
    })
  }
  if (from === to) return say(language, 'closedDay', { day: dateInWords(day, language) })
  const date = { month: 'long', day: 'numeric' } as const
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7)
  const bare = { day: 'numeric' } as const
  // Spanish puts the month last; English puts it first.
  const [first, last] =
    language === 'es' ? [isOneMonth ? bare : date, date] : [date, isOneMonth ? bare : date]
  return say(language, 'closedDays', {
    from: dayWritten(from, language, first),
    to: dayWritten(to, language, last),
  })
}

/** Matches words next to a holiday's name that isn't a day: `Merry Christmas`, `Christmas lights`. */
const WISHED = '(?<!\\b(?:happy|merry|feliz|blessed|great|nice|good) )'
const THING =
  "(?!['’]?s? (?:lights?|lighting|decor\\w*|trees?|wreaths?|part(?:y|ies)|dinners?|gifts?|presents?|displays?|cactus|greens?|resolution))"

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The pattern for each known holiday, compiled once. */
const patterns = new Map<string, RegExp>()

function patternOf(name: string): RegExp {
  const known = patterns.get(name)
  if (known) return known
  const words = HOLIDAY_WORDS.find(([each]) => each === name)?.[1] ?? escaped(name)
  const pattern = new RegExp(`${WISHED}(?<![\\p{L}\\d])(?:${words})(?![\\p{L}\\d])${THING}`, 'giu')
  patterns.set(name, pattern)
  return pattern
}

const rank = ({ name }: KnownHoliday) => {
  const at = HOLIDAY_WORDS.findIndex(([each]) => each === name)
  return at < 0 ? HOLIDAY_WORDS.length : at
}

/** Returns the holiday that a text names, with its next date; null if it names none. */
export function holidayNamed(
  text: string,
  holidays: readonly KnownHoliday[],
  today: string,
): { holiday: KnownHoliday; day: string } | null {
  for (const holiday of holidays.toSorted((a, b) => rank(a) - rank(b))) {
    const day = holiday.dates.find((each) => each >= today)
    if (day && text.search(patternOf(holiday.name)) >= 0) return { holiday, day }
  }
  return null
}

/** Formats a day so that the agent can read it: `November 26`. */
export const monthAndDay = (day: string) => dayWritten(day, 'en', { month: 'long', day: 'numeric' })

/** Matches what comes before a holiday in the name of a later day: `the Monday after Thanksgiving`. */
const AFTER = /\b(?:after|following|despu[eé]s del?) (?:the |el )?$/i

/** Replaces the holidays that a text names with their dates: `Thanksgiving at 10` becomes `November 26 at 10`. */
export function withDates(text: string, holidays: readonly KnownHoliday[], today: string): string {
  return holidays
    .toSorted((a, b) => rank(a) - rank(b))
    .reduce(
      (dated, { name, dates }) => {
        const next = dates.find((each) => each >= today)
        const last = dates.findLast((each) => each < today)
        return dated.replace(patternOf(name), (named, ...found) => {
          const day = (AFTER.test(dated.slice(0, found.at(-2))) && last) || next
          return day ? monthAndDay(day) : named
        })
      },
      text
        .replace(/\bcyber monday\b/gi, 'monday after Thanksgiving')
        .replace(/\bin the new year\b/gi, 'in January'),
    )
}
