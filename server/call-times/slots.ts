import { type Appointment, DEFAULT_APPOINTMENT } from '../../src/contract/appointments.ts'
import type { BusinessDay } from '../../src/contract/profile.ts'
import { endOf } from '../../src/domain/leads/bookings.ts'
import {
  DAY_MINUTES,
  openShift,
  plus,
  type Shift,
  shiftsOn,
} from '../../src/domain/settings/business-hours.ts'
import type { Closure } from '../../src/domain/settings/closures.ts'
import { instantsOn, nextDay, wallClock } from '../../src/domain/time/calendar-day.ts'
import { MINUTE_MS } from '../../src/domain/time/durations.ts'
import { knownZone } from '../../src/domain/time/format-by-zone.ts'
import type { Language } from '../base/catalogue.ts'
import { formatIn } from '../base/formats.ts'

/** The lead time, so that the caller sees the booking before the call. */
export const NOTICE_MS = 2 * 60 * MINUTE_MS
/** The minutes between two offered starts. */
const STEP = DEFAULT_APPOINTMENT.minutes
/** The number of calendar days, including today, in which calls are offered. */
export const DAYS_AHEAD = 15

const LATIN_SPACES = /[\u00a0\u202f]/g

/** A period in which no call can take place. */
export interface Busy {
  from: Date
  to: Date
}

/** A call to book, move, or cancel. */
export type BookingChange = { kind: 'book'; start: Date; appointment: Appointment } | { kind: 'cancel' }

/** A business's hours for estimate calls, its closing days, its booked calls, and its other appointments. */
export interface Calendar {
  hours: readonly BusinessDay[]
  timezone: string | null
  closures: readonly Closure[]
  busy: readonly Busy[]
  /** How long a call takes. */
  minutes: number
  /** The only allowed starts, in milliseconds since 1970. If null or missing, any start is allowed. */
  starts?: ReadonlySet<number> | null | undefined
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

/** Returns the minutes after midnight at which calls can start. Each call ends no later than its shift. */
function gridOf(shifts: readonly Shift[], step: number, length: number): number[] {
  return shifts.flatMap(({ from, to }) => {
    const count = Math.max(0, Math.floor((to - from - length) / step) + 1)
    return Array.from({ length: count }, (_, index) => from + index * step)
  })
}

/** Returns whether a business is open on a day for some minutes from a time of day. A shift can end after midnight. */
export function isOpenAt(calendar: Calendar, day: string, minutes: number, length = 1): boolean {
  const open = openShift(calendar, day, minutes)
  return open !== null && minutes + length <= open.to
}

/** Returns whether a call at `start` would overlap a busy period. */
export function isBusy(
  busy: readonly Busy[],
  start: Date,
  appointment: Pick<Appointment, 'minutes'>,
): boolean {
  const end = endOf(start, appointment)
  return busy.some(({ from, to }) => start < to && end > from)
}

/**
 * Returns every start at which an estimate call can be booked as of `now`, earliest first. A start is free, within
 * business hours in the business's time zone, at least two hours and at most two weeks ahead, and a multiple of `step`
 * minutes after opening. If the calendar lists the only allowed starts, those apply instead, regardless of `step`.
 */
export function freeSlots(calendar: Calendar, now: Date, step: number = STEP): WallSlot[] {
  const { timezone, busy, starts: named } = calendar
  const zone = knownZone(timezone)
  const earliest = now.getTime() + NOTICE_MS
  if (named) return namedSlots(calendar, named, now)
  const slots = new Map<number, WallSlot>()
  const add = (day: string, minutes: readonly number[]) => {
    const starts = instantsOn(day, minutes, zone)
    const weekday = weekdayOf(day)
    starts.forEach((at, index) => {
      const start = new Date(at)
      if (at < earliest || isBusy(busy, start, calendar)) return
      // Only a clock change skips a time.
      const isPlain = starts.length === minutes.length
      slots.set(at, isPlain ? { start, day, weekday, minutes: minutes[index] ?? 0 } : wallSlot(start, zone))
    })
  }
  // Yesterday's last shift can end today.
  let day = plus(wallClock(now, zone).day, -1)
  for (let ahead = -1; ahead < DAYS_AHEAD; ahead++, day = nextDay(day)) {
    const grid = gridOf(shiftsOn(calendar, day), step, calendar.minutes)
    const late = grid.filter((minute) => minute >= DAY_MINUTES).map((minute) => minute - DAY_MINUTES)
    add(
      day,
      grid.filter((minute) => minute < DAY_MINUTES),
    )
    if (late.length > 0) add(nextDay(day), late)
  }
  return [...slots.values()].toSorted((a, b) => a.start.getTime() - b.start.getTime())
}

/** Returns the starts in `named` that are free, within business hours, and neither too soon nor too far ahead. */
function namedSlots(calendar: Calendar, named: ReadonlySet<number>, now: Date): WallSlot[] {
  const { timezone, busy } = calendar
  const { day: today } = wallSlot(now, timezone)
  const last = plus(today, DAYS_AHEAD - 1)
  return [...named]
    .filter((at) => at >= now.getTime() + NOTICE_MS && !isBusy(busy, new Date(at), calendar))
    .map((at) => wallSlot(new Date(at), timezone))
    .filter(({ day, minutes }) => {
      return day <= last && isOpenAt(calendar, day, minutes, calendar.minutes)
    })
    .toSorted((a, b) => a.start.getTime() - b.start.getTime())
}

/** Returns a slot in the local time of a zone. */
export function wallSlot(start: Date, timezone: string | null): WallSlot {
  const { day, minutes } = wallClock(start, knownZone(timezone))
  return { start, day, minutes, weekday: weekdayOf(day) }
}

const written = (
  start: Date,
  timezone: string | null,
  language: Language,
  options: Intl.DateTimeFormatOptions,
) => formatIn(language, knownZone(timezone), options).format(start).replace(LATIN_SPACES, ' ')

/** Returns the option that writes the year of a date in another year than `now`; none if `now` is unknown. */
function otherYear(start: Date, timezone: string | null, now: Date | undefined) {
  const yearOf = (at: Date) => wallClock(at, knownZone(timezone)).day.slice(0, 4)
  return now && yearOf(start) !== yearOf(now) ? ({ year: 'numeric' } as const) : {}
}

/**
 * Formats a slot as a choice: `Mon, Nov 23, 3:00 PM`, or `Tue, Nov 23, 2027, 3:00 PM` if that is another year than
 * `now`.
 */
export function slotLabel(
  start: Date,
  timezone: string | null,
  language: Language = 'en',
  now?: Date,
): string {
  const time = { hour: 'numeric', minute: '2-digit' } as const
  const day = {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    ...otherYear(start, timezone, now),
  } as const
  return written(start, timezone, language, { ...day, ...time })
}

/**
 * Formats a slot for a sentence: `Monday, November 23 at 3:00 PM EST`, or `Tuesday, November 23, 2027 at 3:00 PM EST` if
 * that is another year than `now`.
 */
export function slotSentence(
  start: Date,
  timezone: string | null,
  language: Language = 'en',
  now?: Date,
): string {
  const day = dayInWords(start, timezone, language, now)
  const time = written(start, timezone, language, {
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  const at = language === 'en' ? 'at' : /^1:/.test(time) ? 'a la' : 'a las'
  return `${day} ${at} ${time}`
}

/** Formats a day for a sentence: `Monday, November 23`; with its year if that is another one than that of `now`. */
export const dayInWords = (start: Date, timezone: string | null, language: Language = 'en', now?: Date) =>
  written(start, timezone, language, {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    ...otherYear(start, timezone, now),
  })

/** Returns the short name of the business's time zone at an instant: `EST`, or `ET` for both times of the year. */
export function zoneName(
  at: Date,
  timezone: string | null,
  timeZoneName: 'short' | 'shortGeneric' = 'short',
): string {
  return written(at, timezone, 'en', { hour: 'numeric', timeZoneName }).replace(/^.*[AP]M /, '')
}

/** Returns the short name of the business's time zone that fits all of the instants. */
export function zoneNameOf(starts: readonly Date[], timezone: string | null): string {
  const [name = '', ...others] = new Set(starts.map((at) => zoneName(at, timezone)))
  return others.length > 0 ? zoneName(starts[0] ?? new Date(0), timezone, 'shortGeneric') : name
}
