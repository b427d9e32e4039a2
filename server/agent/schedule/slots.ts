import type { BusinessDay } from '../../../src/contract/profile.ts'
import { ESTIMATE_CALL_MINUTES, ESTIMATE_CALL_MS } from '../../../src/domain/leads/bookings.ts'
import { knownZone, minutesOf } from '../../../src/domain/settings/business-hours.ts'
import { instantsOn, nextDay, wallClock } from '../../../src/domain/time/calendar-day.ts'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'

const DAY_MINUTES = 1_440
/** Lead time, so that the caller sees the booking before the call. */
const NOTICE_MS = 2 * 60 * MINUTE_MS
/** Number of calendar days, including today, in which calls are offered. */
const DAYS_AHEAD = 15

const LATIN_SPACES = /[\u00a0\u202f]/g
const WEEK = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

/** A business's hours for estimate calls, and the starts of booked calls. */
export interface Calendar {
  hours: readonly BusinessDay[]
  timezone: string | null
  busy: readonly Date[]
}

/** A slot in the business's time zone; `weekday` counts from Sunday, `minutes` from midnight. */
export interface WallSlot {
  start: Date
  day: string
  weekday: number
  minutes: number
}

/** Returns the weekday of a calendar day; Sunday is 0. */
export const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()

/** Minutes after midnight at which calls can start on an open day, so that each ends before closing. */
function gridOf({ openTime, closeTime }: BusinessDay): number[] {
  const from = minutesOf(openTime)
  const until = minutesOf(closeTime)
  const to = until > from ? until : until + DAY_MINUTES
  const count = Math.floor((to - from) / ESTIMATE_CALL_MINUTES)
  return Array.from({ length: count }, (_, index) => from + index * ESTIMATE_CALL_MINUTES)
}

/** Returns whether a call at `start` would overlap a booked call. */
export function isBusy(busy: readonly Date[], start: Date): boolean {
  return busy.some((other) => Math.abs(other.getTime() - start.getTime()) < ESTIMATE_CALL_MS)
}

/**
 * Returns every start at which an estimate call can be booked as of `now`, earliest first: free, within business hours
 * in the business's time zone, at least two hours and at most two weeks ahead.
 */
export function freeSlots({ hours, timezone, busy }: Calendar, now: Date): WallSlot[] {
  const zone = knownZone(timezone)
  const earliest = now.getTime() + NOTICE_MS
  const starts = new Set<number>()
  let day = wallClock(now, zone).day
  for (let ahead = 0; ahead < DAYS_AHEAD; ahead++, day = nextDay(day)) {
    const open = hours.find((entry) => entry.isOpen && entry.day === WEEK[weekdayOf(day)])
    if (!open) continue
    const grid = gridOf(open)
    const late = grid.filter((minute) => minute >= DAY_MINUTES).map((minute) => minute - DAY_MINUTES)
    const sameDay = grid.filter((minute) => minute < DAY_MINUTES)
    for (const start of [...instantsOn(day, sameDay, zone), ...instantsOn(nextDay(day), late, zone)]) {
      if (start >= earliest && !isBusy(busy, new Date(start))) starts.add(start)
    }
  }
  return [...starts].toSorted((a, b) => a - b).map((start) => wallSlot(new Date(start), zone))
}

/** Returns a slot in the time of a zone. */
export function wallSlot(start: Date, timezone: string | null): WallSlot {
  const { day, minutes } = wallClock(start, knownZone(timezone))
  return { start, day, minutes, weekday: weekdayOf(day) }
}

const written = (start: Date, timezone: string | null, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: knownZone(timezone) })
    .format(start)
    .replace(LATIN_SPACES, ' ')

/** A slot as a choice: `Mon, Nov 23, 3:00 PM`. */
export function slotLabel(start: Date, timezone: string | null): string {
  const time = { hour: 'numeric', minute: '2-digit' } as const
  return written(start, timezone, { weekday: 'short', month: 'short', day: 'numeric', ...time })
}

/** A slot in a sentence: `Monday, November 23 at 3:00 PM EST`. */
export function slotSentence(start: Date, timezone: string | null): string {
  const day = written(start, timezone, { weekday: 'long', month: 'long', day: 'numeric' })
  const time = written(start, timezone, { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' })
  return `${day} at ${time}`
}

/** The short name of the business's zone at an instant: `EST`. */
export function zoneName(at: Date, timezone: string | null): string {
  return written(at, timezone, { hour: 'numeric', timeZoneName: 'short' }).replace(/^.*[AP]M /, '')
}
