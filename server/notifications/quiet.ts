import { wallClock } from '../../src/domain/time/calendar-day.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/time/durations.ts'

/** A period of clock time in a zone in which nothing is sent, in minutes since midnight. `to` is exclusive. */
export interface Quiet {
  zone: string
  from: number
  to: number
}

const DAY_MINUTES = DAY_MS / MINUTE_MS
/** Clock times repeat daily, except when clocks change. If no time is free within a week, none ever is. */
const LOOK_AHEAD_MS = 8 * DAY_MS

/** Returns whether `at` is within a quiet period. */
export function isQuiet({ zone, from, to }: Quiet, at: Date): boolean {
  const { minutes } = wallClock(at, zone)
  return from < to ? from <= minutes && minutes < to : minutes >= from || minutes < to
}

/** Returns the earliest time at or after `from` that no rule forbids, or null if the rules leave no time. */
export function nextFree(rules: readonly Quiet[], from: Date): Date | null {
  let at = from
  while (at.getTime() - from.getTime() <= LOOK_AHEAD_MS) {
    const forbidding = rules.find((rule) => isQuiet(rule, at))
    if (!forbidding) return at
    at = endOf(forbidding, at)
  }
  return null
}

/**
 * Returns a time before `until` that no rule forbids, at most an hour before the last such time, or null if there is
 * none.
 */
export function lastFree(rules: readonly Quiet[], until: Date): Date | null {
  for (let back = HOUR_MS; back <= LOOK_AHEAD_MS; back += HOUR_MS) {
    const free = nextFree(rules, new Date(until.getTime() - back))
    if (free && free <= until) return free
  }
  return null
}

/** Returns the end of a quiet period, or the clock change before it. */
function endOf({ zone, to }: Quiet, at: Date): Date {
  const start = Math.floor(at.getTime() / MINUTE_MS)
  const shownAt = (minute: number) => wallClock(new Date(minute * MINUTE_MS), zone).minutes
  const shown = shownAt(start)
  const left = (to - shown + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES
  const hasChanged = (minute: number) => (shownAt(minute) - shown - (minute - start)) % DAY_MINUTES !== 0
  let end = start + left
  if (hasChanged(end)) {
    for (let before = start; end - before > 1; ) {
      const middle = Math.floor((before + end) / 2)
      if (hasChanged(middle)) end = middle
      else before = middle
    }
  }
  return new Date(end * MINUTE_MS)
}
