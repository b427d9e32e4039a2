import type { Holiday } from '../../contract/holidays.ts'
import type { DaysOff, Profile } from '../../contract/profile.ts'
import { DAY_MS } from '../time/durations.ts'
import type { DaysClosed } from './business-hours.ts'

/** Days on which a business is closed, with the holiday if that is the reason. */
export interface Closure extends DaysClosed {
  holiday: string | null
}

type Chosen = Pick<Profile, 'holidays_closed' | 'days_off'>

const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\d]/gu, '')

/** Returns whether a business is closed on a holiday. */
export const isKept = (closed: readonly string[], name: string): boolean =>
  closed.some((each) => plain(each) === plain(name))

/** Returns the days on which a business is closed: its days off, and the holidays that it observes. */
export function closuresOf({ holidays_closed, days_off }: Chosen, holidays: readonly Holiday[]): Closure[] {
  const own = days_off.map(({ from, to }) => ({ from, to, holiday: null }))
  const kept = holidays.filter(({ name }) => isKept(holidays_closed, name))
  return [
    ...own,
    ...kept.flatMap(({ name, days }) => days.map((day) => ({ from: day, to: day, holiday: name }))),
  ]
}

/** Returns the closure on a day (the longest if there are several), or null if there is none. */
export function closureOn(closures: readonly Closure[], day: string): Closure | null {
  const days = ({ from, to }: Closure) => Date.parse(to) - Date.parse(from)
  const [longest] = closures
    .filter(({ from, to }) => from <= day && day <= to)
    .toSorted((a, b) => days(b) - days(a) || (a.holiday ? -1 : 1))
  return longest ?? null
}

/** Maximum number of days between a holiday and the day on which it is observed. */
const OBSERVED_WITHIN = 4

/** Returns the days of a holiday's next occurrence on or after `today`, including the days on which it is observed. */
export function nextDaysOf({ days }: Holiday, today: string): string[] {
  const ahead = days.filter((day) => day >= today).toSorted()
  const [first] = ahead
  return ahead.filter((day) => first && Date.parse(day) - Date.parse(first) <= OBSERVED_WITHIN * DAY_MS)
}

/** Returns the days off that are not over, earliest first. */
export function upcoming(daysOff: readonly DaysOff[], today: string): DaysOff[] {
  return daysOff.filter(({ to }) => to >= today).toSorted((a, b) => (a.from < b.from ? -1 : 1))
}
