import ical, { type EventInstance, type VEvent } from 'node-ical'
import { instantsOn, nextDay, startOfDay } from '../../src/domain/time/calendar-day.ts'
import { DAY_MS, MINUTE_MS } from '../../src/domain/time/durations.ts'
import { addedDates } from './added-dates.ts'
import { appointmentsIn } from './appointments.ts'

/** Milliseconds since 1970. */
export type Interval = [from: number, to: number]

/** The period in which appointments count, and the time zone of times without one. */
export interface Window {
  from: number
  to: number
  timezone: string
}

/** The calls that our own feed lists. If they counted as appointments, they could not be moved. */
const OWN_EVENT = /^[\w-]+@fieldhand$/

/**
 * Returns when a calendar (RFC 5545) has appointments, in order and without overlaps. Free and canceled appointments do
 * not count. Throws if the text is not a calendar, and {@link TooLarge} if it is too large. Malicious rules can still
 * take a long time, so call it where it can be terminated.
 */
export function busyIn(text: string, window: Window): Interval[] {
  if (!/^\ufeff?\s*BEGIN:VCALENDAR/i.test(text)) throw new Error('No calendar')
  const { zones, calendars } = appointmentsIn(text, window.timezone)
  return merged(
    calendars.flatMap((calendar) => intervalsIn(calendar, zones, window)),
    window,
  )
}

function intervalsIn(calendar: string, zones: string, window: Window): Interval[] {
  // The parser reads times in an unknown zone up to a day too early or too late.
  const [from, to] = [new Date(window.from - DAY_MS), new Date(window.to + DAY_MS)]
  const range = { from, to, expandOngoing: true }
  const found: Interval[] = []
  for (const event of Object.values(ical.sync.parseICS(calendar))) {
    if (event?.type !== 'VEVENT' || OWN_EVENT.test(String(event.uid))) continue
    const { start } = event as VEvent
    if (!(start instanceof Date) || Number.isNaN(start.getTime())) continue
    for (const each of [event as VEvent, ...addedDates(event as VEvent, zones)]) {
      for (const instance of ical.expandRecurringEvent(each, range)) {
        if (!isFree(instance.event)) found.push(intervalOf(instance, window.timezone))
      }
    }
  }
  return found
}

const isFree = ({ transparency, status }: VEvent) => transparency === 'TRANSPARENT' || status === 'CANCELLED'

function intervalOf({ start, end, isFullDay }: EventInstance, timezone: string): Interval {
  if (isFullDay) return [startOfDay(localDay(start), timezone), startOfDay(localDay(end), timezone)]
  return [instantOf(start, timezone), instantOf(end, timezone)]
}

/**
 * Returns the instant of a time. A time in an unknown zone was read in this machine's zone, but means the zone of the
 * business.
 */
function instantOf(time: Date & { tz?: string }, timezone: string): number {
  if (time.tz && isZone(time.tz)) return time.getTime()
  const day = localDay(time)
  const minutes = time.getHours() * 60 + time.getMinutes()
  return instantsOn(day, [minutes], timezone)[0] ?? startOfDay(nextDay(day), timezone) - MINUTE_MS
}

function isZone(name: string): boolean {
  try {
    return /^(UTC|GMT)?[+-]\d/i.test(name) || new Intl.DateTimeFormat('en', { timeZone: name }) !== null
  } catch {
    return false
  }
}

/** Returns the calendar day of a date in this machine's time zone. */
function localDay(date: Date): string {
  const day = new Date(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()))
  return day.toISOString().slice(0, 10)
}

function merged(intervals: readonly Interval[], window: Window): Interval[] {
  const result: Interval[] = []
  for (const [from, to] of intervals.toSorted((a, b) => a[0] - b[0])) {
    if (!(to > from) || to <= window.from || from >= window.to) continue
    const last = result.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else result.push([from, to])
  }
  return result
}
