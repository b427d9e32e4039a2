import { type BusinessDay, DAYS, type Day, DEFAULT_HOURS } from '../../contract/profile.ts'

/** Section 2, Settings: the text of a closed day. */
export const NOT_AVAILABLE = 'Not available'

/** Monday to Friday. */
export const WEEKDAYS: readonly Day[] = DAYS.slice(0, 5)

/**
 * Returns the seven days from Monday. A missing day is closed, with the default times; of duplicate days, the first
 * counts.
 */
export function weekOf(hours: readonly BusinessDay[]): readonly BusinessDay[] {
  return DAYS.map((day) => {
    const [fallback] = DEFAULT_HOURS.filter((each) => each.day === day)
    const closed: BusinessDay = { day, openTime: '09:00', closeTime: '17:00', ...fallback, isOpen: false }
    return hours.find((each) => each.day === day) ?? closed
  })
}

/** Returns the week with one day changed. */
export function withDay(
  hours: readonly BusinessDay[],
  day: Day,
  change: Partial<Omit<BusinessDay, 'day'>>,
): BusinessDay[] {
  return weekOf(hours).map((each) => (each.day === day ? { ...each, ...change } : each))
}

/**
 * Returns the week with one day's hours copied to Monday to Friday, open or closed; the weekend is unchanged.
 */
export function copiedToWeekdays(hours: readonly BusinessDay[], from: Day): BusinessDay[] {
  const week = weekOf(hours)
  const source = week.find(({ day }) => day === from)
  return week.map((each) => (source && WEEKDAYS.includes(each.day) ? { ...source, day: each.day } : each))
}

/** Returns why a day's times cannot be saved; null if they are valid or the day is closed. */
export function dayFault({ isOpen, openTime, closeTime }: BusinessDay): string | null {
  return isOpen && closeTime <= openTime ? 'Closing time must be after opening time' : null
}
