import * as chrono from 'chrono-node/en'
import { plus } from '../../../src/domain/settings/business-hours.ts'
import { weekdayOf } from '../../call-times/slots.ts'
import {
  latest,
  MONTH,
  MONTH_NAME,
  MONTHS,
  mondayOf,
  nextOn,
  run,
  WEEKDAY,
  weekdayNumber,
} from '../words/calendar.ts'

/** `monday after november 26`, `the day after january 1`, `the week of december 25`. */
const BESIDE = new RegExp(
  `\\b(?:(?:the|el|la) )?(?<unit>${WEEKDAY}|day|dia|week(?: ?end)?) (?<side>after|following|before|of) (?<date>${MONTH}[a-z]*\\.? \\d{1,2})(?:st|nd|rd|th)?\\b`,
  'g',
)
const WHOLE_MONTH = `(?<month>${MONTH_NAME}|(?:(?:the|this|next) )?month)\\b`
/** `the first tuesday of december`, `the last week of the month`. */
const OF_MONTH = new RegExp(
  `\\b(?:the )?(?<which>first|1st|second|2nd|third|3rd|fourth|4th|last) (?<unit>${WEEKDAY}|week ?end|week|day) (?:of|in) ${WHOLE_MONTH}`,
  'g',
)
/** `early december`, `mid-december`, `the end of the month`. */
const PART_OF_MONTH = new RegExp(
  `(?<!\\b(?:by|before|until|till?) (?:the )?)\\b(?:the )?(?<part>early|beginning of|start of|mid|middle of|late|end of)(?: (?:in )?|-)${WHOLE_MONTH}(?! \\d)`,
  'g',
)
const ORDER: readonly RegExp[] = [/^(?:first|1st)/, /^(?:second|2nd)/, /^(?:third|3rd)/, /^(?:fourth|4th)/]

/** Returns the days of a month from its name, or of this or the next month. */
function daysOf(month: string, today: string): string[] {
  const current = `${today.slice(0, 8)}01`
  const ahead = (MONTHS.indexOf(month.slice(0, 3)) + 12 - (Number(today.slice(5, 7)) - 1)) % 12
  const count = /^next/.test(month) ? 1 : /month$/.test(month) ? 0 : ahead
  let first = current
  for (let index = 0; index < count; index++) first = `${plus(first, 31).slice(0, 8)}01`
  return run(first, 31).filter((day) => day.slice(0, 7) === first.slice(0, 7))
}

function beside(unit: string, side: string, day: string): string[] {
  const isBefore = side === 'before'
  if (side === 'of')
    return unit.startsWith('week') ? run(mondayOf(day), 7).slice(unit === 'week' ? 0 : 5) : [day]
  if (unit === 'day' || unit === 'dia') return [plus(day, isBefore ? -1 : 1)]
  if (unit === 'week') return run(plus(mondayOf(day), isBefore ? -7 : 7), 7)
  const weekday = unit.startsWith('week') ? 6 : weekdayNumber(unit)
  const next = nextOn(weekday, day)
  const found = isBefore ? plus(next, weekdayOf(day) === weekday ? -14 : -7) : next
  return unit.startsWith('week') ? [found, plus(found, 1)] : [found]
}

function ofMonth(which: string, unit: string, month: readonly string[]): string[] {
  const at = ORDER.findIndex((pattern) => pattern.test(which))
  if (unit === 'week') return at < 0 ? month.slice(-7) : month.slice(7 * at, 7 * at + 7)
  const isWeekend = unit.startsWith('week')
  const weekday = isWeekend ? 6 : weekdayNumber(unit)
  const days = unit === 'day' ? month : month.filter((day) => weekdayOf(day) === weekday)
  const found = days.slice(at, at < 0 ? undefined : at + 1)
  return isWeekend ? found.flatMap((day) => [day, plus(day, 1)]) : found
}

function partOfMonth(part: string, month: readonly string[]): readonly string[] {
  if (/^(?:early|beginning|start)/.test(part)) return month.slice(0, 10)
  return part.startsWith('mid') ? month.slice(10, 20) : month.slice(20)
}

/** Returns days of a month. For `the first monday of the month`, those of the next month if this month's have passed. */
function inMonth(
  month: string,
  today: string,
  pick: (all: string[]) => readonly string[],
): readonly string[] {
  const days = pick(daysOf(month, today))
  const hasPassed = /^(?:the )?month$/.test(month) && days.every((day) => day < today)
  return hasPassed ? pick(daysOf('next month', today)) : days
}

/** Extracts the days that a text names by their place next to a date or in a month. `rest` is the text without them. */
export function readAnchored(text: string, today: string): { days: string[]; rest: string } {
  const days: string[] = []
  const dateOf = (date: string) => {
    const [found] = chrono.parse(date, new Date(`${today}T12:00:00`), { forwardDate: true })
    return found && latest(found.start, today)
  }
  const rest = text
    .replace(BESIDE, (whole, ...found) => {
      const { unit = '', side = '', date = '' } = found.at(-1) as Record<string, string>
      const day = dateOf(date)
      if (!day) return whole
      days.push(...beside(unit, side, day))
      return ' '
    })
    .replace(OF_MONTH, (...found) => {
      const { which = '', unit = '', month = '' } = found.at(-1) as Record<string, string>
      days.push(...inMonth(month, today, (all) => ofMonth(which, unit, all)))
      return ' '
    })
    .replace(PART_OF_MONTH, (...found) => {
      const { part = '', month = '' } = found.at(-1) as Record<string, string>
      days.push(...inMonth(month, today, (all) => partOfMonth(part, all)))
      return ' '
    })
  return { days, rest }
}
