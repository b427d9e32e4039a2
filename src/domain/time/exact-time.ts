const formats = new Map<string | undefined, Intl.DateTimeFormat>()

/**
 * Returns a formatter for a time zone. Formatters are cached, because creating one takes longer than rendering a table
 * row.
 */
function formatOf(timeZone: string | undefined): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone })
    formats.set(timeZone, format)
  }
  return format
}

/** Returns an instant as full text, such as "Nov 20, 2026, 7:00 AM", in the given time zone or the device's. */
export function exactTime(instant: string, timeZone?: string): string {
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? '' : formatOf(timeZone).format(date)
}
