import { wallClock } from '../../../src/domain/time/calendar-day.ts'
import { knownZone } from '../../../src/domain/time/format-by-zone.ts'

const NAMED =
  /(?<=\d(?:\s?[ap]m)?\s*|noon )\b(?:(e|c|m|p)[sd]?t|(eastern|central|mountain|pacific)(?: standard| daylight)?(?: time)?|(gmt|utc)|(bst)|(ist))\b/
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

/**
 * Removes the time zone that follows a time in a text. `ahead` is how many minutes the business's clock is ahead of it.
 */
export function readZone(text: string, timezone: string | null, now: Date): { ahead: number; rest: string } {
  const [named, ...groups] = NAMED.exec(text) ?? []
  const zone = ZONES[groups.find(Boolean)?.charAt(0) ?? '']
  if (!named || !zone) return { ahead: 0, rest: text }
  const [ours, theirs] = [knownZone(timezone), zone].map((each) => wallClock(now, each))
  const days = ours && theirs ? Math.sign(Date.parse(ours.day) - Date.parse(theirs.day)) : 0
  const ahead = (ours?.minutes ?? 0) - (theirs?.minutes ?? 0) + days * 1_440
  return { ahead, rest: text.replaceAll(new RegExp(NAMED.source, 'g'), ' ') }
}
