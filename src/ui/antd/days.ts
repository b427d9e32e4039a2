import generatePicker from 'antd/es/date-picker/generatePicker'
import enUS from 'antd/es/date-picker/locale/en_US'
import { addMonths } from '../../domain/time/calendar-keys.ts'
import { dayText } from '../../domain/time/day-range.ts'
import { DAY_MS } from '../../domain/time/durations.ts'
import { readDay } from '../../domain/time/read-day.ts'

/** Days are dates at midnight in UTC, so that no time zone shifts them. */
type Config = Parameters<typeof generatePicker<Date>>[0]

const WEEKDAYS = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

export const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`)
export const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

const inMonths = (date: Date, months: number) => dateOf(addMonths(dayOf(date), months))
const later = (date: Date, days: number) => new Date(date.getTime() + days * DAY_MS)
const same = (date: Date) => date
const zero = () => 0

function configFor(today: string): Config {
  const texts: Record<string, (date: Date) => string> = {
    D: (date) => String(date.getUTCDate()),
    YYYY: (date) => String(date.getUTCFullYear()),
  }
  return {
    getNow: () => dateOf(today),
    getFixedDate: (text) => new Date(text),
    getEndDate: (date) => later(inMonths(later(date, 1 - date.getUTCDate()), 1), -1),
    getWeekDay: (date) => date.getUTCDay(),
    getYear: (date) => date.getUTCFullYear(),
    getMonth: (date) => date.getUTCMonth(),
    getDate: (date) => date.getUTCDate(),
    getHour: zero,
    getMinute: zero,
    getSecond: zero,
    getMillisecond: zero,
    addYear: (date, years) => inMonths(date, years * 12),
    addMonth: inMonths,
    addDate: later,
    setYear: (date, year) => inMonths(date, (year - date.getUTCFullYear()) * 12),
    setMonth: (date, month) => inMonths(date, month - date.getUTCMonth()),
    setDate: (date, day) => later(date, day - date.getUTCDate()),
    setHour: same,
    setMinute: same,
    setSecond: same,
    setMillisecond: same,
    isAfter: (one, other) => one > other,
    isValidate: (date) => !Number.isNaN(date.getTime()),
    locale: {
      getWeekFirstDay: zero,
      getWeekFirstDate: (_, date) => later(date, -date.getUTCDay()),
      getWeek: zero,
      getShortWeekDays: () => WEEKDAYS,
      getShortMonths: () => MONTHS,
      format: (_, date, format) => texts[format]?.(date) ?? dayText(dayOf(date), today),
      parse: (_, text) => {
        const day = readDay(text, today)
        return day === null ? null : dateOf(day)
      },
    },
  }
}

/** antd names the buttons of the month and the year after their action only. Their texts are better names. */
export const LOCALE = {
  ...enUS,
  lang: { ...enUS.lang, monthSelect: '', yearSelect: '', previousYear: 'Previous year' },
}

let made: { today: string; pickers: ReturnType<typeof generatePicker<Date>> } | undefined

/** Returns antd's pickers of days for a current day, YYYY-MM-DD, which the device's clock and time zone don't change. */
export function pickersFor(today: string) {
  if (made?.today !== today) made = { today, pickers: generatePicker<Date>(configFor(today)) }
  return made.pickers
}
