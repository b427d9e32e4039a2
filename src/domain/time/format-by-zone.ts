/** Maximum number of cached formatters of one kind. There are fewer time zones, but more spellings of their names. */
const MOST = 1_000

/**
 * Returns a function that returns the formatter for a time zone, or for the device's. Formatters are cached because
 * they are slow to create. The function throws a RangeError for an unknown time zone.
 */
export function formatByZone(
  options: Intl.DateTimeFormatOptions,
): (timeZone: string | undefined) => Intl.DateTimeFormat {
  const formats = new Map<string | undefined, Intl.DateTimeFormat>()
  return (timeZone) => {
    const known = formats.get(timeZone)
    if (known) return known
    const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone })
    if (formats.size >= MOST) formats.clear()
    formats.set(timeZone, format)
    return format
  }
}

/** Section 9: the default time zone, used if the zone is missing or unknown. */
const FALLBACK_ZONE = 'America/New_York'

const clockIn = formatByZone({
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** Returns the formatter for a time zone, or New York's if the zone is missing or unknown. */
export function clockOf(timezone: string | null): Intl.DateTimeFormat {
  try {
    return clockIn(timezone || FALLBACK_ZONE)
  } catch {
    return clockIn(FALLBACK_ZONE)
  }
}

/** The zones of the cached formatters. Formatters are slow to return their options. */
const zones = new WeakMap<Intl.DateTimeFormat, string>()

/** Returns the time zone, or New York if it is missing or unknown. */
export function knownZone(timezone: string | null): string {
  const clock = clockOf(timezone)
  const zone = zones.get(clock) ?? clock.resolvedOptions().timeZone
  zones.set(clock, zone)
  return zone
}
