import type { Day } from '../../contract/profile.ts'
import { midnight, type Openings, plus, shiftsOn, spokenTime, wallTime, weekdayOf } from './business-hours.ts'

/** The next opening. `daysAhead` counts calendar days in the business's time zone. The time is HH:mm. */
export interface Opening {
  day: Day
  /** YYYY-MM-DD. */
  date: string
  daysAhead: number
  time: string
}

/** The number of days to search for the next opening. */
const LOOK_AHEAD = 366

/** Returns the next opening after `now` within a year, or null if there is none. */
export function nextOpening(openings: Openings, now: Date): Opening | null {
  if (!openings.hours.some((entry) => entry.isOpen)) return null
  const { day: today, minutes } = wallTime(openings.timezone, now)
  for (let daysAhead = 0; daysAhead <= LOOK_AHEAD; daysAhead++) {
    const date = plus(today, daysAhead)
    const next = shiftsOn(openings, date).find(({ from }) => daysAhead > 0 || from > minutes)
    if (next) return { day: weekdayOf(date), date, daysAhead, time: next.openTime }
  }
  return null
}

/**
 * Returns the day of an opening in words: `today`, `tomorrow`, `Monday`, `next Monday` (exactly a week ahead), or, for
 * later days, `Monday, December 28`.
 */
export function openingDay({ day, date, daysAhead }: Opening): string {
  if (daysAhead === 0) return 'today'
  if (daysAhead === 1) return 'tomorrow'
  if (daysAhead > 7) {
    const format = { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' } as const
    return midnight(date).toLocaleDateString('en-US', format)
  }
  const name = day.charAt(0).toUpperCase() + day.slice(1)
  return daysAhead === 7 ? `next ${name}` : name
}

/** Returns a text such as "Opens Monday at 8:00 AM" for the chat of a closed business, or '' if no day is open. */
export function openingText(openings: Openings, now: Date): string {
  const next = nextOpening(openings, now)
  return next ? `Opens ${openingDay(next)} at ${spokenTime(next.time)}` : ''
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
 * Returns the line below the chat's heading: who answers if the business is open, or else when it opens. `opens` is
 * null while it is open.
 */
export function chatStatus(
  { agent_name, reply_time, closed_button_text }: StatusTexts,
  opens: string | null,
): string {
  const parts = opens === null ? [agent_name, replyText(reply_time)] : [closed_button_text, opens]
  return parts.filter(Boolean).join(' · ')
}
