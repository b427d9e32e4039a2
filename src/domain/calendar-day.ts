import { DAY_MS, MINUTE_MS } from './durations.ts'

/** The day after, YYYY-MM-DD. */
export function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)
}

/** Making a clock is slow. There are fewer zones than this, but more ways to write their names. */
const MOST_CLOCKS = 1_000
const clocks = new Map<string, Intl.DateTimeFormat>()

/** What the clocks of a zone show at an instant, read as if they showed UTC. */
function shownAt(instant: number, timeZone: string): number {
  let clock = clocks.get(timeZone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    if (clocks.size >= MOST_CLOCKS) clocks.clear()
    clocks.set(timeZone, clock)
  }
  const parts = Object.fromEntries(
    clock.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** The first instant of a calendar day in a time zone, in milliseconds since 1970. */
export function startOfDay(day: string, timeZone: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const offsets = [midnight - DAY_MS, midnight + DAY_MS].map(
    (instant) => shownAt(instant, timeZone) - instant,
  )
  const candidates = offsets.map((offset) => midnight - offset).toSorted((a, b) => a - b)
  // Where the clocks jump over midnight no candidate shows it; the day then starts at the jump.
  return (
    candidates.find((instant) => shownAt(instant, timeZone) === midnight) ?? candidates.at(-1) ?? midnight
  )
}

/** The calendar day, YYYY-MM-DD, and the minutes since midnight that the clocks of a zone show at an instant. */
export function wallClock(instant: Date, timeZone: string): { day: string; minutes: number } {
  const shown = new Date(shownAt(instant.getTime(), timeZone))
  return { day: shown.toISOString().slice(0, 10), minutes: shown.getUTCHours() * 60 + shown.getUTCMinutes() }
}

/**
 * The instants, in milliseconds since 1970, at which the clocks of a zone show each of `minutes` after midnight
 * on a calendar day. A time that the clocks jump over is left out; one that comes twice is its first.
 */
export function instantsOn(day: string, minutes: readonly number[], timeZone: string): number[] {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const start = startOfDay(day, timeZone)
  const end = startOfDay(nextDay(day), timeZone)
  const isPlain = end - start === DAY_MS
  return minutes.flatMap((minute) => {
    const fromStart = start + minute * MINUTE_MS
    if (isPlain) return [fromStart]
    const fromEnd = end - DAY_MS + minute * MINUTE_MS
    const shows = (instant: number) => shownAt(instant, timeZone) === midnight + minute * MINUTE_MS
    return [fromStart, fromEnd]
      .toSorted((a, b) => a - b)
      .filter(shows)
      .slice(0, 1)
  })
}
