const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the format of dates in a locale and time zone. Making a format takes long, so each is made once. */
export function formatIn(
  locale: string,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, timeZone, options])
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone })
  formats.set(key, format)
  return format
}
