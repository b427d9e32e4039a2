import ICAL from 'ical.js'
import rrule, { type Options, type Weekday } from 'rrule'
import { DAY_MS, HOUR_MS } from '../../src/domain/time/durations.ts'
import { type Moment, readMoment } from './moments.ts'
import type { Zone } from './zones.ts'

const { RRule } = rrule

/** A rule of a series. */
export interface Rule {
  /** Returns the local times between two at which it applies, in order. In milliseconds since 1970, as if in UTC. */
  between: (from: number, to: number) => number[]
}

/**
 * Reads the rule of a series that first takes place at `start`. `isUncertain`: its end can't be read, so it has none.
 * Returns null if it can't be read.
 */
export function readRule(
  value: string,
  start: Moment,
  zone: Zone,
): { rule: Rule; isUncertain: boolean } | null {
  const parts = new Map(
    value
      .toUpperCase()
      .split(';')
      .map((part) => part.replace(/\s/g, '').split('='))
      .flatMap(([name, given]) => (name && given ? [[name, given]] : [])),
  )
  const until = parts.get('UNTIL')
  parts.delete('UNTIL')
  const end = until === undefined ? null : readMoment(until)
  // Days in numbered weeks are on the weekday of the start.
  if (parts.has('BYWEEKNO') && !parts.has('BYDAY')) parts.set('BYDAY', weekdayName(start.local))
  const options = optionsOf(parts)
  if (options === null || !isPossible(options)) return null

  function isWithin(local: number): boolean {
    if (end === null) return true
    // Some programs write the last whole day as midnight in UTC.
    const isDay = end.isDay || (start.isDay && end.local % DAY_MS === 0)
    if (isDay) return local < end.local + DAY_MS
    return end.isUtc ? zone(local) <= end.local : local <= end.local
  }

  return {
    isUncertain: until !== undefined && end === null,
    rule: {
      between(from, to) {
        const last = Math.min(to, end ? end.local + 2 * DAY_MS : to)
        if (last < Math.max(from, start.local)) return []
        const dtstart = new Date(laterStart(start.local, from, options))
        const dates = new RRule({ ...options, dtstart, until: new Date(last) }).between(
          new Date(from),
          new Date(last),
          true,
        )
        return dates.map(Number).filter(isWithin)
      },
    },
  }
}

/** The frequencies at which occurrences are equally far apart, except for what a rule leaves out. */
const STEPS: Partial<Record<string, number>> = { HOURLY: HOUR_MS, DAILY: DAY_MS, WEEKLY: 7 * DAY_MS }

/** Returns a start with the same later occurrences, as late as possible before `from`, so that few must be counted. */
function laterStart(start: number, from: number, { freq, interval, count }: RuleOptions): number {
  const step = (STEPS[FREQUENCIES[freq] ?? ''] ?? 0) * interval
  if (step === 0 || count) return start
  // A week contains days before its start.
  const steps = Math.floor((from - 7 * DAY_MS - start) / step)
  return steps > 0 ? start + steps * step : start
}

const FREQUENCIES = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY']
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

const weekdayName = (local: number) => WEEKDAYS[(new Date(local).getUTCDay() + 6) % 7] ?? ''

type RuleOptions = Partial<Options> & Pick<Options, 'freq' | 'interval'>

/** Returns the parts of a rule; null if they are not those of RFC 5545. */
function optionsOf(parts: Map<string, string>): RuleOptions | null {
  if ((parts.get('SKIP') ?? 'OMIT') !== 'OMIT' || (parts.get('RSCALE') ?? 'GREGORIAN') !== 'GREGORIAN')
    return null
  try {
    const {
      freq,
      interval,
      count,
      wkst,
      parts: by,
    } = ICAL.Recur.fromString([...parts].map((part) => part.join('=')).join(';'))
    if (!FREQUENCIES.includes(freq)) return null
    // Only months and years have a first Monday.
    const isNumbered = freq === 'MONTHLY' || freq === 'YEARLY'
    const days = (by.BYDAY as string[] | undefined)?.map((day) => weekdayOf(day, isNumbered))
    return {
      freq: FREQUENCIES.indexOf(freq),
      interval,
      ...(count && { count }),
      // The libraries count weekdays from Sunday, as 1, and from Monday, as 0.
      wkst: (wkst + 5) % 7,
      byweekday: days ?? null,
      bymonth: numbers(by.BYMONTH),
      bymonthday: numbers(by.BYMONTHDAY),
      byyearday: numbers(by.BYYEARDAY),
      byweekno: numbers(by.BYWEEKNO),
      bysetpos: numbers(by.BYSETPOS),
      byhour: numbers(by.BYHOUR),
      byminute: numbers(by.BYMINUTE),
      bysecond: numbers(by.BYSECOND),
    }
  } catch {
    return null
  }
}

/** Returns whether a rule applies to any day. The library would look for one until the year 9999. */
function isPossible({ freq, bymonth, bymonthday, byyearday }: RuleOptions): boolean {
  if (byyearday && FREQUENCIES[freq] !== 'YEARLY') return false
  if (!Array.isArray(bymonth) || !Array.isArray(bymonthday)) return true
  return bymonth.some((month) => {
    const last = new Date(Date.UTC(LEAP_YEAR, month, 0)).getUTCDate()
    return bymonthday.some((day) => Math.abs(day) <= last)
  })
}

const LEAP_YEAR = 2024

const numbers = (given: unknown): number[] | null => (Array.isArray(given) ? given.map(Number) : null)

function weekdayOf(day: string, isNumbered: boolean): Weekday {
  const weekday = [RRule.MO, RRule.TU, RRule.WE, RRule.TH, RRule.FR, RRule.SA, RRule.SU][
    WEEKDAYS.indexOf(day.slice(-2))
  ]
  if (!weekday) throw new Error(`There is no weekday ${day}`)
  const nth = Number(day.slice(0, -2))
  return isNumbered && nth ? weekday.nth(nth) : weekday
}
