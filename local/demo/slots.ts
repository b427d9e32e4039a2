import { startOfDay } from '../../src/domain/time/calendar-day.ts'
import { DAY_MS, HOUR_MS } from '../../src/domain/time/durations.ts'

/** Estimate calls are Monday to Friday, 3 to 5 PM (section 2), half an hour each. */
const STARTS = [15, 15.5, 16, 16.5]

export interface Slots {
  /** Returns the first free slot from an instant (milliseconds since 1970) and takes it. */
  take(from: number): Date
}

/** The estimate calls of one organization, without overlaps. */
export function createSlots(timeZone: string): Slots {
  const taken = new Set<number>()
  const days = new Intl.DateTimeFormat('en-CA', { timeZone })
  return {
    take(from) {
      for (let offset = 0; ; offset += 1) {
        const day = days.format(from + offset * DAY_MS)
        const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
        if (weekday === 0 || weekday === 6) continue
        const midnight = startOfDay(day, timeZone)
        const free = STARTS.map((hour) => midnight + hour * HOUR_MS).find(
          (start) => start >= from && !taken.has(start),
        )
        if (free === undefined) continue
        taken.add(free)
        return new Date(free)
      }
    },
  }
}
