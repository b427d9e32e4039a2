/** The maximum number of cached formats. Owners can write time zones in more ways than there are zones. */
const MOST = 1_000

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the date format for a locale and time zone. Caches it, because formats are slow to create. */
export function formatIn(
  locale: string,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, timeZone, options])
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone })
  if (formats.size >= MOST) formats.clear()
  formats.set(key, format)
  return format
}
