import { wallClock } from '../../../src/domain/time/calendar-day.ts'
import { knownZone } from '../../../src/domain/time/format-by-zone.ts'

const REGION =
  '(e|c|m|p)[sd]?t|(eastern|central|mountain|pacific)(?: standard| daylight)?(?: time)?|(gmt|utc)|(bst)|(ist)'
/** Places whose time visitors name: `10 am California time`. */
const PLACES: readonly (readonly [string, string])[] = [
  ['e', 'east coast|new york|florida|georgia|new jersey|boston|atlanta'],
  ['c', 'chicago|illinois|texas|dallas|houston|minnesota|wisconsin'],
  ['m', 'colorado|denver|utah|new mexico|montana'],
  ['p', 'west coast|california|los angeles|seattle|oregon|washington state|nevada|las vegas'],
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

/** The business's time zone and time, and the visitor's time zone if it is known. */
export interface ZoneClock {
  timezone: string | null
  now: Date
  visitors: string | null
}

/**
 * Removes the time zone of a time from a text: the one that follows it, or the visitor's own, for `10 am my time`.
 * `ahead` is how many minutes the business's clock is ahead of it.
 */
export function readZone(
  text: string,
  { timezone, now, visitors }: ZoneClock,
): { ahead: number; rest: string } {
  const own = text.replace(OWN_TIME, ' ')
  const zone = zoneOf(NAMED.exec(text)) ?? (own === text ? null : visitors)
  if (!zone) return { ahead: 0, rest: text }
  const [ours, theirs] = [knownZone(timezone), zone].map((each) => wallClock(now, each))
  const days = ours && theirs ? Math.sign(Date.parse(ours.day) - Date.parse(theirs.day)) : 0
  const ahead = (ours?.minutes ?? 0) - (theirs?.minutes ?? 0) + days * 1_440
  return { ahead, rest: own.replace(BARE_HOUR, 'at $1 ').replaceAll(new RegExp(NAMED.source, 'g'), ' ') }
}
