import { plus } from '../../../src/domain/settings/business-hours.ts'
import { weekdayOf } from '../../call-times/slots.ts'
import { DATE, daysBetween, mondayOf, nextOn, run, WEEKDAY } from '../words/calendar.ts'
import type { Wish } from './wish.ts'

const FOLLOWING =
  /\b(?:(?:the )?following week|the week after(?! (?!(?:that|then|please|works|is|would|instead)\b)\p{L})|semana siguiente|la otra semana)\b/iu
/** Returns whether a text refers to the week after the one in question: `the following week`. */
export const namesFollowingWeek = (text: string) => FOLLOWING.test(text)

const DAY_AFTER =
  /\b(?:sun|mon|tue|wed|thu|fri|sat)\p{L}* (?:after|following) (?:that|then|it)\b|\bthe (?:sun|mon|tue|wed|thu|fri|sat)\p{L}* after(?=[\s.!?]*$)|\bthe following (?:sun|mon|tue|wed|thu|fri|sat)\p{L}*/iu
/** Returns whether a text names a weekday after the day in question: `the Monday after`, `the following Monday`. */
export const namesDayAfter = (text: string) => DAY_AFTER.test(text)
/** Moves each single day to the same weekday after `since`. */
export const daysAfter = (any: Wish['any'], since: string): Wish['any'] =>
  any.map((each) => {
    const [day, ...more] = each.days ?? []
    return day && more.length === 0 ? { ...each, days: [nextOn(weekdayOf(day), since)] } : each
  })

const WHICH_WEEK = /\b(?:this|next|coming|tomorrow|today)\b/i
/** Returns whether a text says which week or date it means: `next Thursday`, `Thursday the 3rd`. */
const isDated = (text: string) => WHICH_WEEK.test(text) || DATE.test(text)
/** Returns whether a text names a weekday without its week: `Thursday instead`. */
export const namesWeekday = (text: string) =>
  new RegExp(`\\b${WEEKDAY}`, 'i').test(text) && !isDated(text) && !namesFollowingWeek(text)
/** Moves each single day to the same weekday in the week of `since`, unless that day isn't ahead. */
export const daysInWeek = (any: Wish['any'], since: string, today: string): Wish['any'] =>
  any.map((each) => {
    const [day, ...more] = each.days ?? []
    const there = day && run(mondayOf(since), 7).find((on) => weekdayOf(on) === weekdayOf(day))
    return there && more.length === 0 && there > today ? { ...each, days: [there] } : each
  })

const MOST_OF_WEEK = 5
/** Moves each single day out of the weeks that the visitor has ruled out: `gone next week`, then `Monday at 10`. */
export function daysOutside(any: Wish['any'], excluded: Wish['not']): Wish['any'] {
  const away = new Set(excluded.flatMap(({ days }) => (days && days.length >= MOST_OF_WEEK ? days : [])))
  return any.map((each) => {
    let [day, ...more] = each.days ?? []
    if (!day || more.length > 0) return each
    while (away.has(day)) day = plus(day, 7)
    return { ...each, days: [day] }
  })
}

/**
 * Restricts a wish to the week that the visitor mentioned: `Thursday`, which is a holiday, then `Friday then`; `the week
 * after next`, then `Wednesday at 10`.
 */
export function inWeekOf(any: Wish['any'], said: Wish['any'], today: string, text: string): Wish['any'] {
  const days = said.flatMap((each) => each.days ?? [])
  const [day] = days
  if (day === undefined) return any
  const isSpan = days.length > 1
  const week = isSpan ? days : run(mondayOf(day), 7)
  const isNear = isSpan ? isDated(text) || days.length > 7 : mondayOf(day) <= today
  if (isNear) return any
  return any.map((each) => {
    const weekdays = new Set(each.days?.map(weekdayOf) ?? each.weekdays)
    const named = week.filter((on) =>
      isSpan ? weekdays.has(weekdayOf(on)) : (each.days?.includes(on) ?? weekdays.has(weekdayOf(on))),
    )
    const isOpen = isSpan || (each.days?.length ?? 0) > 1 || each.weekdays !== null
    return isOpen && named.length === 1 ? { ...each, days: named, weekdays: null } : each
  })
}

/** Moves days in the week after this one to the week after the one that the visitor mentioned, unless they follow it. */
export function weeksLater(any: Wish['any'], since: string, today: string): Wish['any'] {
  const later = Math.max(0, daysBetween(mondayOf(today), mondayOf(since)))
  const moved = (day: string) => (mondayOf(day) > mondayOf(since) ? day : plus(day, later))
  return any.map((each) => ({ ...each, days: each.days?.map(moved) ?? null }))
}
