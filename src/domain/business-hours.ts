import type { BusinessDay, Day } from '../contract/profile.ts'

/** Section 9, default time zone: stands in for a zone that is not set or not known. */
const FALLBACK_ZONE = 'America/New_York'
const WEEK: readonly Day[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const DAY_MINUTES = 1_440

/** A moment on the business's own wall clock. `minutes` counts from midnight. */
interface WallTime {
  weekday: number
  minutes: number
}

/** The next time the doors open. `daysAhead` counts calendar days in the business's zone; time is HH:mm. */
export interface Opening {
  day: Day
  daysAhead: number
  time: string
}

/** The zone itself where it is known, else New York's. */
export function knownZone(timezone: string | null): string {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: timezone || FALLBACK_ZONE }).resolvedOptions()
      .timeZone
  } catch {
    return FALLBACK_ZONE
  }
}

function wallTime(timezone: string | null, now: Date): WallTime {
  const parts = new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: knownZone(timezone),
  }).formatToParts(now)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? ''
  return {
    weekday: Math.max(0, WEEK.indexOf(part('weekday').toLowerCase() as Day)),
    minutes: Number(part('hour')) * 60 + Number(part('minute')),
  }
}

/** HH:mm as minutes since midnight. */
export function minutesOf(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}

const entryOf = (hours: readonly BusinessDay[], weekday: number) =>
  hours.find((entry) => entry.day === WEEK[(weekday + 7) % 7] && entry.isOpen)

/** From which minute to which an open day lasts; past 1,440 it runs into the next day. */
function span(entry: BusinessDay): { from: number; to: number } {
  const from = minutesOf(entry.openTime)
  const to = minutesOf(entry.closeTime)
  return { from, to: to > from ? to : to + DAY_MINUTES }
}

/**
 * How long the business stays open, null when it is closed now. A day whose closing time is not after its
 * opening time runs past midnight; equal times mean round the clock. An unknown zone counts as New York's.
 */
export function openSpan(
  hours: readonly BusinessDay[],
  timezone: string | null,
  now: Date,
): { minutesLeft: number; closeTime: string } | null {
  const { weekday, minutes } = wallTime(timezone, now)
  const today = entryOf(hours, weekday)
  if (today) {
    const { from, to } = span(today)
    if (minutes >= from && minutes < to) return { minutesLeft: to - minutes, closeTime: today.closeTime }
  }
  const yesterday = entryOf(hours, weekday - 1)
  if (!yesterday) return null
  const minutesLeft = span(yesterday).to - DAY_MINUTES - minutes
  return minutesLeft > 0 ? { minutesLeft, closeTime: yesterday.closeTime } : null
}

/** Whether the business is open at `now` by its own clock (section 3, business_hours and timezone). */
export function isOpen(hours: readonly BusinessDay[], timezone: string | null, now: Date): boolean {
  return openSpan(hours, timezone, now) !== null
}

/** When the doors open next, after `now`; null when no day is open. */
export function nextOpening(
  hours: readonly BusinessDay[],
  timezone: string | null,
  now: Date,
): Opening | null {
  const { weekday, minutes } = wallTime(timezone, now)
  for (let daysAhead = 0; daysAhead <= 7; daysAhead++) {
    const entry = entryOf(hours, weekday + daysAhead)
    if (entry && (daysAhead > 0 || minutesOf(entry.openTime) > minutes)) {
      return { day: entry.day, daysAhead, time: entry.openTime }
    }
  }
  return null
}

/** The day of an opening in words: `today`, `tomorrow`, `Monday`, and `next Monday` a week ahead. */
export function openingDay({ day, daysAhead }: Opening): string {
  if (daysAhead === 0) return 'today'
  if (daysAhead === 1) return 'tomorrow'
  const name = day.charAt(0).toUpperCase() + day.slice(1)
  return daysAhead === 7 ? `next ${name}` : name
}

/** "Opens Monday at 8:00 AM", as the chat says while the business is closed; '' when no day is open. */
export function openingText(hours: readonly BusinessDay[], timezone: string | null, now: Date): string {
  const next = nextOpening(hours, timezone, now)
  return next ? `Opens ${openingDay(next)} at ${spokenTime(next.time)}` : ''
}

/** HH:mm as people in the United States say it: `15:30` is `3:30 PM`. */
export function spokenTime(time: string): string {
  const minutes = minutesOf(time) % DAY_MINUTES
  const hour = Math.floor(minutes / 60)
  const half = hour < 12 ? 'AM' : 'PM'
  return `${hour % 12 === 0 ? 12 : hour % 12}:${String(minutes % 60).padStart(2, '0')} ${half}`
}
