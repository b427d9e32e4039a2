/** The reason why a calendar is too large, worded for its owner. */
export class TooLarge extends Error {
  override name = 'TooLarge'
}

/**
 * The most that is read of a calendar, far beyond what people have. Repeating appointments count for each time of the
 * day, and `dates` are those outside their rules. These limits also determine how long a hostile calendar takes.
 */
const MOST = {
  appointments: 20_000,
  repeating: 2_000,
  dates: 10_000,
  line: 20_000,
  zones: 100,
  zoneLines: 2_000,
}

/** The properties that decide when an appointment is. The others, such as descriptions, can be very large. */
const KEPT = new Set([
  ...[
    'UID',
    'SEQUENCE',
    'DTSTART',
    'DTEND',
    'DURATION',
    'RRULE',
    'EXRULE',
    'RDATE',
    'EXDATE',
    'RECURRENCE-ID',
  ],
  ...['STATUS', 'TRANSP', 'X-MICROSOFT-CDO-BUSYSTATUS', 'FREEBUSY', 'TZID', 'TZOFFSETFROM', 'TZOFFSETTO'],
])
const TIMES = new Set(['DTSTART', 'DTEND', 'EXDATE', 'RDATE', 'RECURRENCE-ID'])

/** A property of a component, with its name and the names of its parameters in capital letters. */
export interface Property {
  name: string
  parameters: Record<string, string>
  value: string
}

/** One of the calendars in a file. */
interface Calendar {
  /** The definitions of time zones (VTIMEZONE), by {@link zoneKey}. */
  zones: Map<string, string>
  /** Whether it announces a cancellation. */
  isCanceled: boolean
}

/** A component whose properties decide when somebody is busy: an appointment, or the times of a VFREEBUSY. */
export interface Component {
  kind: 'VEVENT' | 'VFREEBUSY'
  properties: Property[]
  calendar: Calendar
}

export interface Components {
  /** The components that have the same UID in the same calendar. */
  groups: Component[][]
  /** Whether the file ends before its last calendar does. */
  isCut: boolean
}

/** Returns the name of a time zone in a form in which its definition and its uses agree. */
export const zoneKey = (name: string): string =>
  name
    .replace(/\\([,;\\])/g, '$1')
    .replace(/^"|"$/g, '')
    .trim()
    .toLowerCase()

interface Open {
  kind: 'VEVENT' | 'VFREEBUSY' | 'VTIMEZONE'
  properties: Property[]
  /** The number of components inside that are open, such as alarms. Their lines are left out. */
  inner: number
}

/**
 * Reduces a file of calendars (RFC 5545) to what decides when somebody is busy, in linear time. Throws
 * {@link TooLarge}.
 */
export function componentsIn(text: string): Components {
  const reader = new Reader()
  for (const line of linesOf(text)) {
    const property = propertyOf(line)
    if (property) reader.read(property)
  }
  return reader.end()
}

class Reader {
  readonly #groups: Component[][] = []
  /** The groups of the open calendar. */
  #byUid = new Map<string, Component[]>()
  readonly #counts = { appointments: 0, repeating: 0, dates: 0 }
  #calendar: Calendar = { zones: new Map(), isCanceled: false }
  #open: Open | null = null
  #isEnded = false

  read(property: Property): void {
    const { name, value } = property
    if (name === 'BEGIN' || name === 'END') this.#delimit(property)
    else if (this.#open?.inner === 0 && KEPT.has(name)) this.#keep(this.#open, property)
    else if (this.#open === null && name === 'METHOD') this.#calendar.isCanceled = /^CANCEL$/i.test(value)
  }

  end(): Components {
    const isCut = this.#open !== null || !this.#isEnded
    this.#close()
    return { groups: this.#groups, isCut }
  }

  /** Reads the beginning or the end of a component. Those inside another are left out, except the rules of a zone. */
  #delimit(property: Property): void {
    const isBegin = property.name === 'BEGIN'
    const kind = (property.value.split(';')[0] ?? '').toUpperCase()
    if (kind === 'VCALENDAR') this.#isEnded = !isBegin
    if (isBegin && kind === 'VCALENDAR') {
      this.#calendar = { zones: new Map(), isCanceled: false }
      this.#byUid = new Map()
    }
    if (isBegin && isOuter(kind)) {
      this.#close()
      this.#open = { kind, properties: [], inner: 0 }
    } else if (kind === this.#open?.kind) this.#close()
    else if (this.#open?.kind === 'VTIMEZONE' && (kind === 'STANDARD' || kind === 'DAYLIGHT')) {
      this.#keep(this.#open, property)
    } else if (this.#open) this.#open.inner = Math.max(0, this.#open.inner + (isBegin ? 1 : -1))
  }

  /** Adds the open component, unless it is empty. */
  #close(): void {
    const component = this.#open
    this.#open = null
    if (!component || component.properties.length === 0) return
    const { kind, properties } = component
    if (kind === 'VTIMEZONE') {
      this.#define(properties)
      return
    }
    this.#count('appointments', 1)
    const uid = firstValue(properties, 'UID') || `without ${this.#counts.appointments}`
    const added = { kind, properties, calendar: this.#calendar }
    const same = this.#byUid.get(uid)
    if (same) {
      same.push(added)
      return
    }
    const group = [added]
    this.#byUid.set(uid, group)
    this.#groups.push(group)
  }

  #define(properties: Property[]): void {
    const { zones } = this.#calendar
    const name = firstValue(properties, 'TZID')
    if (name === undefined || properties.length > MOST.zoneLines || zones.size >= MOST.zones) return
    const lines = properties.map(
      ({ name: each, value }) => `${each}:${OFFSET.test(each) ? signed(value) : value}`,
    )
    zones.set(zoneKey(name), ['BEGIN:VTIMEZONE', ...lines, 'END:VTIMEZONE'].join('\r\n'))
  }

  #keep({ kind, properties }: Open, property: Property): void {
    if (kind === 'VTIMEZONE') {
      // Other rules can take a long time, and no zone has them.
      const isSlow = property.name === 'RRULE' && !/\bFREQ=YEARLY\b/i.test(property.value)
      if (isSlow || properties.length > MOST.zoneLines) return
    } else this.#countDates(property)
    properties.push(property)
  }

  #countDates({ name, value }: Property): void {
    const entries = value.split(',').length
    if (name === 'RRULE' || name === 'EXRULE') this.#count('repeating', timesPerDay(value))
    if (name === 'RDATE') this.#count('repeating', 1)
    if (name === 'RDATE' || name === 'EXDATE') this.#count('dates', entries)
    if (name === 'FREEBUSY') this.#count('appointments', entries)
  }

  #count(what: keyof typeof NOUNS, more: number): void {
    this.#counts[what] += more
    if (this.#counts[what] <= MOST[what]) return
    throw new TooLarge(`This calendar has more than ${MOST[what].toLocaleString('en-US')} ${NOUNS[what]}.`)
  }
}

const OFFSET = /^TZOFFSET/

/** Returns an offset from UTC as RFC 5545 writes it: `+0100` for `0100`, `+01:00`, and `+1`. */
function signed(offset: string): string {
  const [, sign = '', hours, minutes = '00', seconds = ''] =
    /^([+-]?)(\d{1,2}?):?(\d\d)?:?(\d\d)?$/.exec(offset) ?? []
  return hours === undefined ? offset : `${sign || '+'}${hours.padStart(2, '0')}${minutes}${seconds}`
}

const NOUNS = { appointments: 'appointments', repeating: 'repeating appointments', dates: 'single dates' }

/** Returns the value of the first property with a name. */
export const firstValue = (properties: readonly Property[], name: string): string | undefined =>
  properties.find((property) => property.name === name)?.value

const isOuter = (kind: string): kind is Open['kind'] =>
  kind === 'VEVENT' || kind === 'VFREEBUSY' || kind === 'VTIMEZONE'

const LINE = /^([\w-]+)((?:;[\w-]+=(?:"[^"]*"|[^":;]+))*):(.*)$/
/** A line as odd programs write it: with spaces, a group, empty parameters, or colons outside of quotation marks. */
const LOOSE_LINE = /^[^\w]*(?:[\w-]+\.)?([\w-]+)\s*((?:;.*)?):([^:]*)$/

/** Returns the property of a line; null if the line has none. */
function propertyOf(line: string): Property | null {
  const strict = LINE.exec(line)
  const isRead = strict && !(TIMES.has((strict[1] ?? '').toUpperCase()) && NO_TIME.test(strict[3] ?? ''))
  const [, name, given = '', value = ''] = (isRead ? null : LOOSE_LINE.exec(line)) ?? strict ?? []
  if (name === undefined) return null
  const parameters: Record<string, string> = {}
  for (const [, key = '', text = ''] of given.matchAll(/;\s*([\w-]+)\s*[=:]\s*("[^"]*"|[^;]*)/g)) {
    parameters[key.toUpperCase()] = text.trim().replace(/^"|"$/g, '').trim()
  }
  return { name: name.toUpperCase(), parameters, value: value.trim() }
}

/** Matches what is left of a time if a parameter before it contains a colon. */
const NO_TIME = /^(?!\s*\d{4}-).*:/

const INDENTED = /\n[ \t]+(?:BEGIN|END):V(?:CALENDAR|EVENT)\b/i

/**
 * Yields the unfolded lines of a calendar, which end in CR LF, LF, CR, or as in other standards. Leaves out lines that are too long: only texts
 * and lists of dates can be. Throws {@link TooLarge} if it is a list of dates.
 */
function* linesOf(text: string): Generator<string> {
  const ended = text.replace(/\r+\n?|[\u0085\u2028\u2029]/g, '\n')
  // Indented lines are not folded ones.
  const lines = INDENTED.test(ended) ? ended.replace(/\n[ \t]+/g, '\n') : ended
  let at = 0
  while (at < lines.length) {
    let line = ''
    do {
      const from = line === '' ? at : at + 1
      const found = lines.indexOf('\n', at)
      const end = found === -1 ? lines.length : found
      // One more character shows that the line is too long.
      line += lines.slice(from, Math.min(end, from + MOST.line + 1 - line.length))
      at = end + 1
    } while (line !== '' && (lines[at] === ' ' || lines[at] === '\t'))
    if (line.length <= MOST.line) yield line
    else if (/^(RRULE|EXRULE|RDATE|EXDATE|FREEBUSY)\b/i.test(line)) {
      throw new TooLarge('A list of dates is too long.')
    }
  }
}

/** Returns how often an appointment takes place on a day on which its rule applies. Throws {@link TooLarge}. */
function timesPerDay(rule: string): number {
  if (/\bFREQ=(SECONDLY|MINUTELY)\b/i.test(rule)) {
    throw new TooLarge('An appointment of this calendar repeats every second or minute.')
  }
  const lists = [...rule.matchAll(/\bBY(?:HOUR|MINUTE|SECOND)=([\d,]*)/gi)]
  const hours = /\bFREQ=HOURLY\b/i.test(rule) ? 24 : 1
  return lists.reduce((times, [, list = '']) => times * list.split(',').length, hours)
}
