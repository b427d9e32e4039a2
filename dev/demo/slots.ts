import { startOfDay } from '../../src/domain/time/calendar-day.ts'
import { DAY_MS, HOUR_MS } from '../../src/domain/time/durations.ts'

/** Estimate calls take place Monday to Friday, 3 to 5 PM (section 2), and last half an hour. */
const STARTS = [15, 15.5, 16, 16.5]

export interface Slots {
  /** Reserves and returns the first free slot after an instant (milliseconds since 1970). */
  take(from: number): Date
}

/** Allocates the estimate calls of one organization without overlaps. */
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
