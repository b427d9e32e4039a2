import { DAY_MS, MINUTE_MS } from './durations.ts'
import { formatByZone } from './format-by-zone.ts'

/** Returns the next day as YYYY-MM-DD. */
export function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)
}

const clockIn = formatByZone({
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
})

/** Returns the local time in a time zone at an instant, as if it were UTC. */
function shownAt(instant: number, timeZone: string): number {
  const numbers = clockIn(timeZone).format(instant).match(/\d+/g) ?? []
  const [month = 1, day = 1, year = 0, hour = 0, minute = 0, second = 0] = numbers.map(Number)
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/**
 * Returns the first instant at which clocks in a time zone show `local`, a local time as if it were UTC, in milliseconds
 * since 1970. A local time that a clock change skips is counted from before the change, as in RFC 5545, 3.3.5.
 */
export function instantAt(local: number, timeZone: string): number {
  const offsets = [local - DAY_MS, local + DAY_MS].map((instant) => shownAt(instant, timeZone) - instant)
  const candidates = offsets.map((offset) => local - offset).toSorted((a, b) => a - b)
  return candidates.find((instant) => shownAt(instant, timeZone) === local) ?? candidates.at(-1) ?? local
}

/** Returns the first instant of a calendar day in a time zone, in milliseconds since 1970. */
export const startOfDay = (day: string, timeZone: string): number =>
  instantAt(Date.parse(`${day}T00:00:00Z`), timeZone)

/** Returns the calendar day (YYYY-MM-DD) and the minutes since midnight in a time zone at an instant. */
export function wallClock(instant: Date, timeZone: string): { day: string; minutes: number } {
  const shown = new Date(shownAt(instant.getTime(), timeZone))
  return { day: shown.toISOString().slice(0, 10), minutes: shown.getUTCHours() * 60 + shown.getUTCMinutes() }
}

/**
 * Returns the instants, in milliseconds since 1970, at each of `minutes` after midnight on a calendar day in a time
 * zone. Omits times that a clock change skips. If a time occurs twice, returns the first occurrence.
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
