/** The most formatters kept of one kind. There are fewer time zones, but more spellings of their names. */
const MOST = 1_000

/**
 * Returns a function that returns the formatter of a time zone, and keeps it, because formatters are slow to create.
 * It throws a RangeError for an unknown zone.
 */
export function formatByZone(options: Intl.DateTimeFormatOptions): (timeZone: string) => Intl.DateTimeFormat {
  const formats = new Map<string, Intl.DateTimeFormat>()
  return (timeZone) => {
    const known = formats.get(timeZone)
    if (known) return known
    const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone })
    if (formats.size >= MOST) formats.clear()
    formats.set(timeZone, format)
    return format
  }
}

/** Section 9, default time zone: used if the zone is missing or unknown. */
const FALLBACK_ZONE = 'America/New_York'

const clockIn = formatByZone({
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** Returns the clock of a zone if it is known, else New York's. */
export function clockOf(timezone: string | null): Intl.DateTimeFormat {
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
