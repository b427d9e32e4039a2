import { nextDay } from '../../../src/domain/time/calendar-day.ts'
import { type WallSlot, weekdayOf } from './slots.ts'

const NOON = 720
const EVENING = 1_020
const HALF_DAY = 720
const WEEKDAYS = [
  /\bsun(?:day)?s?\b/i,
  /\bmon(?:day)?s?\b/i,
  /\btue(?:s(?:day)?)?s?\b/i,
  /\bwed(?:s|nesday)?s?\b/i,
  /\bthu(?:rs?(?:day)?)?s?\b/i,
  /\bfri(?:day)?s?\b/i,
  /\bsat(?:urday)?s?\b/i,
] as const
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const NAMED_DATE =
  /\b(jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]{0,6}\.?\s{1,2}(\d{1,2})(?:st|nd|rd|th)?\b/gi
const NUMBERED_DATE = /(?<![\d:/])(\d{1,2})\/(\d{1,2})(?:\/\d{2,4})?(?![\d/])/g
const ORDINAL_DAY = /\bthe (\d{1,2})(?:st|nd|rd|th)\b/gi
const HALF = '\\s?([ap])\\.?\\s?m\\b\\.?'
const CLOCK = new RegExp(`(?<![\\d/:$])(\\d{1,2})(?::(\\d{2}))?(?:${HALF}|(?=\\s?o['’]clock))`, 'gi')
const PLAIN_CLOCK = /(?<![\d/:$])(\d{1,2}):(\d{2})(?![\d:])|\bat (\d{1,2})\b(?!\s?[:/\d])/gi
const BOUND = (word: string) =>
  new RegExp(`\\b(?:${word})\\s(?:noon|(\\d{1,2})(?::(\\d{2}))?(?:${HALF})?)`, 'i')
const AFTER = BOUND('after|past|from|later than')
const BEFORE = BOUND('before|until|till|by|earlier than')

/** When a visitor wants the call; null fields were not mentioned. */
export interface Wish {
  /** Calendar days (YYYY-MM-DD), or weekdays from Sunday. */
  days: ReadonlySet<string> | null
  weekdays: ReadonlySet<number> | null
  /** Exact times in minutes after midnight; both AM and PM if the visitor did not say which. */
  at: ReadonlySet<number> | null
  from: number | null
  to: number | null
}

/** The AM and PM readings of an hour. */
function timesOf(hour: string | undefined, minute: string | undefined, half: string | undefined): number[] {
  const hours = Number(hour)
  const minutes = Number(minute ?? 0)
  if (hours > 23 || minutes > 59) return []
  if (half) return [(hours % 12) * 60 + minutes + (half.toLowerCase() === 'p' ? HALF_DAY : 0)]
  if (hours > 12 || hours === 0) return [hours * 60 + minutes]
  const early = (hours % 12) * 60 + minutes
  return [early, early + HALF_DAY]
}

/** A single reading: no business is open from midnight to 7. */
function boundOf(match: RegExpExecArray | null): number | null {
  if (!match) return null
  if (match[1] === undefined) return NOON
  const times = timesOf(match[1], match[2], match[3])
  return times.find((time) => time >= 7 * 60) ?? times[0] ?? null
}

function datesIn(text: string, today: string): Set<string> {
  const days = new Set<string>()
  const coming = (month: number, date: number) => {
    const year = Number(today.slice(0, 4))
    const padded = (value: number) => String(value).padStart(2, '0')
    const day = `${year}-${padded(month)}-${padded(date)}`
    return day < today ? `${year + 1}${day.slice(4)}` : day
  }
  for (const [, name = '', date] of text.matchAll(NAMED_DATE)) {
    days.add(coming(MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1, Number(date)))
  }
  for (const [, month, date] of text.matchAll(NUMBERED_DATE)) days.add(coming(Number(month), Number(date)))
  for (const [, date] of text.matchAll(ORDINAL_DAY)) {
    const sameMonth = `${today.slice(0, 8)}${String(date).padStart(2, '0')}`
    const month = Number(today.slice(5, 7))
    days.add(sameMonth >= today ? sameMonth : coming((month % 12) + 1, Number(date)))
  }
  if (/\btoday\b/i.test(text)) days.add(today)
  if (/\btomorrow\b/i.test(text)) days.add(nextDay(today))
  if (/\bnext week\b/i.test(text)) for (const day of nextWeek(today)) days.add(day)
  return days
}

/** The seven days from next Monday. */
function nextWeek(today: string): string[] {
  let day = nextDay(today)
  while (weekdayOf(day) !== 1) day = nextDay(day)
  return Array.from({ length: 7 }, () => {
    const each = day
    day = nextDay(day)
    return each
  })
}

function weekdaysIn(text: string): Set<number> {
  const days = new Set<number>()
  WEEKDAYS.forEach((pattern, weekday) => {
    if (pattern.test(text)) days.add(weekday)
  })
  if (/\bweek ?days?\b/i.test(text)) for (const day of [1, 2, 3, 4, 5]) days.add(day)
  if (/\bweekends?\b/i.test(text)) for (const day of [0, 6]) days.add(day)
  return days
}

const orNull = <Item>(set: Set<Item>) => (set.size > 0 ? set : null)

/** Extracts when a visitor wants the call; `today` is the business's calendar day. */
export function readWish(text: string, today: string): Wish {
  const from = boundOf(AFTER.exec(text))
  const to = boundOf(BEFORE.exec(text))
  const bare = text.replace(AFTER, ' ').replace(BEFORE, ' ')
  const times = [...bare.matchAll(CLOCK)].flatMap(([, hour, minute, half]) => timesOf(hour, minute, half))
  const plain = [...bare.matchAll(PLAIN_CLOCK)].flatMap(([, hour, minute, alone]) =>
    timesOf(hour ?? alone, minute, undefined),
  )
  if (/\bnoon\b/i.test(bare)) times.push(NOON)
  const days = orNull(datesIn(text, today))
  return {
    days,
    // A date wins over its weekday: "Mon, Nov 23" is one day.
    weekdays: days && !/\bnext week\b/i.test(text) ? null : orNull(weekdaysIn(text)),
    at: orNull(new Set(times.length > 0 ? times : plain)),
    from: from ?? (/\bafternoons?\b/i.test(text) ? NOON : /\bevenings?\b/i.test(text) ? EVENING : null),
    to: to ?? (/\bmornings?\b/i.test(text) ? NOON : /\bafternoons?\b/i.test(text) ? EVENING : null),
  }
}

/** Returns whether the visitor mentioned a time. */
export const isWish = ({ days, weekdays, at, from, to }: Wish) =>
  days !== null || weekdays !== null || at !== null || from !== null || to !== null

/** Returns whether a slot matches the visitor's wish. */
export function suits(slot: WallSlot, wish: Wish): boolean {
  const { days, weekdays, at, from, to } = wish
  return (
    (days === null || days.has(slot.day)) &&
    (weekdays === null || weekdays.has(slot.weekday)) &&
    (at === null || at.has(slot.minutes)) &&
    (from === null || slot.minutes >= from) &&
    (to === null || slot.minutes < to)
  )
}
