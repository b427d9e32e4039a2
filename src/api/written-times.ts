const DAY_AND_TIME =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(?:z|utc|gmt|([+-]\d\d):?(\d\d)?)?(?:\[.*\])?)?$/i
/** The basic format of ISO 8601, as in calendars. */
const BASIC = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)?/i

/** A date as in email, JavaScript, or the United States. Every browser's parser knows them; the zone can be missing. */
const WRITTEN =
  /^(?:[a-z]{3,9}\.?,? )?(?:\d{1,2} [a-z]{3,9}\.?,? \d{4}|[a-z]{3,9}\.? \d{1,2},? \d{4}|\d{1,2}\/\d{1,2}\/\d{4})(?:,? |$)/i
const HAS_ZONE = /\b(?:z|utc|gmt|[ecmp][sd]t)\b|[+-]\d\d:?\d\d/i

/** Larger numbers are milliseconds since 1970, and smaller ones are seconds. */
const FIRST_MILLISECONDS = 1e11
const EPOCH = /^\d{9,14}(?:\.\d+)?$/
/** Milliseconds as in the JSON of .NET. */
const DOT_NET = /^\/Date\((\d+)(?:[+-]\d{4})?\)\/$/

/**
 * Returns an ISO 8601 time in UTC. Interprets a time without a zone as UTC, a date without a time as midnight, and a
 * number as the time since 1970. A time can also be in an object, as databases write it.
 */
export function inUtc(written: unknown): unknown {
  const instant = instantOf(written)
  return Number.isNaN(instant.getTime()) ? written : instant.toISOString()
}

const ISO_DAY = /^\d{4}-\d\d-\d\d(?=[T ])/

/** Returns a day as YYYY-MM-DD: of a time, the day as it is written there, and otherwise in UTC. */
export function asDay(written: unknown): unknown {
  const [day] = ISO_DAY.exec(String(written).trim()) ?? []
  const instant = day === undefined ? inUtc(written) : day
  return typeof instant === 'string' ? instant.slice(0, 10) : written
}

function instantOf(written: unknown): Date {
  if (typeof written === 'object' && written !== null) return fromObject(written as Record<string, unknown>)
  const text = String(written).trim()
  const [, milliseconds] = DOT_NET.exec(text) ?? []
  if (milliseconds) return new Date(Number(milliseconds))
  const isCount = typeof written === 'number' || EPOCH.test(text)
  return isCount ? sinceEpoch(Number(written)) : fromText(text)
}

function fromObject({ seconds, _seconds = seconds, ...written }: Record<string, unknown>): Date {
  if (_seconds !== undefined) return new Date(Number(_seconds) * 1_000)
  const inside = written.$date ?? written.$numberLong ?? written.date
  if (inside === undefined) return new Date(Number.NaN)
  return written.$numberLong === undefined ? instantOf(inside) : new Date(Number(inside))
}

const sinceEpoch = (count: number) =>
  new Date(count <= 0 ? Number.NaN : count < FIRST_MILLISECONDS ? count * 1_000 : count)

function fromText(text: string): Date {
  if (WRITTEN.test(text)) return new Date(HAS_ZONE.test(text) ? text : `${text} UTC`)
  const extended = text.replace(
    BASIC,
    (_, ...[year, month, day, hour, minute, second = '00']) =>
      `${year}-${month}-${day}T${hour}:${minute}:${second}`,
  )
  const [, day, time = '00:00', hours, minutes = '00'] = DAY_AND_TIME.exec(extended) ?? []
  return new Date(`${day}T${time}${hours ? `${hours}:${minutes}` : 'Z'}`)
}
