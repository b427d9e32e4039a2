import { ASSUMED_MS, endOfPeriod, type FindZone } from './appointment.ts'
import type { Component } from './components.ts'
import { readMoment } from './moments.ts'
import type { Interval } from './series.ts'
import type { Fault, Unread } from './unread.ts'
import type { Zone } from './zones.ts'

/** Returns the busy times of a VFREEBUSY, and the periods that can't be read. `home`: the zone of times without one. */
export function freeBusyTimes(component: Component, home: Zone, findZone: FindZone) {
  const times: Interval[] = []
  const unread: Unread['faults'] = []
  if (component.calendar.isCanceled) return { times, unread }
  for (const { name, parameters, value } of component.properties) {
    if (name !== 'FREEBUSY' || /^FREE$/i.test(parameters.FBTYPE ?? '')) continue
    const zone = (parameters.TZID && findZone(parameters.TZID, component)) || home
    for (const period of value.split(',')) {
      const { interval, fault } = readPeriod(period, zone)
      if (interval) times.push(interval)
      if (fault) unread.push({ fault, text: period, start: interval?.[0] ?? null })
    }
  }
  return { times, unread }
}

function readPeriod(period: string, zone: Zone): { interval: Interval | null; fault: Fault | null } {
  const [from = '', to = ''] = period.trim().split('/')
  const moment = readMoment(from)
  if (moment === null) return { interval: null, fault: 'start' }
  const start = moment.isUtc ? moment.local : zone(moment.local)
  const end = endOfPeriod(to, start, zone)
  return end === null
    ? { interval: [start, start + ASSUMED_MS], fault: 'end' }
    : { interval: [start, end], fault: null }
}
