import { type WallSlot, wallSlot, weekdayOf } from '../../call-times/slots.ts'
import { monthAndDay, withDates } from '../closures.ts'
import type { AgentContext, AgentState } from '../state.ts'
import { NOON } from '../words/calendar.ts'
import type { Criteria } from './criteria.ts'
import { plainly } from './plain.ts'
import { absolute, completed } from './resolve.ts'
import {
  daysAfter,
  daysInWeek,
  daysOutside,
  inWeekOf,
  namesDayAfter,
  namesFollowingWeek,
  namesWeekday,
  weeksLater,
} from './weeks.ts'
import { covers, NO_CRITERIA, NO_WISH, readWish, type Wish } from './wish.ts'

/** What was said about the call before. */
type Earlier = Pick<AgentState, 'proposed' | 'booked' | 'offered' | 'wish'>
type Base = Pick<WallSlot, 'day' | 'minutes'>

/** Returns the call to which a wish is relative: `an hour later` follows the time for which the visitor last asked. */
export function baseOf(
  { proposed, booked, offered, wish }: Earlier,
  { relative, any }: Wish,
  timezone: string | null,
): Base | null {
  const [asked, ...others] = wish ?? []
  const [day, ...days] = asked?.days ?? []
  const isMeant =
    !proposed && relative && (offered.length === 0 || relative.days !== 0 || relative.minutes !== 0)
  if (isMeant && asked?.at?.[0] !== undefined && day && others.length + days.length === 0)
    return { day, minutes: asked.at[0] }
  const start = proposed ?? booked
  if (start) return wallSlot(new Date(start), timezone)
  const all = offered.map((each) => wallSlot(new Date(each), timezone))
  const [first] = all
  // `Too early` is about all of the times on one day.
  const isOneDay =
    all.length === 1 ||
    (relative?.direction && any.length === 0 && all.every(({ day }) => day === first?.day))
  return (isOneDay && (relative?.direction === 'later' ? all.at(-1) : first)) || null
}

/** Returns a wish in absolute terms. A weekday is outside the weeks that the visitor has ruled out. */
export function madeAbsolute(wish: Wish, base: Base | null, excluded: Wish['not'], text: string): Wish {
  const named = base ? absolute(wish, base) : unrelated(wish)
  return namesWeekday(plainly(text))
    ? { ...named, any: daysOutside(named.any, [...excluded, ...named.not]) }
    : named
}

/** Returns a wish that is relative to no call: `later in the day` is the afternoon. */
function unrelated(wish: Wish): Wish {
  const { relative, any } = wish
  if (!relative?.sameDay || !relative.direction || any.length > 0) return { ...wish, relative: null }
  const half = relative.direction === 'later' ? { from: NOON } : { to: NOON }
  return { ...wish, any: [{ ...NO_CRITERIA, ...half }], relative: null }
}

/** Returns the earlier alternatives that are on the day that the visitor names: `the Friday one`. */
function onSameDay({ any: [named, ...more] }: Wish, earlier: readonly Criteria[]): Criteria[] {
  if (!named || more.length > 0 || named.at || named.from !== null || named.to !== null) return []
  return earlier.filter((each) => each.at && each.days?.some((day) => named.days?.includes(day)))
}

/** Returns whether a time without a day means the day of the call in question, rather than that of the earlier wish. */
const isOfBase = (base: Base | null, { proposed, wish }: Pick<Earlier, 'proposed' | 'wish'>): base is Base =>
  base !== null && (proposed !== null || wish === null)

/** Returns the days that a time without a day means; none if no day was named before. */
function daysInQuestion(earlier: Earlier, timezone: string | null): string[] {
  const base = baseOf(earlier, NO_WISH, timezone)
  if (isOfBase(base, earlier)) return [base.day]
  return earlier.wish?.flatMap(({ days }) => days ?? []) ?? []
}

const DAY_RULED_OUT =
  /(?<=\b(?:can(?:no|['’]?)t|won['’]?t|no|not|never)\b[^.,;!?]{0,30}?\b)(?:on )?that day\b|\bthat day\b(?= (?:doesn|won|isn|is (?:bad|out|no good|full)))/iu

/** Names the day in question where the visitor rules it out: `I can't do that day`. */
function withDayRuledOut(text: string, [day, ...more]: readonly string[]): string {
  return day && more.length === 0 ? text.replace(DAY_RULED_OUT, `on ${monthAndDay(day)}`) : text
}

/** Extracts when a visitor wants the call from words in a conversation. */
export function wishIn(text: string, { business, now }: AgentContext, state: AgentState): Wish {
  const { timezone, holidays } = business
  const { day } = wallSlot(now, timezone)
  const days = daysInQuestion(state, timezone)
  return readWish(withDates(withDayRuledOut(text, days), holidays, day), day, {
    now,
    timezone,
    visitors: state.zone,
    days,
  })
}

/** Completes a wish in absolute terms with what was said before. */
export function related(
  named: Wish,
  base: Base | null,
  { proposed, wish: earlier }: Earlier,
  { today, text }: { today: string; text: string },
): Criteria[] {
  const [before = NO_CRITERIA, ...others] = earlier ?? []
  const again = others.length > 0 ? onSameDay(named, [before, ...others]) : []
  if (again.length > 0) return again
  const known = isOfBase(base, { proposed, wish: earlier })
    ? [{ ...(others.length > 0 ? NO_CRITERIA : before), days: [base.day], weekdays: null }]
    : (earlier ?? [])
  // `The latest that day` isn't at the hour that was named before.
  const said = named.edge === null ? known : known.map((each) => ({ ...each, at: null }))
  const since = proposed ? base?.day : said[0]?.days?.[0]
  const following = since && namesFollowingWeek(text) ? weeksLater(named.any, since, today) : named.any
  const there =
    proposed && since && namesWeekday(plainly(text)) ? daysInWeek(following, since, today) : following
  const later = since && namesDayAfter(text) ? daysAfter(named.any, since) : there
  // `First thing`, unlike `asap`, means the day that was named before.
  const isOnDay = named.edge === 'last' || (named.edge === 'first' && plainly(text).includes('first thing'))
  return named.any.length === 0 && isOnDay ? [...said] : completed(inWeekOf(later, said, today, text), said)
}

/** Returns a wish for one day at an hour; null if it names another hour or several days. */
export function atHour({ any: [each, ...others], ...rest }: Wish, minutes: number): Wish | null {
  const isOpen = each?.at === null && each.from === null && each.to === null && rest.edge === null
  return isOpen && each.days?.length === 1 && others.length === 0
    ? { ...rest, any: [{ ...each, at: [minutes] }] }
    : null
}

/** Returns the excluded times without those on a day or at a time that the visitor names. */
export function stillExcluded(excluded: readonly Criteria[], { any }: Wish): Criteria[] {
  const days = new Set(any.flatMap((each) => (each.days && each.days.length <= 2 ? each.days : [])))
  const weekdays = new Set([...days].map(weekdayOf))
  const times = any.flatMap(({ at }) => at?.[0] ?? [])
  return excluded.filter(
    (each) =>
      !each.days?.some((day) => days.has(day)) &&
      !each.weekdays?.some((weekday) => weekdays.has(weekday)) &&
      (each.days !== null || each.weekdays !== null || !times.some((minutes) => covers(each, minutes))),
  )
}
