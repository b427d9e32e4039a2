import {
  areShiftsApart,
  type BusinessDay,
  DAYS,
  type Day,
  DEFAULT_HOURS,
  SHIFTS_OVERLAP,
} from '../../contract/profile.ts'
import { minutesOf } from './business-hours.ts'

/** Section 2, Settings: the text of a closed day. */
export const NOT_AVAILABLE = 'Not available'

/** Monday to Friday. */
export const WEEKDAYS: readonly Day[] = DAYS.slice(0, 5)

/**
 * Returns the week from Monday, with the shifts of each day. Each day has at least one entry. A missing day is closed,
 * with the default times.
 */
export function weekOf(hours: readonly BusinessDay[]): readonly BusinessDay[] {
  return DAYS.flatMap((day) => shiftsIn(hours, day))
}

/** Returns the entries of a day. There is at least one. */
export function shiftsIn(hours: readonly BusinessDay[], day: Day): readonly BusinessDay[] {
  const entries = hours.filter((each) => each.day === day)
  if (entries.length > 0) return entries
  const [fallback] = DEFAULT_HOURS.filter((each) => each.day === day)
  return [{ day, openTime: '09:00', closeTime: '17:00', ...fallback, isOpen: false }]
}

export function withDay(
  hours: readonly BusinessDay[],
  day: Day,
  shifts: readonly Omit<BusinessDay, 'day'>[],
): BusinessDay[] {
  return DAYS.flatMap((each) =>
    each === day ? shifts.map((shift) => ({ ...shift, day })) : shiftsIn(hours, each),
  )
}

/** Returns the week with a day opened or closed. The day's times do not change. */
export function withOpen(hours: readonly BusinessDay[], day: Day, isOpen: boolean): BusinessDay[] {
  return withDay(
    hours,
    day,
    shiftsIn(hours, day).map((shift) => ({ ...shift, isOpen })),
  )
}

/** Returns the week with part of a shift changed. Shifts count from 0. */
export function withShift(
  hours: readonly BusinessDay[],
  day: Day,
  at: number,
  change: Partial<Pick<BusinessDay, 'openTime' | 'closeTime'>>,
): BusinessDay[] {
  const shifts = shiftsIn(hours, day)
  return withDay(
    hours,
    day,
    shifts.map((shift, index) => (index === at ? { ...shift, ...change } : shift)),
  )
}

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const LAST_MINUTE = 24 * 60 - 1

/** Returns whether hours end on the next day. Those that last 24 hours do. */
export const endsNextDay = ({ openTime, closeTime }: Times): boolean => closeTime <= openTime

/** Returns whether hours are the whole day, from midnight to midnight. */
export const isWholeDay = ({ openTime, closeTime }: Times): boolean =>
  openTime === MIDNIGHT && closeTime === MIDNIGHT

type Times = Pick<BusinessDay, 'openTime' | 'closeTime'>
const MIDNIGHT = '00:00'

/** Returns the week with a day open around the clock, or else with its default hours. */
export function withWholeDay(hours: readonly BusinessDay[], day: Day, isWhole: boolean): BusinessDay[] {
  const usual = shiftsIn([], day).map((shift) => ({ ...shift, isOpen: true }))
  return withDay(hours, day, isWhole ? [{ isOpen: true, openTime: MIDNIGHT, closeTime: MIDNIGHT }] : usual)
}

/**
 * Returns the week with a shift added to a day. It starts an hour after the last shift and lasts until 17:00, or for
 * three hours if it starts later.
 */
export function withShiftAdded(hours: readonly BusinessDay[], day: Day): BusinessDay[] {
  const shifts = shiftsIn(hours, day)
  const from = Math.min(minutesOf(shifts.at(-1)?.closeTime ?? '12:00') + 60, LAST_MINUTE - 1)
  const evening = minutesOf('17:00')
  const to = Math.min(from < evening ? evening : from + 180, LAST_MINUTE)
  return withDay(hours, day, [...shifts, { isOpen: true, openTime: clock(from), closeTime: clock(to) }])
}

export function withShiftRemoved(hours: readonly BusinessDay[], day: Day, at: number): BusinessDay[] {
  return withDay(
    hours,
    day,
    shiftsIn(hours, day).filter((_, index) => index !== at),
  )
}

/** Returns the week with one day's hours, open or closed, copied to Monday to Friday. Does not change the weekend. */
export function copiedToWeekdays(hours: readonly BusinessDay[], from: Day): BusinessDay[] {
  const source = shiftsIn(hours, from)
  return WEEKDAYS.reduce<BusinessDay[]>((week, day) => withDay(week, day, source), [...weekOf(hours)])
}

/** Returns why a day's shifts cannot be saved, or null if they are valid or the day is closed. */
export function dayFault(shifts: readonly BusinessDay[]): string | null {
  const fault = shiftFaults(shifts).find((each) => each !== null)
  return fault ?? null
}

/** Returns why each shift of a day cannot be saved, or null for a shift that is valid or closed. */
export function shiftFaults(shifts: readonly BusinessDay[]): (string | null)[] {
  return shifts.map(({ isOpen }, index) =>
    !isOpen || areShiftsApart(shifts.slice(0, index + 1)) ? null : SHIFTS_OVERLAP,
  )
}
