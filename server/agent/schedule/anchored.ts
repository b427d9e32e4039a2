import * as chrono from 'chrono-node/en'
import { MONTH, MONTHS, mondayOf, nextOn, plus, run, WEEKDAY, weekdayNumber, written } from './calendar.ts'
import { weekdayOf } from './slots.ts'

/** `monday after november 26`, `the day after january 1`, `the week before december 25`. */
const BESIDE = new RegExp(
  `\\b(?:(?:the|el|la) )?(?<unit>${WEEKDAY}|day|dia|week(?: ?end)?) (?<side>after|following|before) (?<date>${MONTH}[a-z]*\\.? \\d{1,2})(?:st|nd|rd|th)?\\b`,
  'g',
)
/** `the first tuesday of december`, `the last week of november`. */
const OF_MONTH = new RegExp(
  `\\b(?:the )?(?<which>first|1st|second|2nd|third|3rd|fourth|4th|last) (?<unit>${WEEKDAY}|week) (?:of|in) (?<month>${MONTH})[a-z]*\\b`,
  'g',
)
const ORDER: readonly RegExp[] = [/^(?:first|1st)/, /^(?:second|2nd)/, /^(?:third|3rd)/, /^(?:fourth|4th)/]

const monthNumber = (name: string) => String(MONTHS.indexOf(name) + 1).padStart(2, '0')

function beside(unit: string, side: string, day: string): string[] {
  const isBefore = side === 'before'
  if (unit === 'day' || unit === 'dia') return [plus(day, isBefore ? -1 : 1)]
  if (unit === 'week') return run(plus(mondayOf(day), isBefore ? -7 : 7), 7)
  const weekday = unit.startsWith('week') ? 6 : weekdayNumber(unit)
  const next = nextOn(weekday, day)
  const found = isBefore ? plus(next, weekdayOf(day) === weekday ? -14 : -7) : next
  return unit.startsWith('week') ? [found, plus(found, 1)] : [found]
}

function ofMonth(which: string, unit: string, first: string): string[] {
  const month = run(first, 31).filter((day) => day.slice(0, 7) === first.slice(0, 7))
  const at = ORDER.findIndex((pattern) => pattern.test(which))
  if (unit === 'week') return at < 0 ? month.slice(-7) : month.slice(7 * at, 7 * at + 7)
  const days = month.filter((day) => weekdayOf(day) === weekdayNumber(unit))
  return days.slice(at, at < 0 ? undefined : at + 1)
}

/** Extracts the days that a text names by their place next to a date or in a month. `rest` is the text without them. */
export function readAnchored(text: string, today: string): { days: string[]; rest: string } {
  const days: string[] = []
  const dateOf = (date: string) => {
    const [found] = chrono.parse(date, new Date(`${today}T12:00:00`), { forwardDate: true })
    return found && written(found.start)
  }
  const rest = text
    .replace(BESIDE, (whole, ...found) => {
      const { unit = '', side = '', date = '' } = found.at(-1) as Record<string, string>
      const day = dateOf(date)
      if (!day) return whole
      days.push(...beside(unit, side, day))
      return ' '
    })
    .replace(OF_MONTH, (whole, ...found) => {
      const { which = '', unit = '', month = '' } = found.at(-1) as Record<string, string>
      const isNow = today.slice(5, 7) === monthNumber(month)
      const first = isNow ? `${today.slice(0, 8)}01` : dateOf(`${month} 1`)
      if (!first) return whole
      days.push(...ofMonth(which, unit, first))
      return ' '
    })
  return { days, rest }
}
