import type { HolidaysTypes, default as Rules } from 'date-holidays'
import type { Holiday } from '../../src/contract/holidays.ts'
import { dayIn } from '../../src/domain/settings/business-hours.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { knownZone } from '../../src/domain/time/format-by-zone.ts'

/** A holiday, and whether it is a public one: others, such as Easter, are only known by name. */
export interface KnownHoliday extends Holiday {
  isPublic: boolean
  /** Its own days, without those on which it is observed. */
  dates: string[]
}

/** The country of a zone that is not in the United States, and the state where it matters. */
const PLACES: Readonly<Record<string, readonly [country: string, state?: string]>> = {
  'Europe/London': ['GB', 'ENG'],
  'Europe/Paris': ['FR'],
  'Asia/Tokyo': ['JP'],
  'Australia/Sydney': ['AU', 'NSW'],
}
const HOME = ['US'] as const
const PUBLIC: readonly HolidaysTypes.HolidayType[] = ['public', 'bank', 'optional']
const OBSERVED = ' (substitute day)'

/** The rules of the whole world, which take 35 MB; they load with the first use. */
let library: Promise<typeof Rules> | null = null
const years = new Map<string, readonly KnownHoliday[]>()

/** Returns the holidays of a year in the country of a zone, with the days on which they are observed. */
function inYear(Library: typeof Rules, timezone: string | null, year: number): readonly KnownHoliday[] {
  const [country, state] = PLACES[knownZone(timezone)] ?? HOME
  const key = `${country} ${year}`
  const known = years.get(key)
  if (known) return known
  const found = new Map<string, KnownHoliday>()
  const rules = state ? new Library(country, state) : new Library(country)
  for (const { name: full, date, type } of rules.getHolidays(year, country === 'US' ? 'en-us' : 'en')) {
    const name = full.replace(OBSERVED, '')
    const holiday = found.get(name) ?? { name, days: [], dates: [], isPublic: false }
    const day = date.slice(0, 10)
    holiday.days.push(day)
    if (name === full) holiday.dates.push(day)
    holiday.isPublic ||= PUBLIC.includes(type)
    found.set(name, holiday)
  }
  const holidays = [...found.values()]
  years.set(key, holidays)
  return holidays
}

/**
 * Returns the holidays in the country of a zone, with their days from yesterday, because yesterday's hours can reach into
 * today, to the end of next year; next first. A zone without a known country has the holidays of the United States.
 */
export async function holidaysIn(timezone: string | null, now: Date): Promise<KnownHoliday[]> {
  library ??= import('date-holidays').then((module) => module.default)
  const Library = await library
  const yesterday = dayIn(timezone, new Date(now.getTime() - DAY_MS))
  const year = Number(yesterday.slice(0, 4))
  const all = new Map<string, KnownHoliday>()
  for (const each of [year, year + 1]) {
    for (const { name, days, dates, isPublic } of inYear(Library, timezone, each)) {
      const before = all.get(name)
      const ahead = (earlier: readonly string[] = [], later: readonly string[]) =>
        [...earlier, ...later].filter((day) => day >= yesterday).toSorted()
      const left = { days: ahead(before?.days, days), dates: ahead(before?.dates, dates) }
      if (left.days.length > 0) all.set(name, { name, ...left, isPublic })
    }
  }
  return [...all.values()].toSorted((a, b) => ((a.days[0] ?? '') < (b.days[0] ?? '') ? -1 : 1))
}
