import { expect, it } from 'vitest'
import { withDates } from '../../../server/agent/closures.ts'
import { readWish } from '../../../server/agent/schedule/wish.ts'
import { holidaysIn } from '../../../server/holidays/holidays.ts'

/** The days that a text means, without the year, as the first, the last, and their number. */
async function daysOf(text: string, today: string): Promise<string> {
  const holidays = await holidaysIn('America/New_York', new Date(`${today}T17:00:00Z`))
  const { any } = readWish(withDates(text, holidays, today), today)
  const days = any.flatMap(({ days }) => days ?? [])
  return days.length > 1 ? `${days[0]} – ${days.at(-1)}: ${days.length}` : (days[0] ?? '')
}

it.each([
  ['2026-12-28', 'next year', '2027-01-01 – 2027-01-31: 31'],
  ['2026-12-28', 'in the new year', '2027-01-01 – 2027-01-31: 31'],
  ['2026-12-28', 'after the new year', '2027-01-02 – 2027-01-22: 21'],
  ['2026-12-28', 'by the end of the year', '2026-12-28 – 2026-12-31: 4'],
  ['2026-12-20', 'at the end of the year', '2026-12-21 – 2026-12-31: 11'],
  ['2026-12-28', 'the week after christmas', '2026-12-28 – 2027-01-03: 7'],
  ['2026-12-17', 'the week of christmas', '2026-12-21 – 2026-12-27: 7'],
  ['2026-12-17', 'christmas week', '2026-12-21 – 2026-12-27: 7'],
  ['2026-12-20', "between christmas and new year's", '2026-12-25 – 2027-01-01: 8'],
  ['2026-12-29', "new year's eve", '2026-12-31'],
  ['2026-12-30', 'the 1st', '2027-01-01'],
  ['2026-12-31', 'next friday', '2027-01-01 – 2027-01-08: 2'],
  ['2026-12-31', 'in two weeks', '2027-01-14'],
  ['2026-11-28', 'the monday after thanksgiving', '2026-11-30'],
  ['2026-11-28', 'cyber monday', '2026-11-30'],
  ['2027-09-07', 'the week after labor day', '2027-09-13 – 2027-09-19: 7'],
  ['2026-12-28', 'a fin de año', '2026-12-21 – 2026-12-31: 11'],
  ['2026-12-28', 'el próximo año', '2027-01-01 – 2027-01-31: 31'],
])('on %s, %j is %s', async (today, text, days) => expect(await daysOf(text, today)).toBe(days))

it.each([
  ['2027-01-31', 'next month', '2027-02-01 – 2027-02-28: 28'],
  ['2027-01-31', 'in a month', '2027-02-01 – 2027-02-28: 28'],
  ['2027-01-30', 'the 5th of next month', '2027-02-05'],
  ['2027-08-31', 'in two months', '2027-10-01 – 2027-10-31: 31'],
  ['2027-03-31', 'next month', '2027-04-01 – 2027-04-30: 30'],
  ['2026-12-28', 'the first monday of the month', '2027-01-04'],
  ['2026-12-28', 'at the beginning of the month', '2027-01-01 – 2027-01-10: 10'],
  ['2026-12-28', 'the first of the month', '2027-01-01'],
  ['2026-12-31', 'from the 30th to the 2nd', '2027-01-30 – 2027-02-02: 4'],
  ['2026-12-28', 'between the 30th and the 2nd', '2026-12-30 – 2027-01-02: 4'],
  ['2026-12-28', 'the 2nd to the 5th', '2027-01-02 – 2027-01-05: 4'],
  ['2026-12-28', 'the 30th and the 2nd', '2026-12-30 – 2027-01-02: 2'],
  ['2026-12-28', 'from december 30th through january 2nd', '2026-12-30 – 2027-01-02: 4'],
  ['2026-12-28', 'the week of the 4th', '2027-01-04 – 2027-01-10: 7'],
  ['2026-12-10', 'the week of the 14th', '2026-12-14 – 2026-12-20: 7'],
  ['2026-12-28', 'el último día del mes', '2026-12-31'],
  ['2026-12-28', 'a principios de mes', '2027-01-01 – 2027-01-10: 10'],
  ['2028-02-28', 'tomorrow', '2028-02-29'],
  ['2028-02-28', 'the last day of the month', '2028-02-29'],
  ['2028-02-20', 'february 29', '2028-02-29'],
  ['2027-02-20', 'february 29', ''],
  ['2026-12-28', 'en dos semanas', '2027-01-11'],
  ['2026-12-28', 'dentro de una semana', '2027-01-04'],
  ['2027-01-31', 'el mes que viene', '2027-02-01 – 2027-02-28: 28'],
])('at the end of a month, on %s, %j is %s', async (today, text, days) =>
  expect(await daysOf(text, today)).toBe(days),
)
