import { DAY_MS } from '../../src/domain/time/durations.ts'
import { type Added, type Appointment, addDate, type Dates, dayOf, endAfter } from './appointment.ts'

/** Milliseconds since 1970. */
export type Interval = [from: number, to: number]

/** The period in which appointments count, and the time zone of times without one. */
export interface Window {
  from: number
  to: number
  timezone: string
}

/** How much later or earlier an instant can be than its local time as if it were UTC. */
const MOST_OFFSET_MS = DAY_MS

/**
 * Returns when an appointment or a series keeps somebody busy. `same` are all appointments with its UID. Those that are
 * no changes of a series count each, unless a later revision replaces them.
 */
export function busyTimes(same: readonly Appointment[], window: Window): [Appointment, Interval[]][] {
  const series = latest(same.filter(({ replaces }) => replaces === null))
  const changes = latest(same.filter(({ replaces }) => replaces !== null))
  const replaced: Dates = { days: new Set(), instants: new Set() }
  const [main] = series
  for (const { replaces, zone } of changes) {
    if (replaces)
      addDate(replaced, replaces.moment, replaces.zone ?? main?.zone ?? zone, main?.isDay ?? false)
  }
  const ranges = main ? rangesOf(changes, main) : []
  return [
    ...series.map((each): [Appointment, Interval[]] => [each, seriesTimes(each, replaced, ranges, window)]),
    ...changes.map((each): [Appointment, Interval[]] => [
      each,
      each.isFree ? [] : [[each.zone(each.start), endAfter(each.length, each.start, each.zone)]],
    ]),
  ]
}

/** Leaves out earlier revisions of the same appointment, or of the same change. */
function latest(appointments: readonly Appointment[]): Appointment[] {
  const revisions = new Map<number | null, number>()
  const keyOf = ({ replaces }: Appointment) => replaces?.moment.local ?? null
  for (const each of appointments) {
    revisions.set(keyOf(each), Math.max(each.sequence, revisions.get(keyOf(each)) ?? 0))
  }
  return appointments.filter((each) => each.sequence === revisions.get(keyOf(each)))
}

/** A change of an occurrence and all later ones: how much it moves them. */
interface Range {
  from: number
  movedMs: number
  change: Appointment
}

function rangesOf(changes: readonly Appointment[], main: Appointment): Range[] {
  return changes
    .flatMap((change): Range[] => {
      const { replaces, zone, start } = change
      if (!replaces?.isRange) return []
      const from = (replaces.zone ?? main.zone)(replaces.moment.local)
      return [{ from, movedMs: zone(start) - from, change }]
    })
    .toSorted((a, b) => a.from - b.from)
}

function seriesTimes(
  series: Appointment,
  replaced: Dates,
  ranges: readonly Range[],
  window: Window,
): Interval[] {
  const lengths = [series, ...ranges.map(({ change }) => change)].map(
    ({ length }) => length.days * DAY_MS + length.ms,
  )
  const moves = ranges.map(({ movedMs }) => Math.abs(movedMs))
  const reach = Math.max(0, ...moves) + MOST_OFFSET_MS
  const from = window.from - reach - Math.max(...lengths)
  const to = window.to + reach
  const except = new Set(series.exceptRules.flatMap((rule) => rule.between(from, to)))
  const seen = new Set<number>()
  const found: Interval[] = []

  function occur({ local, zone, end }: Added): void {
    const instant = zone(local)
    const isIn = ({ days, instants }: Dates) => instants.has(instant) || days.has(dayOf(local))
    if (seen.has(instant) || except.has(local) || isIn(series.excluded) || isIn(replaced)) return
    seen.add(instant)
    const range = ranges.findLast((each) => each.from <= instant)
    const { isFree, length, zone: its } = range?.change ?? { ...series, zone }
    if (isFree) return
    const moved = local + (range?.movedMs ?? 0)
    found.push([its(moved), (range ? null : end) ?? endAfter(length, moved, its)])
  }

  occur({ local: series.start, zone: series.zone, end: null })
  for (const rule of series.rules) {
    for (const local of rule.between(from, to)) occur({ local, zone: series.zone, end: null })
  }
  for (const added of series.added) occur(added)
  return found
}
