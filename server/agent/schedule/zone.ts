import { DAY_MINUTES } from '../../../src/domain/settings/business-hours.ts'
import { instantsOn, wallClock } from '../../../src/domain/time/calendar-day.ts'
import { knownZone } from '../../../src/domain/time/format-by-zone.ts'
import { NOON } from '../words/calendar.ts'

const REGION =
  '(e|c|m|p|ak)[sd]?t|(hst)|(eastern|central|mountain|pacific)(?: standard| daylight)?(?: time)?|(gmt|utc)|(bst)|(ist)'
/** Places whose time visitors name: `10 am California time`. */
const PLACES: readonly (readonly [string, string])[] = [
  ['e', 'east coast|new york|florida|georgia|new jersey|boston|atlanta'],
  ['c', 'chicago|illinois|texas|dallas|houston|minnesota|wisconsin'],
  ['m', 'colorado|denver|utah|new mexico|montana'],
  ['p', 'west coast|california|los angeles|seattle|oregon|washington state|nevada|las vegas'],
  ['z', 'arizona|phoenix|tucson|scottsdale'],
  ['a', 'alaska|anchorage'],
  ['h', 'hawaii|honolulu|maui|oahu'],
]
const placeBefore = (ending: string) =>
  PLACES.map(([zone, names]) => `(?<${zone}>${names})${ending}`).join('|')
const BY_PLACE = placeBefore(' time')
/** Matches where a visitor is: `I'm in Oregon`. */
const PLACED = new RegExp(
  `\\b(?:i['’]?m|i am|we['’]?re|we are|(?:i|we) live)(?: \\w+)? (?:in|from) (?:${placeBefore('')})\\b`,
  'i',
)
const OWN_TIME = /(?<=\d(?:\s?[ap]\.?m\.?)?,? )(?:my|our) (?:local )?time\b|\bhora m[ií]a\b/i
const NAMED = new RegExp(`(?<=\\d(?:\\s?[ap]m)?\\s*|noon )\\b(?:${REGION}|${BY_PLACE})\\b`)
const BARE_HOUR = new RegExp(`(?<![\\d:]|\\bat )\\b(1[0-2]|[1-9]) (?=${NAMED.source})`, 'g')
const ASKED = new RegExp(`\\b(?:in|for) (?:${REGION}|${BY_PLACE})\\b`, 'i')
const ZONES: Readonly<Record<string, string>> = {
  e: 'America/New_York',
  c: 'America/Chicago',
  m: 'America/Denver',
  p: 'America/Los_Angeles',
  z: 'America/Phoenix',
  a: 'America/Anchorage',
  h: 'Pacific/Honolulu',
  g: 'UTC',
  u: 'UTC',
  b: 'Etc/GMT-1',
  i: 'Asia/Kolkata',
}

function zoneOf(found: RegExpExecArray | null): string | undefined {
  const [place] = Object.entries(found?.groups ?? {}).find(([, name]) => name !== undefined) ?? []
  return ZONES[place ?? found?.slice(1).find(Boolean)?.charAt(0).toLowerCase() ?? '']
}

/** Returns the time zone in which a visitor asks for a time: `what time is that in Central?` */
export const zoneIn = (text: string): string | null => zoneOf(ASKED.exec(text)) ?? null

/** Returns the time zone of the place where a visitor is: `I'm in Oregon`. */
export const zoneOfVisitor = (text: string): string | null => zoneOf(PLACED.exec(text)) ?? null

/** Returns whether a time is in the visitor's own time zone, which the text doesn't name: `10 am my time`. */
export const isOwnTime = (text: string) => OWN_TIME.test(text)

/** How many minutes the clock of a business is ahead of another zone's at noon on one of its days. */
export function minutesAhead(day: string, timezone: string | null, zone: string): number {
  const here = knownZone(timezone)
  const [noon = 0] = instantsOn(day, [NOON], here)
  const there = wallClock(new Date(noon), zone)
  return NOON - there.minutes + Math.sign(Date.parse(day) - Date.parse(there.day)) * DAY_MINUTES
}

/**
 * Removes the time zone of a time from a text: the one that follows it, or the visitor's own, for `10 am my time`.
 * `zone` is null if it names none.
 */
export function readZone(text: string, visitors: string | null): { zone: string | null; rest: string } {
  const own = text.replace(OWN_TIME, ' ')
  const zone = zoneOf(NAMED.exec(text)) ?? (own === text ? null : visitors)
  if (!zone) return { zone: null, rest: text }
  return { zone, rest: own.replace(BARE_HOUR, 'at $1 ').replaceAll(new RegExp(NAMED.source, 'g'), ' ') }
}
