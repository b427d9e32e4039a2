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
