import { readTime } from '../../../src/contract/clock-time.ts'
import { LIMITS } from '../../../src/contract/limits.ts'
import { areShiftsApart, type BusinessDay, DAYS } from '../../../src/contract/profile.ts'
import { weekOf } from '../../../src/domain/settings/hours-rules.ts'
import { byFrequency } from './facts.ts'

type Shift = Pick<BusinessDay, 'openTime' | 'closeTime'>

/** The shifts of days, numbered from Monday. A day without shifts is closed. */
export type Schedule = ReadonlyMap<number, readonly Shift[]>

const MIDNIGHT = '00:00'
const WHOLE_DAY: Shift = { openTime: MIDNIGHT, closeTime: MIDNIGHT }
const WEEK = [0, 1, 2, 3, 4, 5, 6]
/** The fewest days that make hours in a text those of a week, not of an event. */
const FEWEST_DAYS = 3
/** The most other words between days and their hours. */
const MOST_BETWEEN = 3

const plain = (text: string) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')

/** The names of the days in the languages that are read, by day. */
const NAMES = WEEK.map((day) =>
  ['en', 'es'].map((language) =>
    // The first of January 2024 is a Monday.
    plain(
      new Date(Date.UTC(2024, 0, day + 1)).toLocaleDateString(language, { weekday: 'long', timeZone: 'UTC' }),
    ),
  ),
)

/** Returns the day that a word abbreviates to at least `least` letters: `Thurs`, `Saturdays`, `Mié`. */
function dayNamed(word: string, least = 3): number | null {
  const name = plain(word)
  const starts = (short: string) => NAMES.findIndex((names) => names.some((each) => each.startsWith(short)))
  if (name.length < least) return null
  const day = starts(name) === -1 && name.endsWith('s') ? starts(name.slice(0, -1)) : starts(name)
  return day === -1 ? null : day
}

interface Time {
  hour: number
  minute: number
  half: 'a' | 'p' | null
  /** Whether the text can only be a time. */
  isClear: boolean
}

type Token =
  | { kind: 'days'; days: number[] }
  | { kind: 'time'; time: Time }
  | { kind: 'to' | 'and' | 'closed' | 'always' | 'line' | 'colon' | 'other' }

const WORDS: Readonly<Record<string, Token>> = {
  ...Object.fromEntries(
    ['to', 'through', 'thru', 'until', 'till', 'a', 'al', 'hasta'].map(
      (word) => [word, { kind: 'to' }] as const,
    ),
  ),
  and: { kind: 'and' },
  y: { kind: 'and' },
  closed: { kind: 'closed' },
  cerrado: { kind: 'closed' },
  cerrados: { kind: 'closed' },
  daily: { kind: 'days', days: WEEK },
  weekdays: { kind: 'days', days: WEEK.slice(0, 5) },
  weekends: { kind: 'days', days: WEEK.slice(5) },
  noon: { kind: 'time', time: { hour: 12, minute: 0, half: 'p', isClear: true } },
  mediodia: { kind: 'time', time: { hour: 12, minute: 0, half: 'p', isClear: true } },
  midnight: { kind: 'time', time: { hour: 12, minute: 0, half: 'a', isClear: true } },
  medianoche: { kind: 'time', time: { hour: 12, minute: 0, half: 'a', isClear: true } },
}

const DAILY = /\b(?:every ?day|(?:7|seven) days(?: (?:a|per) week)?|todos los d[ií]as)\b/giu
const FIRST_LETTERS = /\bM ?[-–—] ?(F|Sa)\b/g
const TOKEN =
  /(?<always>\b24 ?(?:\/ ?7|hours|hrs|horas)\b)|(?<![\p{L}\d.$#])(?<hour>\d{1,2})(?:[:.h](?<minute>\d\d)(?::\d\d)?)?(?:(?:\s?(?<half>[ap])\.? ?m\b\.?)|(?<letter>[ap])(?!\p{L}))?(?![\d%]|\.\d|,\d{3})|(?<word>\p{L}+)|(?<to>[-–—−~])|(?<and>[,&/+])|(?<line>\n)|(?<colon>:)|[^\s.;]/giu

/** Splits a text into what matters for hours. `least` is the number of letters of the shortest abbreviation of a day. */
function tokensOf(text: string, least: number): Token[] {
  const spelled = text
    .replace(DAILY, ' daily ')
    .replace(FIRST_LETTERS, (_, last) => (last === 'F' ? 'Mon - Fri' : 'Mon - Sat'))
  return [...spelled.matchAll(TOKEN)].map(({ groups = {} }) => {
    if (groups.hour) return { kind: 'time', time: timeOf(groups) }
    if (groups.word) return wordOf(groups.word, least)
    const kind = (['always', 'to', 'and', 'line', 'colon'] as const).find((each) => groups[each])
    return { kind: kind ?? 'other' }
  })
}

function timeOf({ hour, minute, half, letter }: Record<string, string | undefined>): Time {
  const written = (half ?? letter)?.toLowerCase()
  // `18:00 pm`
  const isHalf = written !== undefined && Number(hour) <= 12
  return {
    hour: Number(hour),
    minute: Number(minute ?? 0),
    half: isHalf ? (written as 'a' | 'p') : null,
    isClear: isHalf || minute !== undefined,
  }
}

function wordOf(word: string, least: number): Token {
  const known = WORDS[plain(word)]
  if (known) return known
  const day = dayNamed(word, least)
  return day === null ? { kind: 'other' } : { kind: 'days', days: [day] }
}

const minutes = ({ hour, minute }: Time, half: 'a' | 'p' | null) =>
  (half === null ? hour : (hour % 12) + (half === 'p' ? 12 : 0)) * 60 + minute

/** Returns which half of the day a time without one is in, from the other time. */
function halves(open: Time, close: Time): ['a' | 'p' | null, 'a' | 'p' | null] {
  const isShort = open.hour <= 12 && close.hour <= 12
  if (!isShort || (open.half && close.half)) return [open.half, close.half]
  if (close.half) {
    const other = close.half === 'p' ? 'a' : 'p'
    return [minutes(open, close.half) < minutes(close, close.half) ? close.half : other, close.half]
  }
  if (open.half) return [open.half, minutes(close, open.half) > minutes(open, open.half) ? open.half : 'p']
  // `8 - 5`
  return [null, minutes(close, null) <= minutes(open, null) ? 'p' : null]
}

function shiftOf(open: Time, close: Time): Shift | null {
  const [first, last] = halves(open, close)
  const written = ({ hour, minute }: Time, half: string | null) =>
    readTime(`${hour}:${String(minute).padStart(2, '0')}${half ? `${half}m` : ''}`)
  const [openTime, closeTime] = [written(open, first), written(close, last)]
  if (openTime === null || closeTime === null) return null
  return openTime === MIDNIGHT && closeTime === '23:59' ? WHOLE_DAY : { openTime, closeTime }
}

/** Reads tokens from left to right. */
class Reader {
  readonly schedules: Map<number, Shift[]>[] = []
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  #kind(ahead = 0) {
    return this.#tokens[this.#at + ahead]?.kind
  }

  #timeAt(ahead: number): Time | null {
    const token = this.#tokens[this.#at + ahead]
    return token?.kind === 'time' ? token.time : null
  }

  /** Reads `Mon - Fri`, `Mon, Wed & Fri`. */
  #readDays(): number[] {
    const found: number[] = []
    for (;;) {
      const token = this.#tokens[this.#at]
      if (token?.kind !== 'days') return found
      this.#at += 1
      const [from] = token.days
      const to = this.#tokens[this.#at + 1]
      if (this.#kind() === 'to' && to?.kind === 'days' && token.days.length === 1 && from !== undefined) {
        const length = (((to.days[0] ?? from) - from + 7) % 7) + 1
        found.push(...WEEK.slice(0, length).map((ahead) => (from + ahead) % 7))
        this.#at += 2
      } else found.push(...token.days)
      if (this.#kind() !== 'and' || this.#kind(1) !== 'days') return found
      this.#at += 1
    }
  }

  /** Reads `8 AM - 12 PM, 1 - 5 PM`. Without `mayBeVague`, numbers without a sign of time are no hours. */
  #readShifts(mayBeVague: boolean): Shift[] {
    const found: Shift[] = []
    for (;;) {
      const [open, close] = [this.#timeAt(0), this.#timeAt(2)]
      if (!open || !close || this.#kind(1) !== 'to') return found
      const isVague = !open.isClear && !close.isClear
      const shift = isVague && !mayBeVague ? null : shiftOf(open, close)
      if (!shift) return found
      found.push(shift)
      this.#at += 3
      if (this.#kind() !== 'and' || this.#kind(1) !== 'time' || this.#kind(2) !== 'to') return found
      this.#at += 1
    }
  }

  #add(days: readonly number[], shifts: Shift[]) {
    let schedule = this.schedules.at(-1)
    if (!schedule || days.some((day) => schedule?.has(day))) {
      schedule = new Map()
      this.schedules.push(schedule)
    }
    for (const day of days) schedule.set(day, shifts)
  }

  /** Reads what follows days: their hours, after a few other words. */
  #readHoursOf(days: readonly number[]) {
    for (let between = 0, lines = 0; between <= MOST_BETWEEN && lines < 3; this.#at += 1) {
      const kind = this.#kind()
      if (kind === undefined || kind === 'days') return
      if (kind === 'closed' || kind === 'always') {
        this.#at += 1
        return this.#add(days, kind === 'closed' ? [] : [WHOLE_DAY])
      }
      const shifts = kind === 'time' ? this.#readShifts(between === 0) : []
      if (shifts.length > 0) return this.#add(days, shifts)
      if (kind === 'line') lines += 1
      else if (kind === 'other' || kind === 'time') between += 1
    }
  }

  /** Reads hours before their days: `7am to 6pm, Mon - Sat`. */
  #readDaysOf(shifts: Shift[]) {
    const start = this.#at
    while (this.#kind() === 'and' || this.#kind() === 'other') {
      if (this.#at - start > 1) return
      this.#at += 1
    }
    const days = this.#readDays()
    const isFirst = days.length > 0 && this.#kind() !== 'time' && this.#kind(1) !== 'time'
    if (isFirst) this.#add(days, shifts)
    else this.#at = start
  }

  read(): this {
    while (this.#at < this.#tokens.length) {
      const kind = this.#kind()
      if (kind === 'days') {
        this.#readHoursOf(this.#readDays())
        continue
      }
      if (kind === 'time') {
        const shifts = this.#readShifts(false)
        if (shifts.length > 0) {
          this.#readDaysOf(shifts)
          continue
        }
      } else if (kind === 'closed' && this.#kind(1) === 'days') {
        this.#at += 1
        this.#add(this.#readDays(), [])
        continue
      }
      this.#at += 1
    }
    return this
  }
}

/** Matches a line that says nothing but that the business is always open. */
const ALWAYS =
  /^(?:(?:open|hours|abierto|horario)[:\s]{0,3}){0,2}24 ?(?:\/ ?7|(?:hours|horas|hrs)(?: a day)?,? ?(?:(?:7|seven) days(?: a week)?)?)$/iu

const always: Schedule = new Map(WEEK.map((day) => [day, [WHOLE_DAY]]))

/** Returns the weekly hours in lines of text, in English or Spanish. Takes linear time. */
export function schedulesIn(lines: readonly string[]): Schedule[] {
  const { schedules } = new Reader(tokensOf(lines.join('\n'), 3)).read()
  const weekly = schedules.filter(({ size }) => size >= FEWEST_DAYS)
  return lines.some((line) => ALWAYS.test(line)) ? [...weekly, always] : weekly
}

/** Returns the whole week of the schedule that names the most days, or null if none has hours. */
export function bestWeek(schedules: readonly Schedule[]): BusinessDay[] | null {
  const open = schedules.filter((schedule) => [...schedule.values()].some((shifts) => shifts.length > 0))
  const [best] = byFrequency(open, (schedule) => JSON.stringify([...schedule])).toSorted(
    (a, b) => b.size - a.size,
  )
  return best ? weekFrom(best) : null
}

function weekFrom(schedule: Schedule): BusinessDay[] {
  const days = DAYS.flatMap((day, at) => {
    const shifts = [...new Map((schedule.get(at) ?? []).map((shift) => [shift.openTime, shift])).values()]
    const inOrder = shifts
      .toSorted((a, b) => a.openTime.localeCompare(b.openTime))
      .slice(0, LIMITS.shifts)
      .map((shift): BusinessDay => ({ day, isOpen: true, ...shift }))
    return areShiftsApart(inOrder) ? inOrder : inOrder.slice(0, 1)
  })
  return [...weekOf(days)]
}

/** A day in schema.org: its name, its address, or an object with one of them. */
function describedDay(written: unknown): number | null {
  if (typeof written === 'object' && written !== null) {
    const { '@id': id, name } = written as Record<string, unknown>
    return describedDay(id ?? name)
  }
  return dayNamed(String(written).split(/[/#:]/).at(-1) ?? '', 2)
}

const asList = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]

/** Returns the shifts of an `OpeningHoursSpecification`; null if it says nothing. */
function describedShifts({ opens, closes }: Record<string, unknown>): Shift[] | null {
  const [openTime, closeTime] = [opens, closes].map((written) =>
    readTime(String(written).replace(/^.*T|(?<=\d:\d\d):\d\d.*$/g, '')),
  )
  if (!openTime || !closeTime) return null
  // As Google documents it: https://developers.google.com/search/docs/appearance/structured-data/local-business
  if (openTime === MIDNIGHT && closeTime === MIDNIGHT) return /^24/.test(String(closes)) ? [WHOLE_DAY] : []
  return [openTime === MIDNIGHT && closeTime === '23:59' ? WHOLE_DAY : { openTime, closeTime }]
}

/**
 * Returns the week that schema.org's `openingHoursSpecification` or `openingHours` describes, or null if they describe
 * none. Ignores hours of a limited time, such as those of holidays.
 */
export function describedWeek(specifications: unknown, texts: unknown): BusinessDay[] | null {
  const week = new Map<number, Shift[]>()
  for (const each of asList(specifications).slice(0, 50)) {
    if (typeof each !== 'object' || each === null) continue
    const given = each as Record<string, unknown>
    const shifts = describedShifts(given)
    if (shifts === null || given.validFrom || given.validThrough) continue
    const named = asList(given.dayOfWeek)
    const days = named.length > 0 ? named.map(describedDay) : WEEK
    for (const day of days) if (day !== null) week.set(day, [...(week.get(day) ?? []), ...shifts])
  }
  if (week.size > 0) return bestWeek([week])
  const lines = asList(texts)
    .slice(0, 50)
    .filter((text) => typeof text === 'string')
  // `Mo-Su` without times is the whole day.
  const written = lines.join('\n').replace(/^\s*(?:[a-z]{2}\b[-, ]{0,2}){1,7}$/gim, '$& 24/7')
  const { schedules } = new Reader(tokensOf(written.slice(0, 2_000), 2)).read()
  for (const [day, shifts] of schedules.flatMap((schedule) => [...schedule])) {
    week.set(day, [...(week.get(day) ?? []), ...shifts])
  }
  return bestWeek([week])
}
