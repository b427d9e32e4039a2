import { DAYS } from '../../../src/contract/profile.ts'
import { DAY_MINUTES, minutesOf, shiftsOf } from '../../../src/domain/settings/business-hours.ts'
import type { Business } from '../state.ts'
import { daysIn } from './strange.ts'

/** Matches an hour, with or without minutes and half of the day. */
const TIME =
  /\b(1[0-2]|0?[1-9])(?::([0-5]\d))?(?:\s?([ap])\.?\s?m\b\.?)?(?![\d.,]*\s?(?:%|miles|days|hours|minutes))|\b(noon|midnight)\b/gi
const HALF_DAY = DAY_MINUTES / 2

/** Returns the times in a text as minutes since noon or midnight, whichever came last. */
const timesIn = (text: string) =>
  [...text.matchAll(TIME)].map(([, hour, minutes = '0', , name]) =>
    name ? 0 : (Number(hour) * 60 + Number(minutes)) % HALF_DAY,
  )

/**
 * Returns whether a sentence that cites the hours gives other times than those at which the business opens and closes
 * on the days that it names.
 */
export function deniesHours(
  say: string,
  cites: readonly string[],
  { hours }: Pick<Business, 'hours'>,
): boolean {
  if (!cites.includes('hours')) return false
  const boundsOf = (names: readonly string[]) =>
    DAYS.filter((day) => names.includes(day.slice(0, 3))).map((day) =>
      shiftsOf(hours, day)
        .flatMap(({ openTime, closeTime }) => [openTime, closeTime])
        .map((time) => minutesOf(time) % HALF_DAY),
    )
  const all = boundsOf(DAYS.map((day) => day.slice(0, 3))).flat()
  return say.split(/[;,]|\b(?:and|y)\b/i).some((part) => {
    const times = timesIn(part)
    const days = boundsOf([...daysIn(part)])
    return times.some((time) =>
      days.length > 0 ? days.some((bounds) => !bounds.includes(time)) : !all.includes(time),
    )
  })
}
