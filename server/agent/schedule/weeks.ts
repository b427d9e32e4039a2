import { plus } from './days.ts'
import { weekdayOf } from './slots.ts'
import type { Wish } from './wish.ts'

const FOLLOWING = /\b(?:(?:the )?following week|the week after(?! next)|semana siguiente|la otra semana)\b/i
/** Returns whether a text refers to the week after the one in question: `the following week`. */
export const namesFollowingWeek = (text: string) => FOLLOWING.test(text)

/** Restricts a wish to the week that the visitor mentioned: `Thursday`, which is a holiday, then `Friday then`. */
export function inWeekOf(any: Wish['any'], said: Wish['any'], today: string): Wish['any'] {
  const [day, ...more] = said.flatMap(({ days }) => days ?? [])
  if (day === undefined || more.length > 0) return any
  const monday = plus(day, -((weekdayOf(day) + 6) % 7))
  if (monday <= today) return any
  const week = Array.from({ length: 7 }, (_, index) => plus(monday, index))
  return any.map((each) => {
    const named = week.filter((on) => each.days?.includes(on) ?? each.weekdays?.includes(weekdayOf(on)))
    const isOpen = (each.days?.length ?? 0) > 1 || each.weekdays !== null
    return isOpen && named.length === 1 ? { ...each, days: named, weekdays: null } : each
  })
}

/** Moves days in the week after this one to the week after the one that the visitor mentioned. */
export function weeksLater(any: Wish['any'], since: string, today: string): Wish['any'] {
  const monday = (day: string) => Date.parse(plus(day, -((weekdayOf(day) + 6) % 7)))
  const later = Math.max(0, (monday(since) - monday(today)) / 86_400_000)
  return any.map((each) => ({ ...each, days: each.days?.map((day) => plus(day, later)) ?? null }))
}
