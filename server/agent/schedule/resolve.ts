import type { AppointmentKind } from '../../../src/contract/appointments.ts'
import type { BusinessDay } from '../../../src/contract/profile.ts'
import { DAY_MINUTES, plus, type Shift, shiftsOn } from '../../../src/domain/settings/business-hours.ts'
import { closureOn } from '../../../src/domain/settings/closures.ts'
import { instantsOn } from '../../../src/domain/time/calendar-day.ts'
import { knownZone } from '../../../src/domain/time/format-by-zone.ts'
import type { Language } from '../../base/catalogue.ts'
import { timeInWords } from '../../base/formats.ts'
import {
  type Calendar,
  DAYS_AHEAD,
  freeSlots,
  isBusy,
  isOpenAt,
  NOTICE_MS,
  type WallSlot,
  wallSlot,
} from '../../call-times/slots.ts'
import { closureInWords, dayWritten } from '../closures.ts'
import { hoursInWords } from '../hours.ts'
import { listed } from '../texts/list.ts'
import { say } from '../texts/schedule.ts'
import { daysBetween, HALF_DAY, NOON } from '../words/calendar.ts'
import { suggest } from './choose.ts'
import type { Criteria } from './criteria.ts'
import { NO_CRITERIA, type Relative, suits, type Wish } from './wish.ts'

/** Calls start every half hour, and on a quarter hour if the visitor asks for it. */
export const QUARTER = 15
const NEAREST = 3

/** The bookable starts that match a wish. */
export type Found =
  | { kind: 'one'; start: Date }
  | { kind: 'some'; starts: readonly Date[] }
  /** No start matches: the reason, and the nearest free starts. */
  | { kind: 'none'; why: string; nearest: readonly Date[] }

interface Diary {
  calendar: Calendar
  free: readonly WallSlot[]
  now: Date
  language: Language
  kind: AppointmentKind
  /** When calls are offered, if not in the business hours. */
  callHours: readonly BusinessDay[] | null
}

/** Returns the days in the booking window that a wish allows. */
function daysOf({ days, weekdays }: Criteria, today: string): string[] {
  const window = Array.from({ length: DAYS_AHEAD }, (_, ahead) => plus(today, ahead))
  if (days) return [...days]
  if (!weekdays) return window
  return window.filter((day) => weekdays.includes(new Date(`${day}T00:00:00Z`).getUTCDay()))
}

/** Returns whether the visitor rules out as many days as can be booked: `I'll be away until the 15th`. */
export const isAway = ({ not }: Wish) => not.some(({ days }) => days !== null && days.length >= DAYS_AHEAD)

/**
 * Resolves AM or PM to the half of the day when the business is open, or to the more likely one if it is open in both
 * or neither.
 */
function certain(criteria: Criteria, { calendar, now }: Diary): Criteria {
  const { at } = criteria
  if (!at) return criteria
  const days = daysOf(criteria, wallSlot(now, calendar.timezone).day)
  const isOpen = (minutes: number) => days.some((day) => isOpenAt(calendar, day, minutes))
  const hours = new Map<number, number>()
  for (const minutes of at) {
    const other = hours.get(minutes % HALF_DAY)
    if (other === undefined || (!isOpen(other) && isOpen(minutes))) hours.set(minutes % HALF_DAY, minutes)
  }
  return { ...criteria, at: [...hours.values()] }
}

/**
 * Returns the bookable starts that match a wish. `isOpen` marks a question that doesn't choose a time, such as `what is
 * free on Friday?`.
 */
export function resolve(diary: Diary, wish: Wish, isOpen = false): Found {
  const { calendar, free, now } = diary
  const any = wish.any.map((each) => certain(each, diary))
  const exact = { any, not: wish.not }
  const isTimed = any.some(({ at }) => at !== null)
  let fitting = free.filter((slot) => suits(slot, exact))
  if (isTimed && fitting.length === 0) {
    fitting = freeSlots(calendar, now, QUARTER).filter((slot) => suits(slot, exact))
  }
  const [first, ...more] = fitting
  if (!first) {
    return {
      kind: 'none',
      why: whyNot(diary, any[0] ?? null),
      nearest: nearest(diary, any[0] ?? null, wish.not),
    }
  }
  if (wish.edge === 'first') return { kind: 'one', start: first.start }
  if (wish.edge === 'last') {
    const lasts = fitting.filter((slot, index) => fitting[index + 1]?.day !== slot.day)
    const [last] = lasts
    return last && any.some(({ days }) => days !== null)
      ? { kind: 'one', start: last.start }
      : { kind: 'some', starts: suggest(lasts, null) }
  }
  if (more.length === 0) return { kind: 'one', start: first.start }
  // A time without a day means its next occurrence.
  const isAnyDay = any.every(
    ({ days, weekdays, at }) => days === null && weekdays === null && at?.length === 1,
  )
  return isTimed && isAnyDay && any.length === 1 && !isOpen
    ? { kind: 'one', start: first.start }
    : { kind: 'some', starts: suggest(fitting, null) }
}

function nearest(
  { free, calendar, now }: Diary,
  criteria: Criteria | null,
  not: Wish['not'],
): readonly Date[] {
  const today = wallSlot(now, calendar.timezone).day
  const [day = today] = criteria ? daysOf(criteria, today).filter((each) => each >= today) : []
  const at = criteria?.at?.[0] ?? criteria?.from ?? (criteria?.to ? criteria.to - QUARTER : NOON)
  // On any day, the starts closest to the requested time of day are the nearest.
  const isAnyDay = criteria !== null && criteria.days === null && criteria.weekdays === null
  const distance = (slot: WallSlot) => {
    const days = daysBetween(day, slot.day)
    return isAnyDay
      ? days * QUARTER + Math.abs(slot.minutes - at)
      : Math.abs(days * DAY_MINUTES + slot.minutes - at)
  }
  return free
    .filter((slot) => suits(slot, { any: [], not }))
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, NEAREST)
    .map(({ start }) => start)
    .toSorted((a, b) => a.getTime() - b.getTime())
}

/** Returns the reason that no start matching a wish can be booked. */
function whyNot(diary: Diary, criteria: Criteria | null): string {
  const { calendar, now, language, kind } = diary
  const { timezone, busy } = calendar
  const { day: today } = wallSlot(now, timezone)
  if (!criteria) return say(language, 'unfree')
  const wished = daysOf(criteria, today)
  if (wished.length === 0) return say(language, 'noDay')
  const last = plus(today, DAYS_AHEAD - 1)
  if (wished.every((day) => day < today)) return say(language, 'past')
  const days = wished.filter((day) => day >= today && day <= last)
  const [day] = days
  if (!day) return say(language, 'beyond', { kind })
  const open = days.map((each) => shiftsOn(calendar, each)).find((shifts) => shifts.length > 0)
  if (!open) return whyClosed(diary, day)
  const { at, from, to } = criteria
  const asked = at ?? (from === null && to === null ? [] : [from ?? (to ?? 0) - QUARTER])
  const isOutside =
    asked.length > 0 && asked.every((minutes) => !days.some((each) => isOpenAt(calendar, each, minutes)))
  if (isOutside) return whyOutside(diary, open)
  const minutes = at ?? [to === null ? DAY_MINUTES - 1 : to - 1]
  const starts = days.flatMap((each) => instantsOn(each, minutes, knownZone(timezone)))
  if (starts.length > 0 && starts.every((start) => start < now.getTime() + NOTICE_MS)) {
    return say(language, 'soon', { kind })
  }
  return say(
    language,
    at && starts.some((start) => isBusy(busy, new Date(start), calendar)) ? 'taken' : 'unfree',
  )
}

/** Returns the reason that no call can be booked on a day. */
function whyClosed(diary: Diary, day: string): string {
  const { calendar, language, callHours } = diary
  const closure = closureOn(calendar.closures, day)
  if (closure) return closureInWords(closure, day, language)
  return callHours
    ? callTimes(callHours, diary)
    : say(language, 'closedOn', { day: weekdayInWords(day, language) })
}

/** Returns the reason that no call can be booked outside a day's shifts. */
function whyOutside(diary: Diary, shifts: readonly Shift[]): string {
  const { language, callHours } = diary
  if (callHours) return callTimes(callHours, diary)
  const hours = shifts.map(({ openTime, closeTime }) =>
    say(language, 'to', { from: timeInWords(openTime, language), to: timeInWords(closeTime, language) }),
  )
  return say(language, 'outside', { hours: listed(hours, language) })
}

/** Says when calls are offered: the business can be open at other times. */
function callTimes(callHours: readonly BusinessDay[], { language, kind }: Diary): string {
  const hours = hoursInWords(callHours, language)
  return hours ? say(language, 'callTimes', { kind, hours }) : say(language, 'unfree')
}

/** Returns a weekday for the text about closed days: with an s in Spanish; the English text adds its own. */
function weekdayInWords(day: string, language: Language): string {
  const name = dayWritten(day, language, { weekday: 'long' })
  return language === 'es' && !name.endsWith('s') ? `${name}s` : name
}

/** Converts a wish that is relative to a call into an absolute one. */
export function absolute(wish: Wish, base: Pick<WallSlot, 'day' | 'minutes'>): Wish {
  const { relative } = wish
  if (!relative) return wish
  const named = wish.any.length > 0 ? wish.any : [NO_CRITERIA]
  return { ...wish, any: named.map((each) => moved(each, relative, base)), relative: null }
}

/** Returns criteria relative to a call as absolute ones. */
function moved(
  criteria: Criteria,
  { minutes, days, direction, sameTime }: Relative,
  base: Pick<WallSlot, 'day' | 'minutes'>,
): Criteria {
  const total = base.minutes + minutes
  const sameDay = plus(base.day, days + Math.floor(total / DAY_MINUTES))
  const on = criteria.days || criteria.weekdays ? criteria : { ...criteria, days: [sameDay] }
  const isTimed = on.at !== null || on.from !== null || on.to !== null
  if (direction !== null && isTimed) return on
  if (direction === 'later') return { ...on, from: base.minutes + QUARTER }
  if (direction === 'earlier') return { ...on, to: base.minutes }
  const onDay = sameTime ? onSameWeekday(on, base.day) : on
  const keepsTime = sameTime || minutes !== 0 || days !== 0
  return isTimed || !keepsTime ? onDay : { ...onDay, at: [(total + DAY_MINUTES) % DAY_MINUTES] }
}

/** Narrows a week to the weekday of a call: `the same time next week`. */
function onSameWeekday(criteria: Criteria, called: string): Criteria {
  const { days } = criteria
  const day = days && days.length > 5 ? days.find((each) => sameWeekday(each, called)) : undefined
  return day ? { ...criteria, days: [day === called ? plus(day, 7) : day] } : criteria
}

const sameWeekday = (a: string, b: string) => daysBetween(a, b) % 7 === 0

/** Combines a later wish with an earlier one: a day and then a time, or a time and then a day. */
export function completed(later: readonly Criteria[], earlier: readonly Criteria[]): Criteria[] {
  const [before] = earlier
  if (!before) return [...later]
  if (earlier.length > 1) {
    const days = [...new Set(earlier.flatMap((each) => each.days ?? []))].toSorted()
    const isOfDays = earlier.every((each) => each.days !== null)
    return later.map((each) =>
      isOfDays && each.days === null && each.weekdays === null ? { ...each, days } : each,
    )
  }
  return later.map((each) => {
    const hasDay = each.days !== null || each.weekdays !== null
    const hasTime = each.at !== null || each.from !== null || each.to !== null
    const { days, weekdays, at, from, to } = before
    return { ...each, ...(!hasDay && { days, weekdays }), ...(!hasTime && { at, from, to }) }
  })
}
