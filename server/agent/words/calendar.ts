import { plus } from '../../../src/domain/settings/business-hours.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { weekdayOf } from '../../call-times/slots.ts'

/** In minutes after midnight. */
export const NOON = 720
export const HALF_DAY = 720

const NAMES = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
export const WEEKDAY =
  '(?:sun|mon|tue|wed|thu|fri|sat|tues|thurs?|weds|sunday|monday|tuesday|wednesday|thursday|friday|saturday)'
/** The beginning of a month's name. */
export const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)'
/** A month's name or its abbreviation. */
export const MONTH_NAME =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'

/** The name of a month in Spanish or its abbreviation. */
export const MES =
  '(?:ene(?:ro)?|feb(?:rero)?|mar(?:zo)?|abr(?:il)?|mayo?|jun(?:io)?|jul(?:io)?|ago(?:sto)?|sep?t?(?:iembre)?|oct(?:ubre)?|nov(?:iembre)?|dic(?:iembre)?)'

/** Matches a date: `the 3rd`, `12/3`, `December 3`, `3 December`, `el 3`. */
export const DATE = new RegExp(
  String.raw`\d(?:st|nd|rd|th)\b|\d\/\d|\b${MONTH_NAME}\.? \d|\b\d{1,2} (?:of )?${MONTH_NAME}\b|\bel \d`,
  'i',
)

export const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

export const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS

/** Returns `count` successive days. */
export const run = (first: string, count: number) =>
  Array.from({ length: count }, (_, index) => plus(first, index))

export const weekdayNumber = (name: string) => NAMES.indexOf(name.slice(0, 3) as (typeof NAMES)[number])

/** Returns the first day after `day` that falls on a weekday. */
export const nextOn = (weekday: number, day: string) => plus(day, ((weekday - weekdayOf(day) + 6) % 7) + 1)

export const mondayOf = (day: string) => plus(day, -((weekdayOf(day) + 6) % 7))

/** Formats a parsed date as a calendar day. */
export function written(at: { get(component: 'year' | 'month' | 'day'): number | null }): string {
  const two = (value: number | null) => String(value ?? 1).padStart(2, '0')
  return `${String(at.get('year') ?? 1970).padStart(4, '0')}-${two(at.get('month'))}-${two(at.get('day'))}`
}

type DateParts = Parameters<typeof written>[0] & { isCertain(component: 'year' | 'month'): boolean }

/** The number of days within which a past date isn't read as next year's. */
const LATELY = 31

/** Formats a parsed date as a calendar day. One without a year that passed within the last month is not next year's. */
export function latest(at: DateParts, today: string): string {
  const day = written(at)
  if (at.isCertain('year') || !at.isCertain('month')) return day
  const before = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`
  return before < today && before >= plus(today, -LATELY) ? before : day
}
