import { wallClock } from '../../src/domain/time/calendar-day.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/time/durations.ts'

/** Clock times of a zone at which nothing is sent, in minutes since midnight; `to` is the first that is free. */
export interface Quiet {
  zone: string
  from: number
  to: number
}

const DAY_MINUTES = DAY_MS / MINUTE_MS
/** Clocks repeat daily, except at their changes: what is not free within a week is never free. */
const LOOK_AHEAD_MS = 8 * DAY_MS

/** Returns whether a clock in the zone shows a quiet time. */
export function isQuiet({ zone, from, to }: Quiet, at: Date): boolean {
  const { minutes } = wallClock(at, zone)
  return from < to ? from <= minutes && minutes < to : minutes >= from || minutes < to
}

/** Returns the earliest time from `from` on that no rule forbids; null if the rules leave no time. */
export function nextFree(rules: readonly Quiet[], from: Date): Date | null {
  let at = from
  while (at.getTime() - from.getTime() <= LOOK_AHEAD_MS) {
    const forbidding = rules.find((rule) => isQuiet(rule, at))
    if (!forbidding) return at
    at = endOf(forbidding, at)
  }
  return null
}

/** Returns a time before `until` that no rule forbids, at most an hour before the last such time; null without one. */
export function lastFree(rules: readonly Quiet[], until: Date): Date | null {
  for (let back = HOUR_MS; back <= LOOK_AHEAD_MS; back += HOUR_MS) {
    const free = nextFree(rules, new Date(until.getTime() - back))
    if (free && free <= until) return free
  }
  return null
}

/** Returns the end of a quiet time, or the change of the clock before it. */
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
