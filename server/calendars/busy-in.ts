import { type Appointment, type FindZone, isFree, readAppointment } from './appointment.ts'
import { type Component, componentsIn, zoneKey } from './components.ts'
import { freeBusyTimes } from './free-busy.ts'
import { busyTimes, type Interval, type Window } from './series.ts'
import type { Unread } from './unread.ts'
import { definedZone, ianaZone, isPlace, namedZone, type Zone } from './zones.ts'

export type { Interval, Window }

/** When a calendar has appointments, in order and without overlaps, and what of it could not be read. */
export interface BusyTimes {
  busy: Interval[]
  unread: Unread
}

/** The calls that our own feed lists. If they counted as appointments, they could not be moved. */
const OWN_EVENT = /^[\w-]+@fieldhand$/

/**
 * Returns when a file of calendars (RFC 5545) has appointments. Free and canceled ones do not count. One that can be
 * read only in part counts at the times that are known. Throws if the text is not a calendar, and {@link TooLarge} if it
 * is too large. Malicious rules can still take a long time, so call it where it can be terminated.
 */
export function busyIn(text: string, window: Window): BusyTimes {
  if (!/^\ufeff?\s*BEGIN:VCALENDAR/i.test(text)) throw new Error('No calendar')
  const { groups, isCut } = componentsIn(text)
  const home = ianaZone(window.timezone)
  const findZone = zoneFinder()
  const found: Interval[] = []
  const faults: Unread['faults'] = []
  const isIn = ([from, to]: Interval) => to > from && to > window.from && from < window.to

  function read(component: Component): Appointment[] {
    if (component.kind === 'VFREEBUSY') {
      const { times, unread } = freeBusyTimes(component, home, findZone)
      found.push(...times.filter(isIn))
      faults.push(...unread)
      return []
    }
    const appointment = readAppointment(component, home, findZone)
    if (!appointment && !isFree(component)) faults.push({ fault: 'start', text: '', start: null })
    return appointment ? [appointment] : []
  }

  function add(appointment: Appointment, times: readonly Interval[]): void {
    const blocking = times.filter(isIn)
    found.push(...blocking)
    const start = blocking[0]?.[0] ?? appointment.zone(appointment.start)
    for (const [fault, text] of appointment.faults) {
      // Without its rule, nobody knows whether an earlier series is over.
      const matters = blocking.length > 0 || (fault === 'rule' && !appointment.isFree)
      if (matters) faults.push({ fault, text, start })
    }
  }

  for (const group of groups) {
    const appointments = group.filter((each) => !isOwn(each)).flatMap(read)
    try {
      for (const [appointment, times] of busyTimes(appointments, window)) add(appointment, times)
    } catch {
      // A rule that the library rejects costs only its series.
      for (const each of appointments) faults.push({ fault: 'rule', text: '', start: each.zone(each.start) })
    }
  }
  return { busy: merged(found), unread: { faults, isCut } }
}

const isOwn = ({ properties }: Component) =>
  properties.some(({ name, value }) => name === 'UID' && OWN_EVENT.test(value))

/**
 * Returns a function that finds the zones that appointments name. A definition in the file comes before a name that is
 * only similar to a known one.
 */
function zoneFinder(): FindZone {
  const defined = new Map<string, Zone | null>()
  const named = new Map<string, Zone | null>()
  return (name, { calendar: { zones } }) => {
    if (isPlace(name)) return ianaZone(name)
    const definition = zones.get(zoneKey(name))
    return (definition && known(defined, definition, definedZone)) || known(named, name, namedZone)
  }
}

/** Returns the zone of a text that was found before; otherwise finds it. */
function known(zones: Map<string, Zone | null>, text: string, find: (text: string) => Zone | null) {
  const before = zones.get(text)
  if (before !== undefined) return before
  const zone = find(text)
  zones.set(text, zone)
  return zone
}

function merged(intervals: readonly Interval[]): Interval[] {
  const result: Interval[] = []
  for (const [from, to] of intervals.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else result.push([from, to])
  }
  return result
}
