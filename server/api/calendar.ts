import { nextDay, startOfDay as startOfDayMs } from '../../src/domain/time/calendar-day.ts'

/** The first moment of a calendar day (YYYY-MM-DD) in an IANA time zone. */
export function startOfDay(day: string, timeZone: string): Date {
  return new Date(startOfDayMs(day, timeZone))
}

/** The first moment after a calendar day. */
export function endOfDay(day: string, timeZone: string): Date {
  return startOfDay(nextDay(day), timeZone)
}
