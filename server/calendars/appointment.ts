import { DAY_MS, HOUR_MS, SECOND_MS } from '../../src/domain/time/durations.ts'
import { type Component, firstValue, type Property } from './components.ts'
import { type Moment, readMoment } from './moments.ts'
import { type Rule, readRule } from './rules.ts'
import type { Fault } from './unread.ts'
import { UTC, type Zone } from './zones.ts'

/** The assumed length of an appointment whose end can't be read. */
export const ASSUMED_MS = HOUR_MS

/** Dates of a series, as days (in milliseconds since 1970, as if in UTC) or as instants. */
export interface Dates {
  days: Set<number>
  instants: Set<number>
}

/** A number of days, which last as long as the calendar's, and milliseconds. */
export interface Length {
  days: number
  ms: number
}

/** Returns the instant at which an occurrence ends that starts at a local time. */
export const endAfter = ({ days, ms }: Length, local: number, zone: Zone): number =>
  zone(local + days * DAY_MS) + ms

/** An occurrence: its local start, and its end if it has one of its own. */
export interface Added {
  local: number
  zone: Zone
  end: number | null
}

/** An appointment, or a change of a series. Local times are in milliseconds since 1970, as if in UTC. */
export interface Appointment {
  /** The local time at which it first starts. */
  start: number
  /** Whether it takes whole days. */
  isDay: boolean
  zone: Zone
  length: Length
  isFree: boolean
  sequence: number
  rules: Rule[]
  /** Rules of occurrences that do not take place (EXRULE of RFC 2445). */
  exceptRules: Rule[]
  added: Added[]
  excluded: Dates
  /** The occurrence that this replaces, with all later ones if `isRange`; null unless it changes a series. */
  replaces: { moment: Moment; zone: Zone | null; isRange: boolean } | null
  /** What of it can't be read, with the unclear text. */
  faults: ReadonlyMap<Fault, string>
}

/** Finds the zone of a property that names one; null if it is unknown. */
export type FindZone = (name: string, component: Component) => Zone | null

/**
 * Reads an appointment. `home` is the zone of whole days and of times that name no zone, or an unknown one. Returns null
 * if not even its day can be read.
 */
export function readAppointment(component: Component, home: Zone, findZone: FindZone): Appointment | null {
  const { properties } = component
  const changed = properties.find(({ name }) => name === 'RECURRENCE-ID') ?? null
  const begins = properties.find(({ name }) => name === 'DTSTART') ?? changed
  const from = begins && readMoment(begins.value)
  return begins && from && new Reader(component, { begins, from, changed, home, findZone }).read()
}

interface Beginning {
  begins: Property
  from: Moment
  changed: Property | null
  home: Zone
  findZone: FindZone
}

/** A date of a series, and its end if it has one of its own. */
interface Listed {
  moment: Moment
  zone: Zone
  end: number | null
}

class Reader {
  readonly #faults = new Map<Fault, string>()
  readonly #component: Component
  readonly #given: Beginning
  readonly #zone: Zone

  constructor(component: Component, given: Beginning) {
    this.#component = component
    this.#given = given
    if (given.from.isUnclear) this.#faults.set('time', given.begins.value)
    this.#zone = this.#zoneOf(given.begins, given.from) ?? given.home
  }

  read(): Appointment {
    const { from, changed } = this.#given
    const excluded: Dates = { days: new Set(), instants: new Set() }
    for (const { moment, zone } of this.#dates('EXDATE', 'except'))
      addDate(excluded, moment, zone, from.isDay)
    const replaced = changed && readMoment(changed.value)
    const replaces = changed &&
      replaced && {
        moment: replaced,
        zone: this.#zoneOf(changed, replaced),
        isRange: /^THISANDFUTURE$/i.test(changed.parameters.RANGE ?? ''),
      }
    return {
      start: from.local,
      isDay: from.isDay,
      zone: this.#zone,
      length: this.#length(),
      isFree: isFree(this.#component),
      sequence: Number(firstValue(this.#component.properties, 'SEQUENCE')) || 0,
      rules: this.#rules('RRULE', 'rule'),
      exceptRules: this.#rules('EXRULE', 'except'),
      added: this.#dates('RDATE', 'rule').map(({ moment, ...rest }) => ({ local: moment.local, ...rest })),
      excluded,
      replaces,
      faults: this.#faults,
    }
  }

  #all(name: string): Property[] {
    return this.#component.properties.filter((property) => property.name === name)
  }

  /** Returns the zone that a property names; null if it names none. */
  #zoneOf({ parameters: { TZID } }: Property, moment: Moment): Zone | null {
    const { home, findZone } = this.#given
    if (moment.isDay) return home
    if (moment.isUtc) return UTC
    if (!TZID) return null
    const zone = findZone(TZID, this.#component)
    if (zone === null) this.#faults.set('zone', TZID)
    return zone ?? home
  }

  /** Reads lists of dates and periods. */
  #dates(name: string, fault: Fault): Listed[] {
    return this.#all(name).flatMap((property) =>
      property.value
        .split(',')
        .filter(Boolean)
        .flatMap((value) => {
          const [start = '', end = null] = value.trim().split('/')
          const moment = readMoment(start)
          if (moment && !moment.isUnclear) return this.#listed(property, moment, end)
          this.#faults.set(fault, value)
          return []
        }),
    )
  }

  #listed(property: Property, moment: Moment, end: string | null): Listed {
    const zone = this.#zoneOf(property, moment) ?? this.#zone
    if (end === null) return { moment, zone, end }
    const until = endOfPeriod(end, zone(moment.local), zone)
    if (until === null) this.#faults.set('end', end)
    return { moment, zone, end: until }
  }

  #rules(name: string, fault: Fault): Rule[] {
    return this.#all(name).flatMap(({ value }) => {
      const read = readRule(value, this.#given.from, this.#zone)
      if (read === null) this.#faults.set(fault, value)
      else if (read.isUncertain) this.#faults.set('except', value)
      return read?.rule ?? []
    })
  }

  #length(): Length {
    const [end] = this.#all('DTEND')
    const [duration] = this.#all('DURATION')
    const length = end ? this.#lengthTo(end) : duration ? readDuration(duration.value) : { days: 0, ms: 0 }
    if (length === null) this.#faults.set('end', (end ?? duration)?.value ?? '')
    if (this.#given.from.isDay) {
      return { days: Math.max(1, (length?.days ?? 0) + Math.ceil((length?.ms ?? 0) / DAY_MS)), ms: 0 }
    }
    return length ?? { days: 0, ms: ASSUMED_MS }
  }

  /** Returns the length until an end; null if it is before the start, or can't be read. */
  #lengthTo(end: Property): Length | null {
    const { local, isDay } = this.#given.from
    const to = readMoment(end.value)
    if (to === null) return null
    if (to.isUnclear) this.#faults.set('end', end.value)
    // Of an end on a day, the whole day can be meant.
    const last = to.isUnclear ? to.local + DAY_MS : to.local
    if (isDay) return { days: Math.ceil((last - local) / DAY_MS), ms: 0 }
    const ms = (this.#zoneOf(end, to) ?? this.#zone)(last) - this.#zone(local)
    return ms < 0 ? null : { days: 0, ms }
  }
}

/** Adds a date on which a series does not take place. In a series of whole days, only the day of the date matters. */
export function addDate(dates: Dates, moment: Moment, zone: Zone, isDaySeries: boolean): void {
  if (moment.isDay || isDaySeries) dates.days.add(dayOf(moment.local))
  else dates.instants.add(zone(moment.local))
}

/** Returns the beginning of the day of a local time. */
export const dayOf = (local: number): number => Math.floor(local / DAY_MS) * DAY_MS

/** Returns the instant at which a period ends that is given by its end or its length; null if it can't be read. */
export function endOfPeriod(value: string, start: number, zone: Zone): number | null {
  const length = readDuration(value)
  if (length) return start + length.days * DAY_MS + length.ms
  const moment = readMoment(value)
  if (moment === null || moment.isUnclear) return null
  return moment.isUtc ? moment.local : zone(moment.local)
}

/** No appointment lasts longer. The ends of those that did could be outside of what dates can represent. */
const MOST_DAYS = 36_525

/** Reads a duration. Returns null if it is negative, longer than a century, or can't be read. */
function readDuration(value: string): Length | null {
  const [, sign, ...parts] = DURATION.exec(value) ?? []
  if (sign === undefined || sign === '-' || parts.every((part) => part === undefined)) return null
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0))
  const length = { days: weeks * 7 + days, ms: ((hours * 60 + minutes) * 60 + seconds) * SECOND_MS }
  return length.days + length.ms / DAY_MS <= MOST_DAYS ? length : null
}

const DURATION = /^([+-]?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:([\d.]+)H)?(?:([\d.]+)M)?(?:([\d.]+)S)?)?$/i

/** Returns whether an appointment blocks nothing. */
export function isFree({ properties, calendar }: Component): boolean {
  const says = (name: string, value: RegExp) =>
    properties.some((property) => property.name === name && value.test(property.value))
  return (
    calendar.isCanceled ||
    says('STATUS', /^CANCELL?ED$/i) ||
    says('TRANSP', /^TRANSPARENT$/i) ||
    says('X-MICROSOFT-CDO-BUSYSTATUS', /^FREE$/i)
  )
}
