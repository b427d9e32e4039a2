import type { HolidaysTypes, default as Rules } from 'date-holidays'
import type { Holiday } from '../../src/contract/holidays.ts'
import { dayIn, plus } from '../../src/domain/settings/business-hours.ts'
import { knownZone } from '../../src/domain/time/format-by-zone.ts'

/** A holiday. Nonpublic ones, such as Easter, are only recognized by name. */
export interface KnownHoliday extends Holiday {
  isPublic: boolean
  /** The actual dates of the holiday, also in the last month, without the days on which it is observed. */
  dates: string[]
}

/** The country of each time zone outside the United States, and the state if it matters. */
const PLACES: Readonly<Record<string, readonly [country: string, state?: string]>> = {
  'Europe/London': ['GB', 'ENG'],
  'Europe/Paris': ['FR'],
  'Asia/Tokyo': ['JP'],
  'Australia/Sydney': ['AU', 'NSW'],
}
const HOME = ['US'] as const
const PUBLIC: readonly HolidaysTypes.HolidayType[] = ['public', 'bank', 'optional']
const ELECTION_DAY = 'tuesday after 1st monday in November'
/** How long people still name a day by the holiday before it: `the Monday after Thanksgiving`. */
const RECENT_DAYS = 30
const OBSERVED = ' (substitute day)'

/** The holiday rules for the whole world. They take up 35 MB, so they are loaded on first use. */
let library: Promise<typeof Rules> | null = null
const years = new Map<string, readonly KnownHoliday[]>()

/** Returns a year's holidays in the country of a time zone, with the days on which they are observed. */
function inYear(Library: typeof Rules, timezone: string | null, year: number): readonly KnownHoliday[] {
  const [country, state] = PLACES[knownZone(timezone)] ?? HOME
  const key = `${country} ${year}`
  const known = years.get(key)
  if (known) return known
  const found = new Map<string, KnownHoliday>()
  const rules = state ? new Library(country, state) : new Library(country)
  // The package knows only the elections of presidents.
  if (country === 'US') rules.setHoliday(ELECTION_DAY, { name: { en: 'Election Day' }, type: 'observance' })
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
 * Returns the holidays in the country of a time zone until the end of next year, next holiday first. Their days start
 * with yesterday, because yesterday's hours can extend into today. Zones without a known country get the holidays of
 * the United States.
 */
export async function holidaysIn(timezone: string | null, now: Date): Promise<KnownHoliday[]> {
  library ??= import('date-holidays').then((module) => module.default)
  const Library = await library
  const yesterday = plus(dayIn(timezone, now), -1)
  const year = Number(yesterday.slice(0, 4))
  const all = new Map<string, KnownHoliday>()
  for (const each of [year, year + 1]) {
    for (const { name, days, dates, isPublic } of inYear(Library, timezone, each)) {
      const before = all.get(name)
      const since = (first: string, earlier: readonly string[] = [], later: readonly string[]) =>
        [...earlier, ...later].filter((day) => day >= first).toSorted()
      const left = {
        days: since(yesterday, before?.days, days),
        dates: since(plus(yesterday, -RECENT_DAYS), before?.dates, dates),
      }
      if (left.days.length > 0) all.set(name, { name, ...left, isPublic })
    }
  }
  return [...all.values()].toSorted((a, b) => ((a.days[0] ?? '') < (b.days[0] ?? '') ? -1 : 1))
}
