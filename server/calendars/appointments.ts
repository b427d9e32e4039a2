/** The reason why a calendar is too large, worded for its owner. */
export class TooLarge extends Error {
  override name = 'TooLarge'
}

/**
 * The most that is read of a calendar, far beyond what people have. Repeating appointments count for each time of the
 * day, and `dates` are those outside their rules. Some steps of the parser take quadratic time, so these limits also
 * determine how long a hostile calendar takes.
 */
const MOST = { appointments: 20_000, repeating: 2_000, dates: 10_000, line: 20_000, zones: 5, zoneLines: 40 }
/** The number of appointments to parse together. */
const BATCH = 200

/** The properties that decide when an appointment is. The others, such as descriptions, can be very large. */
const KEPT = new Set([
  ...['UID', 'SEQUENCE', 'DTSTART', 'DTEND', 'DURATION', 'RRULE', 'RDATE', 'EXDATE', 'RECURRENCE-ID'],
  ...['STATUS', 'TRANSP', 'TZID', 'TZOFFSETTO'],
])
const TIMES = new Set(['DTSTART', 'DTEND', 'EXDATE', 'RDATE', 'RECURRENCE-ID'])
const LINE = /^([\w-]+)((?:;[\w-]+=(?:"[^"]*"|[^":;]+))*):(.*)$/
const LOCAL_TIME = /^\d{8}T\d{6}(?!Z)/
/** The names of zones that the parser looks up in their definitions. It knows the others, or can't know them. */
const OWN_ZONE = /^"?(tzone:\/\/Microsoft|\(no TZ description\)|Customized Time Zone)/

/** The appointments of a calendar. */
export interface Appointments {
  /** The definitions of time zones. */
  zones: string
  /** Calendars in which all appointments with one UID are together. */
  calendars: string[]
}

interface Component {
  name: string
  lines: string[]
  uid: string | null
  /** The number of components inside that are open, such as alarms. Their lines are left out. */
  inner: number
}

/**
 * Reduces a calendar (RFC 5545) to what decides when its appointments are, in linear time. Times without a zone get the
 * given one, because the parser would guess it. Throws {@link TooLarge}.
 */
export function appointmentsIn(text: string, timezone: string): Appointments {
  const zones: string[][] = []
  const byUid = new Map<string, string[][]>()
  const counts = { appointments: 0, repeating: 0, dates: 0 }

  function add({ name, lines, uid }: Component): void {
    if (name === 'VTIMEZONE') {
      const isOwn = lines.some(
        (line) => line.startsWith('TZID:') && OWN_ZONE.test(line.slice('TZID:'.length)),
      )
      if (isOwn && lines.length <= MOST.zoneLines && zones.length < MOST.zones) zones.push(lines)
      return
    }
    count('appointments', 1)
    const key = uid ?? `without ${counts.appointments}`
    const same = byUid.get(key)
    if (same) same.push(lines)
    else byUid.set(key, [lines])
  }

  function count(what: keyof typeof counts, more: number): void {
    counts[what] += more
    if (counts[what] <= MOST[what]) return
    const names = { appointments: 'appointments', repeating: 'repeating appointments', dates: 'single dates' }
    throw new TooLarge(`This calendar has more than ${MOST[what].toLocaleString('en-US')} ${names[what]}.`)
  }

  function keep(component: Component, name: string, parameters: string, value: string): void {
    if (component.lines.length > MOST.zoneLines && component.name === 'VTIMEZONE') return
    if (name === 'UID') component.uid ??= value
    if (name === 'RRULE') count('repeating', timesPerDay(value))
    if (name === 'RDATE') count('repeating', 1)
    if (name === 'RDATE' || name === 'EXDATE') count('dates', value.split(',').length)
    const given = parameters.split(';').filter((each) => /^(TZID|VALUE)=/i.test(each))
    const isLocal =
      component.name === 'VEVENT' && TIMES.has(name) && LOCAL_TIME.test(value) && !/;TZID=/i.test(parameters)
    if (isLocal) given.push(`TZID=${timezone}`)
    component.lines.push(`${[name, ...given].join(';')}:${value}`)
  }

  /** Counts the components inside an open one, except the rules of a zone, which are kept. */
  function nest(open: Component, mark: 'BEGIN' | 'END', inner: string): void {
    const isRule = open.name === 'VTIMEZONE' && (inner === 'STANDARD' || inner === 'DAYLIGHT')
    if (isRule) keep(open, mark, '', inner)
    else open.inner = Math.max(0, open.inner + (mark === 'BEGIN' ? 1 : -1))
  }

  /** Reads a line. Returns the component that is open after it. */
  function read(line: string, open: Component | null): Component | null {
    const [, given = '', parameters = '', value = ''] = LINE.exec(line) ?? []
    const name = given.toUpperCase()
    const component = value.toUpperCase()
    const isOuter = component === 'VEVENT' || component === 'VTIMEZONE'
    if (name === 'BEGIN' && isOuter) return { name: component, lines: [], uid: null, inner: 0 }
    if (open === null) return null
    if (name === 'END' && component === open.name) {
      add(open)
      return null
    }
    if (name === 'BEGIN' || name === 'END') nest(open, name, component)
    else if (open.inner === 0 && KEPT.has(name)) keep(open, name, parameters, value)
    return open
  }

  let open: Component | null = null
  for (const line of linesOf(text)) open = read(line, open)
  const definitions = zones.flatMap((lines) => ['BEGIN:VTIMEZONE', ...lines, 'END:VTIMEZONE']).join('\r\n')
  return { zones: definitions, calendars: [...calendarsOf(definitions, byUid.values())] }
}

/**
 * Yields the unfolded lines of a calendar. Leaves out lines that are too long: only texts and lists of dates can be.
 * Throws {@link TooLarge} if it is a list of dates.
 */
function* linesOf(text: string): Generator<string> {
  let at = 0
  while (at < text.length) {
    let line = ''
    do {
      const from = line === '' ? at : at + 1
      const found = text.indexOf('\n', at)
      const end = found === -1 ? text.length : found
      // One more character shows that the line is too long.
      const most = from + MOST.line + 1 - line.length
      line += text.slice(from, Math.min(text[end - 1] === '\r' ? end - 1 : end, most))
      at = end + 1
    } while (line !== '' && (text[at] === ' ' || text[at] === '\t'))
    if (line.length <= MOST.line) yield line
    else if (/^(RRULE|RDATE|EXDATE)\b/i.test(line)) throw new TooLarge('A list of dates is too long.')
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

function* calendarsOf(zones: string, groups: Iterable<string[][]>): Generator<string> {
  let events: string[][] = []
  const calendar = () =>
    [
      'BEGIN:VCALENDAR',
      ...(zones === '' ? [] : [zones]),
      ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
      'END:VCALENDAR',
    ].join('\r\n')
  for (const group of groups) {
    events.push(...group)
    if (events.length < BATCH) continue
    yield calendar()
    events = []
  }
  if (events.length > 0) yield calendar()
}
