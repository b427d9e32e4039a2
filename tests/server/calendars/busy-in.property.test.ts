import fc from 'fast-check'
import icalGenerator, {
  ICalEventRepeatingFreq,
  ICalEventStatus,
  ICalEventTransparency,
  type ICalWeekday,
} from 'ical-generator'
import { expect, it } from 'vitest'
import { busyIn, type Interval } from '../../../server/calendars/busy-in.ts'
import { instantsOn, nextDay, startOfDay } from '../../../src/domain/time/calendar-day.ts'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { repetitions } from '../../support/thorough.ts'

const ZONES = ['America/New_York', 'America/Los_Angeles', 'America/Phoenix', 'Europe/London', 'UTC']
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as ICalWeekday[]
/** Four weeks over the ends of daylight-saving time in London and in New York. */
const [FIRST, LAST] = ['2026-10-20', '2026-11-16']

const days: string[] = []
for (let day = FIRST; day !== nextDay(LAST); day = nextDay(day)) days.push(day)

const appointment = fc.record({
  day: fc.constantFrom(...days.slice(0, 7)),
  /** Outside of the hours that a clock change skips or repeats. */
  minute: fc.integer({ min: 3 * 60, max: 14 * 60 }),
  minutes: fc.integer({ min: 1, max: 10 * 60 }),
  zone: fc.constantFrom(...ZONES),
  isDay: fc.boolean(),
  repeats: fc.option(
    fc.record({
      weekdays: fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1 }),
      interval: fc.integer({ min: 1, max: 3 }),
      most: fc.option(fc.integer({ min: 1, max: 12 })),
      excluded: fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 2 }),
    }),
  ),
  is: fc.constantFrom('busy', 'busy', 'busy', 'free', 'canceled'),
  summary: fc.string({ unit: 'grapheme', maxLength: 90 }),
})
type Planned = typeof appointment extends fc.Arbitrary<infer Value> ? Value : never

const weekdayOf = (day: string) => WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] as ICalWeekday

/** Returns the days of an appointment, found by going through the calendar. */
function daysOf({ day, repeats }: Planned): { all: string[]; excluded: string[] } {
  if (!repeats) return { all: [day], excluded: [] }
  let week = 0
  const all: string[] = []
  for (let each = day; each <= LAST; each = nextDay(each)) {
    // A week begins on Monday.
    if (each !== day && weekdayOf(each) === 'MO') week += 1
    if (week % repeats.interval !== 0 || !repeats.weekdays.includes(weekdayOf(each))) continue
    if (all.length < (repeats.most ?? Number.POSITIVE_INFINITY)) all.push(each)
  }
  return { all, excluded: repeats.excluded.flatMap((index) => all[index] ?? []) }
}

/** Returns the same appointment, first on a day of its rule, as RFC 5545 demands. */
function synchronized(planned: Planned): Planned {
  const { repeats } = planned
  let { day } = planned
  while (repeats && !repeats.weekdays.includes(weekdayOf(day))) day = nextDay(day)
  return { ...planned, day }
}

const instant = (day: string, minute: number, zone: string) =>
  instantsOn(day, [minute], zone)[0] ?? startOfDay(day, zone)

function intervalsOf(planned: Planned, home: string): Interval[] {
  const { isDay, minute, minutes, zone, is } = planned
  if (is !== 'busy') return []
  const { all, excluded } = daysOf(planned)
  return all
    .filter((day) => !excluded.includes(day))
    .map((day) => {
      if (isDay) return [startOfDay(day, home), startOfDay(nextDay(day), home)]
      const start = instant(day, minute, zone)
      return [start, start + minutes * MINUTE_MS]
    })
}

/** Returns the date that shows a local time in the zone of this machine, which is what the library writes. */
const shown = (day: string, minute: number) => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date, 0, minute)
}

/** Writes appointments with another library. */
function written(planned: readonly Planned[]): string {
  const calendar = icalGenerator({ name: 'Work' })
  for (const each of planned) {
    const { day, minute, minutes, zone, isDay, repeats, is, summary } = each
    const event = calendar.createEvent({
      start: isDay ? new Date(`${day}T00:00:00Z`) : shown(day, minute),
      end: isDay ? null : shown(day, minute + minutes),
      timezone: isDay ? null : zone,
      allDay: isDay,
      summary,
      description: summary.repeat(5),
      status: is === 'canceled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      transparency: is === 'free' ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
    })
    if (!repeats) continue
    event.repeating({
      freq: ICalEventRepeatingFreq.WEEKLY,
      interval: repeats.interval,
      byDay: repeats.weekdays,
      ...(repeats.most && { count: repeats.most }),
      exclude: daysOf(each).excluded.map((on) => (isDay ? new Date(`${on}T00:00:00Z`) : shown(on, minute))),
    })
  }
  return calendar.toString()
}

function merged(intervals: Interval[]): Interval[] {
  const instants = [...new Set(intervals.flat())].toSorted((a, b) => a - b)
  const pieces = instants
    .slice(1)
    .map((to, index): Interval => [instants[index] ?? to, to])
    .filter(([from, to]) => intervals.some((each) => each[0] <= from && to <= each[1]))
  return pieces.reduce<Interval[]>((all, [from, to]) => {
    const last = all.at(-1)
    if (last?.[1] === from) last[1] = to
    else all.push([from, to])
    return all
  }, [])
}

it('the appointments that another library writes are read at the same times', () => {
  fc.assert(
    fc.property(
      fc.array(appointment.map(synchronized), { minLength: 1, maxLength: 6 }),
      fc.constantFrom(...ZONES),
      (planned, home) => {
        const text = written(planned)
        const window = { from: startOfDay(FIRST, home), to: startOfDay(LAST, home), timezone: home }
        const expected = planned
          .flatMap((each) => intervalsOf(each, home))
          .filter(([from, to]) => to > window.from && from < window.to)
        expect(busyIn(text, window)).toEqual({ busy: merged(expected), unread: { faults: [], isCut: false } })
      },
    ),
    { numRuns: repetitions(150, 3_000) },
  )
})
