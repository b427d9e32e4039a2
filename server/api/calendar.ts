const DAY_MS = 86_400_000

/**
 * The first moment of a calendar day (YYYY-MM-DD) in an IANA time zone. Where a clock change skips midnight
 * it is the moment of the change; where midnight comes twice it is the first.
 */
export function startOfDay(day: string, timeZone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const before = midnight - offsetAt(midnight - DAY_MS, timeZone)
  const after = midnight - offsetAt(midnight + DAY_MS, timeZone)
  const reads = (moment: number) => moment + offsetAt(moment, timeZone) === midnight
  const candidates = [before, after].filter(reads)
  return new Date(candidates.length > 0 ? Math.min(...candidates) : before)
}

/** The first moment after a calendar day. */
export function endOfDay(day: string, timeZone: string): Date {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS)
  return startOfDay(next.toISOString().slice(0, 10), timeZone)
}

/** How far the zone's clocks are ahead of UTC at a moment, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const second = Math.floor(moment / 1000) * 1000
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(second)
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((candidate) => candidate.type === type)?.value)
  const local = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  return local - second
}
