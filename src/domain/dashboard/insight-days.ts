import type { FieldIssue } from '../../contract/fields.ts'
import { INSIGHT_PERIODS, type InsightPeriod, MOST_INSIGHT_DAYS } from '../../contract/insights.ts'
import { type DayRange, REVERSED_DAYS, rangeText } from '../time/day-range.ts'
import { DAY_MS } from '../time/durations.ts'
import { dayBefore } from '../time/read-day.ts'

/** Two calendar days, YYYY-MM-DD, and the days between them. */
export interface InsightDays {
  from: string
  to: string
}

/** What the insights are about: a number of days that end today, or chosen days. */
export type InsightSpan = InsightPeriod | InsightDays

export const isPeriod = (span: InsightSpan): span is InsightPeriod => typeof span === 'number'

export const TOO_MANY_DAYS = `Insights cover at most ${MOST_INSIGHT_DAYS} days`

/** The first possible day, so that the days before a span can be written as well. */
const FIRST_DAY = '1970-01-01'

const countDays = ({ from, to }: InsightDays) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1

/** Returns the number of days. */
export const spanLength = (span: InsightSpan): number => (isPeriod(span) ? span : countDays(span))

/** Returns the first and the last day. */
export const spanDays = (span: InsightSpan, today: string): InsightDays =>
  isPeriod(span) ? { from: dayBefore(today, span - 1), to: today } : span

/** Days that insights can be about, or why they cannot, as text and with the name of the wrong day. */
type ReadDays = { days: InsightDays; problem: null } | { days: null; problem: FieldIssue }

/** Reads the first and the last day of insights. */
export function readDays({ from, to }: DayRange, today: string): ReadDays {
  const wrong = (path: keyof DayRange, message: string): ReadDays => ({
    days: null,
    problem: { path, message },
  })
  if (from === null) return wrong('from', 'The first day is missing')
  if (to === null) return wrong('to', 'The last day is missing')
  if (from < FIRST_DAY) return wrong('from', 'The first day is before 1970')
  if (from > to) return { days: null, problem: REVERSED_DAYS }
  if (to > today) return wrong('to', 'The last day is in the future')
  const days = { from, to }
  if (countDays(days) > MOST_INSIGHT_DAYS) return wrong('from', TOO_MANY_DAYS)
  return { days, problem: null }
}

/** Returns the period that some days are, if they are one; otherwise the days. */
export function spanOf(days: InsightDays, today: string): InsightSpan {
  const period = INSIGHT_PERIODS.find((length) => days.to === today && length === countDays(days))
  return period ?? days
}

/** Returns a span as text, such as "30 days" or "Nov 1 – Nov 22". */
export const spanText = (span: InsightSpan, today: string): string =>
  isPeriod(span) ? `${span} days` : rangeText(span, today)

/** Returns a span and the one before it, such as "30 days, against the 30 before". */
export function spanAgainst(span: InsightSpan, today: string): string {
  const before = isPeriod(span) ? `the ${span} before` : daysBefore(span)
  return `${spanText(span, today)}, against ${before}`
}

/** Returns when the span before was, such as "in the 30 days before" or "on the day before". */
export const inDaysBefore = (span: InsightSpan): string =>
  `${spanLength(span) === 1 ? 'on' : 'in'} ${daysBefore(span)}`

function daysBefore(span: InsightSpan): string {
  const length = spanLength(span)
  return length === 1 ? 'the day before' : `the ${length} days before`
}
