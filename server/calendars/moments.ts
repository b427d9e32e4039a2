import ICAL from 'ical.js'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../src/domain/time/durations.ts'

/** A day or a local time in a calendar. `local` is in milliseconds since 1970, as if it were UTC. */
export interface Moment {
  local: number
  isDay: boolean
  isUtc: boolean
  /** Whether only its day could be read, although it has a time. */
  isUnclear: boolean
}

const MOMENT =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:\.\d+)?)?)?\s*(Z|[+-]\d\d:?\d\d)?$/i
const DAY = /^(\d{4})-?(\d\d)-?(\d\d)T/i

/**
 * Reads a date or a time (RFC 5545, 3.3.4 and 3.3.5), also with the punctuation of ISO 8601, an offset, or without
 * seconds. Returns null if not even its day can be read.
 */
export function readMoment(value: string): Moment | null {
  const [, year, month, day, hour, minute, second = '0', offset] = MOMENT.exec(value) ?? []
  const local = localOf(year, month, day)
  if (local === null) {
    const [, ...parts] = DAY.exec(value) ?? []
    const start = localOf(...parts)
    return start === null ? null : { local: start, isDay: true, isUtc: false, isUnclear: true }
  }
  if (hour === undefined) return { local, isDay: true, isUtc: false, isUnclear: false }
  const time = (Number(hour) * 60 + Number(minute)) * MINUTE_MS + Number(second) * SECOND_MS
  // A day can end at 24:00, and a minute with a leap second.
  if (time > DAY_MS || Number(minute) > 59) return { local, isDay: true, isUtc: false, isUnclear: true }
  const isUtc = offset !== undefined
  return { local: local + time - (isUtc ? offsetMs(offset) : 0), isDay: false, isUtc, isUnclear: false }
}

/** Returns an offset from UTC, such as `-0500`, in milliseconds. */
function offsetMs(offset: string): number {
  const [, sign, hours = 0, minutes = 0] = /^([+-])(\d\d):?(\d\d)$/.exec(offset) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS
}

/** Returns the beginning of a day as if it were in UTC; null if there is no such day. */
function localOf(year?: string, month?: string, day?: string): number | null {
  const local = Date.parse(`${year}-${month}-${day}T00:00:00Z`)
  return Number.isNaN(local) || new Date(local).getUTCDate() !== Number(day) ? null : local
}

/** Returns a local time, in milliseconds since 1970 as if it were UTC, as the time without a zone that rules repeat. */
export function timeOf(local: number): ICAL.Time {
  const date = new Date(local)
  const parts = {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    isDate: false,
  }
  return new ICAL.Time(parts, ICAL.Timezone.localTimezone)
}
