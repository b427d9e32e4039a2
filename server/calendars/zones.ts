import ICAL from 'ical.js'
import { findIana } from 'windows-iana'
import { lazy } from '../../src/domain/common/lazy.ts'
import { instantAt } from '../../src/domain/time/calendar-day.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/domain/time/durations.ts'
import { timeOf } from './moments.ts'

/** Returns the instant of a local time. Both are in milliseconds since 1970, the local time as if it were UTC. */
export type Zone = (local: number) => number

export const UTC: Zone = (local) => local

/** Returns the zone of the IANA database with this name. */
export const ianaZone =
  (name: string): Zone =>
  (local) =>
    instantAt(local, name)

/** Returns the zone that a VTIMEZONE defines; null if it defines no offset. */
export function definedZone(definition: string): Zone | null {
  try {
    const component = ICAL.Component.fromString(definition)
    for (const rule of component.getAllSubcomponents()) {
      const after = rule.getFirstPropertyValue('tzoffsetto')
      if (after !== null && !rule.hasProperty('tzoffsetfrom')) {
        rule.addPropertyWithValue('tzoffsetfrom', after as ICAL.UtcOffset)
      }
    }
    const zone = new ICAL.Timezone(component)
    // The parser counts times before the first change as UTC.
    zone.utcOffset(timeOf(Date.now()))
    const { changes } = zone as unknown as { changes: { year: number; prevUtcOffset: number }[] }
    const first = changes[0]
    if (!first) return null
    return (local) => {
      const time = timeOf(local)
      return local - (time.year < first.year ? first.prevUtcOffset : zone.utcOffset(time)) * SECOND_MS
    }
  } catch {
    return null
  }
}

/** Returns the zone that people and programs call by this name; null if it is unknown. */
export function namedZone(name: string): Zone | null {
  const place = placeNamed(name)
  if (place) return ianaZone(place)
  const windows = findIana(name)[0]
  if (windows) return ianaZone(windows)
  const offset = offsetIn(name)
  const zone = shownZone(name, offset)
  if (zone) return ianaZone(zone)
  return offset === null ? null : (local) => local - offset
}

/** Whether a name is one of a place in the IANA database, which no definition in a file can improve. */
export const isPlace = (name: string): boolean => name.includes('/') && isIana(name)

function isIana(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== null
  } catch {
    return false
  }
}

/** Returns the place that a name ends with, also after a program's own prefix; null if there is none. */
function placeNamed(name: string): string | null {
  const segments = name.split('/')
  return segments.map((_, index) => segments.slice(index).join('/')).find(isPlace) ?? null
}

/** Returns the offset from UTC that a name begins with, as in `(UTC-05:00) Indiana (East)`, in milliseconds. */
function offsetIn(name: string): number | null {
  const [, sign, hours, minutes = '0'] =
    /^\(?(?:UTC|GMT)?\s*([+\-−])(\d{1,2})[:.]?(\d\d)?(?!\d)/i.exec(name) ?? []
  if (sign === undefined) return null
  return (sign === '+' ? 1 : -1) * (Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS)
}

/**
 * Returns the zone in the IANA database of a name that people use in English, or that Windows displays. Of several, as in
 * `(UTC-07:00) Chihuahua, La Paz, Mazatlan`, returns one with the given offset outside of daylight-saving time.
 */
function shownZone(name: string, offset: number | null): string | null {
  const shown = name
    .replace(/^\([^)]*\)\s*/, '')
    .replace(/\s*\([^)]*\)/g, '')
    .replace(/ \d+$/, '')
  const region = shown.replaceAll(' ', '-').replace(/^(US|Canada)-/, '$1/')
  const parts = [shown, ...shown.split(/[,;:/]| - /)].map((part) => part.trim())
  const known = [
    ...parts.map((part) => englishNames().get(part.toLowerCase())),
    ...parts.flatMap((part) => findIana(`${part} Standard Time`)),
    ...[region, `US/${region}`, `Canada/${region}`].filter(isIana),
  ].filter((zone) => zone !== undefined)
  if (offset === null) return known[0] ?? null
  const fits = (zone: string) => standardOffset(zone) === offset
  const isNamed = /[a-z]{3}/i.test(shown.replace(/^(UTC|GMT)/i, ''))
  return known.find(fits) ?? known[0] ?? (isNamed ? AMERICAN.find(fits) : null) ?? null
}

/** Returns the offset of a zone outside of daylight-saving time, in milliseconds. */
const standardOffset = (zone: string): number =>
  Math.min(...[WINTER, SUMMER].map((local) => local - instantAt(local, zone)))

const AMERICAN = [
  ...['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'America/Anchorage'],
  ...['Pacific/Honolulu', 'America/Halifax', 'America/St_Johns'],
]
/** The zones whose English names people use. A name that several have is that of the first. */
const NAMED = [
  ...AMERICAN,
  ...[
    'Europe/London',
    'Europe/Berlin',
    'Europe/Athens',
    'Europe/Moscow',
    'America/Sao_Paulo',
    'Asia/Kolkata',
  ],
  ...['Asia/Tokyo', 'Asia/Shanghai', 'Australia/Sydney', 'Australia/Adelaide', 'Australia/Perth'],
  ...['Pacific/Auckland'],
]
const STYLES = ['short', 'shortGeneric', 'long', 'longGeneric'] as const
const WINTER = Date.UTC(2026, 0, 15, 12)
const SUMMER = Date.UTC(2026, 6, 15, 12)

/** Returns zones of the IANA database by their English names, and by their cities, in lowercase. */
const englishNames = lazy((): ReadonlyMap<string, string> => {
  const names = new Map(['utc', 'gmt', 'coordinated universal time'].map((name) => [name, 'UTC']))
  const add = (name: string, zone: string) => {
    const key = name.toLowerCase()
    if (!names.has(key) && !/^(GMT|UTC)?[+-]/i.test(name)) names.set(key, zone)
  }
  for (const zone of NAMED) {
    for (const timeZoneName of STYLES) {
      const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName })
      for (const day of [WINTER, SUMMER]) {
        add(format.formatToParts(day).find(({ type }) => type === 'timeZoneName')?.value ?? '', zone)
      }
    }
  }
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    add((zone.split('/').at(-1) ?? '').replaceAll('_', ' '), zone)
  }
  return names
})
