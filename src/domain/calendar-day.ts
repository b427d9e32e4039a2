const DAY_MS = 86_400_000

/** The day after, YYYY-MM-DD. */
export function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)
}

/** The first instant of a calendar day in a time zone, in milliseconds since 1970. */
export function startOfDay(day: string, timeZone: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  /** What the clocks of the zone show at an instant, read as if they showed UTC. */
  const shown = (instant: number) => {
    const parts = Object.fromEntries(
      clock.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
    )
    const { year = 0, month = 1, day: date = 1, hour = 0, minute = 0, second = 0 } = parts
    return Date.UTC(year, month - 1, date, hour, minute, second)
  }
  const offsets = [midnight - DAY_MS, midnight + DAY_MS].map((instant) => shown(instant) - instant)
  const candidates = offsets.map((offset) => midnight - offset).toSorted((a, b) => a - b)
  // Where the clocks jump over midnight no candidate shows it; the day then starts at the jump.
  return candidates.find((instant) => shown(instant) === midnight) ?? candidates.at(-1) ?? midnight
}
