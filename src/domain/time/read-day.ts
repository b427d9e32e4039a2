import { isDay } from '../../contract/fields.ts'
import { DAY_MS } from './durations.ts'

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/** The number of years to search for a leap day that was typed without a year. */
const LEAP_SEARCH = 8

/** The number of years ahead that a year of two digits can mean. */
const YEARS_AHEAD = 20

/** The number of days until the same date in the next year. */
const DAYS_AHEAD = 365

const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/
const MONTH_FIRST = /^(\d{1,2})[-/.](\d{1,2})(?:[-/.](\d{2}|\d{4}))?$/
const NAMED_MONTH_FIRST = /^([a-z]{3,9})\.? ?(\d{1,2})(?:st|nd|rd|th)?(?:(?:, ?| )(\d{2}|\d{4}))?$/
const NAMED_DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th|\.)?[ /-]?([a-z]{3,9})\.?(?:(?:, ?|[ /-])(\d{2}|\d{4}))?$/

/**
 * Returns the calendar day (YYYY-MM-DD) that a person in the US typed: `3/5`, `3/5/26`, `Mar 5`, `5 March 2026`,
 * `2026-03-05`, `today`, `yesterday`, or `tomorrow`. A date without a year means its latest occurrence up to `today`. Returns null
 * for any other text, including dates that do not exist.
 */
export function readDay(text: string, today: string): string | null {
  const typed = text.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  if (typed === 'today') return today
  if (typed === 'yesterday') return dayBefore(today, 1)
  if (typed === 'tomorrow') return dayBefore(today, -1)
  const [, isoYear, isoMonth, isoDay] = ISO.exec(typed) ?? []
  if (isoYear) return dayOf(isoYear, Number(isoMonth), Number(isoDay))
  const [, month, day, year] = MONTH_FIRST.exec(typed) ?? []
  if (month) return withYear(Number(month), Number(day), year, today)
  const [, name = '', named, namedYear] =
    NAMED_MONTH_FIRST.exec(typed) ?? swapped(NAMED_DAY_FIRST.exec(typed))
  const found = MONTHS.findIndex((one) => name !== '' && one.startsWith(name === 'sept' ? 'sep' : name))
  return found === -1 ? null : withYear(found + 1, Number(named), namedYear, today)
}

const swapped = (match: RegExpExecArray | null) => (match ? [match[0], match[2], match[1], match[3]] : [])

function withYear(month: number, day: number, year: string | undefined, today: string): string | null {
  const thisYear = Number(today.slice(0, 4))
  if (year?.length === 2) {
    const isPast = Number(`20${year}`) > thisYear + YEARS_AHEAD
    return dayOf(`${isPast ? 19 : 20}${year}`, month, day)
  }
  if (year) return dayOf(year, month, day)
  for (let back = 0; back <= LEAP_SEARCH; back += 1) {
    const found = dayOf(String(thisYear - back), month, day)
    if (found && found <= today) return found
  }
  return null
}

function dayOf(year: string, month: number, day: number): string | null {
  const text = [year, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
  return isDay(text) ? text : null
}

export function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10)
}

/** Like {@link readDay}, but a date without a year means its next occurrence, and days before `today` return null. */
export function readDayAhead(text: string, today: string): string | null {
  const typed = text.trim().toLowerCase()
  if (typed === 'today') return today
  if (typed === 'tomorrow') return dayBefore(today, -1)
  const day = typed === 'yesterday' ? null : readDay(typed, dayBefore(today, 1 - DAYS_AHEAD))
  return day !== null && day >= today ? day : null
}

/** Like {@link readDay}, but a date without a year means its next occurrence. */
export const readNextDay = (text: string, today: string): string | null =>
  readDayAhead(text, today) ?? readDay(text, today)
