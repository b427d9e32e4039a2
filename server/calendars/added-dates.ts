import ical, { type VEvent } from 'node-ical'
import { DAY_MS, SECOND_MS } from '../../src/domain/time/durations.ts'

/** A property that the parser does not understand, in the form in which the parser leaves it. */
type Raw = string | { val?: unknown; params?: Record<string, string> }

/**
 * Returns the dates that a recurring appointment has in addition to its rule (RDATE), as separate appointments. The
 * parser reads these dates, but does not add them. `zones` contains the calendar's time zone definitions.
 */
export function addedDates(event: VEvent, zones: string): VEvent[] {
  const given = [(event as { rdate?: Raw | Raw[] }).rdate ?? []].flat()
  const blocks = given.flatMap((property) => {
    const { val, params = {} } = typeof property === 'string' ? { val: property } : property
    return String(val)
      .split(',')
      .map((value) => ['BEGIN:VEVENT', ...timesOf(value.trim(), params, event), 'END:VEVENT'].join('\r\n'))
  })
  if (blocks.length === 0) return []
  // Without ids, the parser keeps all of them.
  const text = ['BEGIN:VCALENDAR', zones, ...blocks, 'END:VCALENDAR'].join('\r\n')
  const excluded = new Set(Object.values(event.exdate ?? {}).map(Number))
  const exceptions = new Map(
    Object.values(event.recurrences ?? {}).map((each) => [Number(each.recurrenceid), each]),
  )
  const { rrule: _, recurrences: __, exdate: ___, ...once } = event
  return Object.values(ical.sync.parseICS(text)).flatMap((added) => {
    if (added?.type !== 'VEVENT' || excluded.has(Number(added.start))) return []
    return [(exceptions.get(Number(added.start)) ?? { ...once, ...added }) as VEvent]
  })
}

function timesOf(value: string, { TZID, VALUE }: Record<string, string>, event: VEvent): string[] {
  const [start, end] = value.split('/')
  const zone = TZID ? `;TZID=${TZID}` : ''
  if (end) return [`DTSTART${zone}:${start}`, end.startsWith('P') ? `DURATION:${end}` : `DTEND${zone}:${end}`]
  const ms = Math.max(0, Number(event.end ?? event.start) - Number(event.start))
  return VALUE === 'DATE'
    ? [`DTSTART;VALUE=DATE:${start}`, `DURATION:P${Math.max(1, Math.round(ms / DAY_MS))}D`]
    : [`DTSTART${zone}:${start}`, `DURATION:PT${Math.round(ms / SECOND_MS)}S`]
}
