import { spokenTime } from '../../src/domain/settings/business-hours.ts'
import type { Language } from './catalogue.ts'

/** The maximum number of cached formats. Owners can write time zones in more ways than there are zones. */
const MOST = 1_000

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the date format for a language and time zone. Caches it, because formats are slow to create. */
export function formatIn(
  language: Language,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = JSON.stringify([language, timeZone, options])
  const format = formats.get(key) ?? new Intl.DateTimeFormat(`${language}-US`, { ...options, timeZone })
  if (formats.size >= MOST) formats.clear()
  formats.set(key, format)
  return format
}

/** Returns a time of day (HH:mm) in words: `5:00 PM`, in Spanish `5:00 p.m.`. */
export const timeInWords = (time: string, language: Language): string =>
  language === 'es'
    ? spokenTime(time).replace(/([AP])M$/, (_, half: string) => `${half.toLowerCase()}.m.`)
    : spokenTime(time)
