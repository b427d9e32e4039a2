import type { DateOrder } from '../../../contract/lead-imports.ts'
import { instantsOn, wallClock } from '../../time/calendar-day.ts'
import { MINUTE_MS } from '../../time/durations.ts'
import { readDay } from '../../time/read-day.ts'

/** How to interpret the times in a file. */
export interface FileTimes {
  /** The time zone of times that do not specify one. */
  timeZone: string
  order: DateOrder
  now: Date
}

const TIME = /^(.+?)[T,\s]\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([ap]\.?m\.?)?\s*(\S+)?$/i
const OFFSET = /^(?:gmt|utc)?([+-\u2212])(\d{1,2}):?(\d{2})?$/i

/** The UTC offsets, in hours, of the time zones in exported files. */
const ZONES: Readonly<Record<string, number>> = {
  ...{ z: 0, utc: 0, gmt: 0, est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7 },
  ...{ akst: -9, akdt: -8, hst: -10, hdt: -9, ast: -4, adt: -3 },
}

/**
 * Returns the time in a cell as ISO 8601 in UTC. A date without a time means the start of the day. Returns null if the
 * cell cannot be parsed.
 */
export function readTime(cell: string, { timeZone, order, now }: FileTimes): string | null {
  const [, before, hours, minutes, seconds = '0', half, zone] = TIME.exec(cell.trim()) ?? []
  const day = readDay(inOrder(before ?? cell, order), wallClock(now, timeZone).day)
  if (day === null) return null
  const minute = before === undefined ? 0 : minuteOf(Number(hours), Number(minutes), half)
  if (minute === null || Number(seconds) > 59) return null
  if (zone !== undefined) {
    const ahead = minutesAhead(zone)
    if (ahead === null) return null
    return new Date(
      Date.parse(`${day}T00:00:00Z`) + (minute - ahead) * MINUTE_MS + Number(seconds) * 1_000,
    ).toISOString()
  }
  const [instant] = instantsOn(day, [minute], timeZone)
  // A clock change can skip the time.
  const [later = Number.NaN] = instant === undefined ? instantsOn(day, [minute + 60], timeZone) : [instant]
  return Number.isNaN(later) ? null : new Date(later + Number(seconds) * 1_000).toISOString()
}

/** Returns a numeric date with the month first. */
function inOrder(date: string, order: DateOrder): string {
  return order === 'dmy' ? date.trim().replace(/^(\d{1,2})([-/.])(\d{1,2})(?=[-/.])/, '$3$2$1') : date
}

function minuteOf(hours: number, minutes: number, half: string | undefined): number | null {
  if (minutes > 59) return null
  if (half === undefined) return hours > 23 ? null : hours * 60 + minutes
  if (hours < 1 || hours > 12) return null
  return ((hours % 12) + (/^p/i.test(half) ? 12 : 0)) * 60 + minutes
}

function minutesAhead(zone: string): number | null {
  const named = ZONES[zone.toLowerCase()]
  if (named !== undefined) return named * 60
  const [, sign, hours, minutes = '0'] = OFFSET.exec(zone) ?? []
  if (hours === undefined || Number(hours) > 14 || Number(minutes) > 59) return null
  return (Number(hours) * 60 + Number(minutes)) * (sign === '+' ? 1 : -1)
}
