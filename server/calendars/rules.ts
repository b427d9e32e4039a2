import ICAL from 'ical.js'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { localTime, type Moment, readMoment, timeOf } from './moments.ts'
import type { Zone } from './zones.ts'

/** A rule of a series. */
export interface Rule {
  /** Yields the local times at which it applies, in order, at least until its end. In milliseconds, as if in UTC. */
  occurrences: () => Generator<number>
  /** Returns whether an occurrence is within the rule's UNTIL. */
  isWithin: (local: number) => boolean
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
  const inYear = daysInYear(parts, timeOf(start.local))
  const recur = recurOf(parts)
  if (recur === null) return null
  return {
    isUncertain: until !== undefined && end === null,
    rule: {
      *occurrences() {
        const iterator = recur.iterator(timeOf(start.local))
        let count = 0
        for (let time = iterator.next(); time; time = iterator.next()) {
          const local = localTime(time)
          if (end && local > end.local + 2 * DAY_MS) return
          if (inYear && !inYear.has(time)) continue
          yield local
          count += 1
          if (count === inYear?.count) return
        }
      },
      isWithin(local) {
        if (end === null) return true
        // Some programs write the last whole day as midnight in UTC.
        const isDay = end.isDay || (start.isDay && end.local % DAY_MS === 0)
        if (isDay) return local < end.local + DAY_MS
        return end.isUtc ? zone(local) <= end.local : local <= end.local
      },
    },
  }
}

/** Some days of a year, and how many of them. */
interface DaysInYear {
  has: (day: ICAL.Time) => boolean
  count: number | null
}

/**
 * Takes from a yearly rule its weeks (BYWEEKNO) or its numbered weekdays (`20MO`), which the library does not read: it
 * then repeats on every such weekday. Returns the days that the rule means; null if it has neither.
 */
function daysInYear(parts: Map<string, string>, start: ICAL.Time): DaysInYear | null {
  if (parts.get('FREQ') !== 'YEARLY' || parts.has('BYMONTH') || parts.has('BYSETPOS')) return null
  const weeks = parts.get('BYWEEKNO')?.split(',').map(Number)
  const days = parts.get('BYDAY') ?? DAYS[start.dayOfWeek() - 1] ?? ''
  const numbered = days.split(',').filter((day) => /^[+-]?\d/.test(day))
  const isOne = weeks ? weeks.every((week) => week > 0) && numbered.length === 0 : numbered.length > 0
  if (!isOne) return null
  const count = parts.get('COUNT')
  parts.set('BYDAY', days.replace(/[+-]?\d+/g, ''))
  for (const name of ['BYWEEKNO', 'COUNT']) parts.delete(name)
  const weekStart = (DAYS.indexOf(parts.get('WKST') ?? 'MO') + 1) as Parameters<ICAL.Time['weekNumber']>[0]
  return {
    count: count === undefined ? null : Number(count),
    has(day) {
      if (weeks) return weeks.includes(day.weekNumber(weekStart))
      const name = DAYS[day.dayOfWeek() - 1] ?? ''
      const fromStart = Math.ceil(day.dayOfYear() / 7)
      const fromEnd = Math.ceil((366 - day.dayOfYear() + (ICAL.Time.isLeapYear(day.year) ? 1 : 0)) / 7)
      const names = [name, `${fromStart}${name}`, `+${fromStart}${name}`, `-${fromEnd}${name}`]
      return days.split(',').some((each) => names.includes(each.replace(/^([+-]?)0+/, '$1')))
    },
  }
}

const DAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** Returns a rule that the library reads as RFC 5545 means it; null if there is none. */
function recurOf(parts: Map<string, string>): ICAL.Recur | null {
  const freq = parts.get('FREQ')
  const days = parts.get('BYDAY')
  if (!freq || parts.has('BYWEEKNO') || (parts.get('SKIP') ?? 'OMIT') !== 'OMIT') return null
  // Only months and years have a first Monday. The library would look for one without end.
  if (days && (freq === 'DAILY' || freq === 'WEEKLY')) parts.set('BYDAY', days.replace(/[+-]?\d+/g, ''))
  try {
    return ICAL.Recur.fromString([...parts].map((part) => part.join('=')).join(';'))
  } catch {
    return null
  }
}
