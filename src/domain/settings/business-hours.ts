import type { BusinessDay, Day } from '../../contract/profile.ts'
import { clockOf } from '../time/format-by-zone.ts'

const WEEK: readonly Day[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
export const DAY_MINUTES = 1_440

/** A local time in the business's time zone. `minutes` counts from midnight. */
export interface WallTime {
  /** YYYY-MM-DD. */
  day: string
  minutes: number
}

/** A range of calendar days (YYYY-MM-DD, inclusive) on which a business is closed regardless of its weekly hours. */
export interface DaysClosed {
  from: string
  to: string
}

/** The opening hours of a business. If the time zone is unknown or missing, New York is used. */
export interface Openings {
  hours: readonly BusinessDay[]
  timezone: string | null
  closures: readonly DaysClosed[]
}

/** Hours without a break, in minutes after the start of the day. An end from 1,440 on is on the next day. */
export interface Shift {
  from: number
  to: number
  /** HH:mm. */
  openTime: string
  closeTime: string
}

/** Returns the local time in a time zone at an instant. */
export function wallTime(timezone: string | null, now: Date): WallTime {
  const parts = clockOf(timezone).formatToParts(now)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? ''
  return {
    day: `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`,
    minutes: Number(part('hour')) * 60 + Number(part('minute')),
  }
}

/** Returns the calendar day (YYYY-MM-DD) in a time zone at an instant. */
export const dayIn = (timezone: string | null, now: Date) => wallTime(timezone, now).day

export const midnight = (day: string) => new Date(`${day}T00:00:00Z`)
export const weekdayOf = (day: string) => WEEK[(midnight(day).getUTCDay() + 6) % 7] ?? 'monday'

/** Returns the calendar day a number of days later. */
export function plus(day: string, count: number): string {
  const date = midnight(day)
  date.setUTCDate(date.getUTCDate() + count)
  return date.toISOString().slice(0, 10)
}

/** Returns HH:mm as minutes since midnight. */
export function minutesOf(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}

/**
 * Returns the shifts of a weekday in order. Merges shifts that touch or overlap. A shift whose closing time is not
 * after its opening time ends on the next day; equal times mean 24 hours.
 */
export function shiftsOf(hours: readonly BusinessDay[], weekday: Day): Shift[] {
  const entries = hours.filter(({ day, isOpen }) => isOpen && day === weekday)
  const shifts: Shift[] = []
  for (const { openTime, closeTime } of entries) {
    const from = minutesOf(openTime)
    const until = minutesOf(closeTime)
    shifts.push({ from, to: until > from ? until : until + DAY_MINUTES, openTime, closeTime })
  }
  shifts.sort((a, b) => a.from - b.from)
  return shifts.reduce<Shift[]>((joined, shift) => {
    const before = joined[joined.length - 1]
    if (!before || before.to < shift.from) joined.push({ ...shift })
    else if (shift.to > before.to) Object.assign(before, { to: shift.to, closeTime: shift.closeTime })
    return joined
  }, [])
}

/** Returns the shifts that start on a calendar day, in order. Returns none if the business is closed. */
export function shiftsOn({ hours, closures }: Pick<Openings, 'hours' | 'closures'>, day: string): Shift[] {
  const isClosed = closures.some(({ from, to }) => from <= day && day <= to)
  return isClosed ? [] : shiftsOf(hours, weekdayOf(day))
}

/**
 * Returns how long the business stays open, or null if it is closed now. `closeTime` is null if it doesn't close within
 * a day.
 */
export function openSpan(
  openings: Openings,
  now: Date,
): { minutesLeft: number; closeTime: string | null } | null {
  const { day, minutes } = wallTime(openings.timezone, now)
  const open = openShift(openings, day, minutes)
  if (!open) return null
  const minutesLeft = open.to - minutes
  return { minutesLeft, closeTime: minutesLeft > DAY_MINUTES ? null : open.closeTime }
}

/**
 * Returns the shift that is open at a time of a day, or the last of those that continue it without a break. Its times are
 * in minutes after the start of that day. Null if the business is closed.
 */
export function openShift(
  openings: Pick<Openings, 'hours' | 'closures'>,
  day: string,
  minutes: number,
): Pick<Shift, 'from' | 'to' | 'closeTime'> | null {
  const shifts = [-1, 0, 1].flatMap((ahead) =>
    shiftsOn(openings, plus(day, ahead)).map(({ from, to, closeTime }) => ({
      from: from + ahead * DAY_MINUTES,
      to: to + ahead * DAY_MINUTES,
      closeTime,
    })),
  )
  let open: (typeof shifts)[number] | null = null
  for (const shift of shifts) {
    // A shift that begins when the last one ends continues it.
    const at = open?.to ?? minutes
    if (shift.from <= at && at < shift.to) open = shift
  }
  return open
}

/** Returns whether the business is open at `now` in its time zone (section 3, business_hours and timezone). */
export function isOpen(openings: Openings, now: Date): boolean {
  return openSpan(openings, now) !== null
}

/** Converts HH:mm to a 12-hour time: `15:30` becomes `3:30 PM`. */
export function spokenTime(time: string): string {
  const minutes = minutesOf(time) % DAY_MINUTES
  const hour = Math.floor(minutes / 60)
  const half = hour < 12 ? 'AM' : 'PM'
  return `${hour % 12 === 0 ? 12 : hour % 12}:${String(minutes % 60).padStart(2, '0')} ${half}`
}
