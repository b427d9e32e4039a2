import type { BusinessDay, Day } from '../../contract/profile.ts'
import { formatByZone } from '../time/format-by-zone.ts'

/** Section 9, default time zone: used if the zone is missing or unknown. */
const FALLBACK_ZONE = 'America/New_York'
const WEEK: readonly Day[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const DAY_MINUTES = 1_440

/** A moment in the business's time zone. `minutes` counts from midnight. */
interface WallTime {
  weekday: number
  minutes: number
}

/** The next opening. `daysAhead` counts calendar days in the business's time zone; the time is HH:mm. */
export interface Opening {
  day: Day
  daysAhead: number
  time: string
}

const clockIn = formatByZone({ weekday: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** Returns the clock of a zone if it is known, else New York's. */
function clockOf(timezone: string | null): Intl.DateTimeFormat {
  try {
    return clockIn(timezone || FALLBACK_ZONE)
  } catch {
    return clockIn(FALLBACK_ZONE)
  }
}

/** Returns the zone if it is known, else New York. */
export function knownZone(timezone: string | null): string {
  return clockOf(timezone).resolvedOptions().timeZone
}

function wallTime(timezone: string | null, now: Date): WallTime {
  const parts = clockOf(timezone).formatToParts(now)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? ''
  return {
    weekday: Math.max(0, WEEK.indexOf(part('weekday').toLowerCase() as Day)),
    minutes: Number(part('hour')) * 60 + Number(part('minute')),
  }
}

/** Returns HH:mm as minutes since midnight. */
export function minutesOf(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}

const entryOf = (hours: readonly BusinessDay[], weekday: number) =>
  hours.find((entry) => entry.day === WEEK[(weekday + 7) % 7] && entry.isOpen)

/** Returns the minutes at which an open day starts and ends; an end past 1,440 is on the next day. */
function span(entry: BusinessDay): { from: number; to: number } {
  const from = minutesOf(entry.openTime)
  const to = minutesOf(entry.closeTime)
  return { from, to: to > from ? to : to + DAY_MINUTES }
}

/**
 * Returns how long the business stays open, or null if it is closed now. A day whose closing time is not after its
 * opening time ends on the next day; equal times mean 24 hours. An unknown zone counts as New York.
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

/** Returns whether the business is open at `now` in its time zone (section 3, business_hours and timezone). */
export function isOpen(hours: readonly BusinessDay[], timezone: string | null, now: Date): boolean {
  return openSpan(hours, timezone, now) !== null
}

/** Returns the next opening after `now`; null if no day is open. */
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

/** Returns the day of an opening in words: `today`, `tomorrow`, `Monday`, or `next Monday` a week ahead. */
export function openingDay({ day, daysAhead }: Opening): string {
  if (daysAhead === 0) return 'today'
  if (daysAhead === 1) return 'tomorrow'
  const name = day.charAt(0).toUpperCase() + day.slice(1)
  return daysAhead === 7 ? `next ${name}` : name
}

/** Returns "Opens Monday at 8:00 AM" for the chat of a closed business; '' if no day is open. */
export function openingText(hours: readonly BusinessDay[], timezone: string | null, now: Date): string {
  const next = nextOpening(hours, timezone, now)
  return next ? `Opens ${openingDay(next)} at ${spokenTime(next.time)}` : ''
}

/** Returns HH:mm as a 12-hour time: `15:30` is `3:30 PM`. */
export function spokenTime(time: string): string {
  const minutes = minutesOf(time) % DAY_MINUTES
  const hour = Math.floor(minutes / 60)
  const half = hour < 12 ? 'AM' : 'PM'
  return `${hour % 12 === 0 ? 12 : hour % 12}:${String(minutes % 60).padStart(2, '0')} ${half}`
}

interface StatusTexts {
  agent_name: string
  reply_time: string | null
  closed_button_text: string
}

function replyText(replyTime: string | null): string {
  const text = replyTime?.trim()
  return text ? `Typically replies ${text.charAt(0).toLowerCase()}${text.slice(1)}` : ''
}

/**
 * Returns the line below the chat's heading: who answers while the business is open, else when it opens. `opens` is null
 * while it is open.
 */
export function chatStatus(
  { agent_name, reply_time, closed_button_text }: StatusTexts,
  opens: string | null,
): string {
  const parts = opens === null ? [agent_name, replyText(reply_time)] : [closed_button_text, opens]
  return parts.filter(Boolean).join(' · ')
}
