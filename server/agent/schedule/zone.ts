import { wallClock } from '../../../src/domain/time/calendar-day.ts'
import { knownZone } from '../../../src/domain/time/format-by-zone.ts'

const REGION =
  '(e|c|m|p)[sd]?t|(eastern|central|mountain|pacific)(?: standard| daylight)?(?: time)?|(gmt|utc)|(bst)|(ist)'
/** Places whose time visitors name: `10 am California time`. */
const PLACES: readonly (readonly [string, string])[] = [
  ['e', 'east coast|new york|florida'],
  ['c', 'chicago|texas'],
  ['m', 'colorado|denver'],
  ['p', 'west coast|california|seattle'],
]
const BY_PLACE = PLACES.map(([zone, names]) => `(?<${zone}>${names}) time`).join('|')
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

/** Returns whether a time is in the visitor's own time zone, which the text doesn't name: `10 am my time`. */
export const isOwnTime = (text: string) =>
  /\d(?:\s?[ap]\.?m\.?)?,? (?:my|our) (?:local )?time\b|\bhora m[ií]a\b/i.test(text)

/**
 * Removes the time zone that follows a time in a text. `ahead` is how many minutes the business's clock is ahead of it.
 */
export function readZone(text: string, timezone: string | null, now: Date): { ahead: number; rest: string } {
  const found = NAMED.exec(text)
  const zone = zoneOf(found)
  if (!found || !zone) return { ahead: 0, rest: text }
  const [ours, theirs] = [knownZone(timezone), zone].map((each) => wallClock(now, each))
  const days = ours && theirs ? Math.sign(Date.parse(ours.day) - Date.parse(theirs.day)) : 0
  const ahead = (ours?.minutes ?? 0) - (theirs?.minutes ?? 0) + days * 1_440
  return { ahead, rest: text.replace(BARE_HOUR, 'at $1 ').replaceAll(new RegExp(NAMED.source, 'g'), ' ') }
}
