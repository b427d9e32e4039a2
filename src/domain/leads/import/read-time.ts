import type { DateOrder } from '../../../contract/lead-imports.ts'
import { instantsOn, wallClock } from '../../time/calendar-day.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../time/durations.ts'
import { readDay } from '../../time/read-day.ts'

/** How to interpret the times in a file. */
export interface FileTimes {
  /** The time zone of times that do not specify one. */
  timeZone: string
  order: DateOrder
  now: Date
}

const TIME = /^(.+?)[T,\s]\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([ap]\.?m\.?)?\s*(\S+)?$/i
const OFFSET = /^(?:gmt|utc)?([+-\u2212])(\d{1,2}):?(\d{2})?$/i

/** The UTC offsets, in hours, of the time zones in exported files. */
const ZONES: Readonly<Record<string, number>> = {
  ...{ z: 0, utc: 0, gmt: 0, est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7 },
  ...{ akst: -9, akdt: -8, hst: -10, hdt: -9, ast: -4, adt: -3 },
}

/** The time zones of names that do not say whether it is summer time. */
const CLOCKS: Readonly<Record<string, string>> = {
  ...{
    et: 'America/New_York',
    eastern: 'America/New_York',
    ct: 'America/Chicago',
    central: 'America/Chicago',
  },
  ...{ mt: 'America/Denver', mountain: 'America/Denver' },
  ...{ pt: 'America/Los_Angeles', pacific: 'America/Los_Angeles' },
}

/** The English names of the months that Spanish and German write differently, by their names and short names. */
const MONTHS = new Map([...['es', 'de'].flatMap(monthsIn), ['setiembre', 'sep'], ['set', 'sep']] as const)

function monthsIn(language: string): readonly (readonly [string, string])[] {
  const name = (locale: string, month: 'long' | 'short', at: number) =>
    new Intl.DateTimeFormat(locale, { month, timeZone: 'UTC' }).format(Date.UTC(2026, at)).replace('.', '')
  return Array.from({ length: 12 }, (_, at) => at).flatMap((at) => {
    const english = name('en-US', 'short', at)
    const long = name(language, 'long', at).toLowerCase()
    return [long, long.slice(0, 3), name(language, 'short', at).toLowerCase()].map(
      (own) => [own, english] as const,
    )
  })
}

/** The day that spreadsheets count from, and the numbers of days that are dates of leads: from 1954 to 2064. */
const FIRST_DAY = Date.parse('1899-12-30T00:00:00Z')
const SERIALS = { least: 20_000, most: 60_000 }

/**
 * Returns the time in a cell as ISO 8601 in UTC. A date without a time means the start of the day. Returns null if the
 * cell cannot be parsed.
 */
export function readTime(cell: string, times: FileTimes): string | null {
  return fromNumber(cell.trim(), times) ?? fromText(plainTime(cell), times)
}

/** Reads a number: a day of a spreadsheet, or the seconds or milliseconds since 1970. */
function fromNumber(text: string, { timeZone }: FileTimes): string | null {
  if (/^\d{10}(?:\d{3})?$/.test(text)) {
    return new Date(Number(text.padEnd(13, '0'))).toISOString()
  }
  if (!/^\d{5}(?:[.,]\d+)?$/.test(text)) return null
  const days = Number(text.replace(',', '.'))
  if (days < SERIALS.least || days > SERIALS.most) return null
  const seconds = Math.round((days % 1) * (DAY_MS / SECOND_MS))
  const day = new Date(FIRST_DAY + Math.floor(days) * DAY_MS).toISOString().slice(0, 10)
  return at(day, Math.floor(seconds / 60), seconds % 60, timeZone)
}

/**
 * Returns a time in the notation that {@link fromText} reads: without the weekday, the comment after it, and the words
 * between date and time, and with the time after the date.
 */
function plainTime(cell: string): string {
  return cell
    .normalize('NFKC')
    .trim()
    .replace(/\bdel?\s+/gi, '')
    .replace(/\s*(?:\([^()]*\)|\[[^[\]]*\]|(?<=\b(?:eastern|central|mountain|pacific)) time)$/i, '')
    .replace(/^\p{L}+\.?,\s*(?=[\p{L}\d])|^\p{L}+\.?\s+(?=\p{L}|\d+[-/.]\d|\d+\.?\s+\p{L}{3,})/u, '')
    .replace(/\b([ap])\.?\s?m\b\.?/gi, '$1m')
    .replace(/(\d)\s*(?:\bat\b|\ba las\b|@|\||–|-(?=\s))\s*(?=\d)/i, '$1 ')
    .replace(/^(\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]\.?m\.?)?),?\s+(.*\d.*)$/i, '$2 $1')
    .replace(/(\s\d{1,2})\s*([ap]\.?m\.?)$/i, '$1:00 $2')
    .replace(/^(\d{4})(\d{2})(\d{2})(?:T?(\d{2})(\d{2})(\d{2})?(?!\d))?(?!\d)/, asIso)
    .replace(/\p{L}{3,}/u, (word) => MONTHS.get(word.toLowerCase()) ?? word)
}

function asIso(
  _: string,
  year: string,
  month: string,
  day: string,
  hours?: string,
  minutes?: string,
  seconds?: string,
) {
  return `${year}-${month}-${day}${hours ? `T${hours}:${minutes}:${seconds ?? '00'}` : ''}`
}

function fromText(text: string, { timeZone, order, now }: FileTimes): string | null {
  const [, before, hours, minutes, seconds = '0', half, zone] = TIME.exec(text) ?? []
  const day = readDay(inOrder(before ?? text, order), wallClock(now, timeZone).day)
  if (day === null) return null
  const minute = before === undefined ? 0 : minuteOf(Number(hours), Number(minutes), half)
  if (minute === null || Number(seconds) > 59) return null
  const clock = zone === undefined ? timeZone : CLOCKS[zone.toLowerCase()]
  if (clock !== undefined) return at(day, minute, Number(seconds), clock)
  const ahead = minutesAhead(zone ?? '')
  if (ahead === null) return null
  return new Date(
    Date.parse(`${day}T00:00:00Z`) + (minute - ahead) * MINUTE_MS + Number(seconds) * SECOND_MS,
  ).toISOString()
}

/** Returns the instant of a time on the clock of a time zone. */
function at(day: string, minute: number, seconds: number, timeZone: string): string | null {
  const [instant] = instantsOn(day, [minute], timeZone)
  // A clock change can skip the time.
  const [later = Number.NaN] = instant === undefined ? instantsOn(day, [minute + 60], timeZone) : [instant]
  return Number.isNaN(later) ? null : new Date(later + seconds * SECOND_MS).toISOString()
}

/** Returns a numeric date with the month first. */
function inOrder(date: string, order: DateOrder): string {
  return order === 'dmy' ? date.trim().replace(/^(\d{1,2})([-/.])(\d{1,2})(?=[-/.])/, '$3$2$1') : date
}

function minuteOf(hours: number, minutes: number, half: string | undefined): number | null {
  if (minutes > 59) return null
  if (half === undefined) return hours > 23 ? null : hours * 60 + minutes
  if (hours < 1 || hours > 12) return null
  return ((hours % 12) + (/^p/i.test(half) ? 12 : 0)) * 60 + minutes
}

function minutesAhead(zone: string): number | null {
  const named = ZONES[zone.toLowerCase()]
  if (named !== undefined) return named * 60
  const [, sign, hours, minutes = '0'] = OFFSET.exec(zone) ?? []
  if (hours === undefined || Number(hours) > 14 || Number(minutes) > 59) return null
  return (Number(hours) * 60 + Number(minutes)) * (sign === '+' ? 1 : -1)
}
