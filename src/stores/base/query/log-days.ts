import { atom, type ReadableAtom } from 'nanostores'
import { ignoredParameter, isUnknownParameter } from '../../../api/errors.ts'
import type { DaysQuery } from '../../../contract/fields.ts'
import {
  ALL_DAYS,
  areOnDays,
  type DayRange,
  daysQuery,
  isAllDays,
  sameDays,
} from '../../../domain/time/day-range.ts'
import { deviceTimeZone } from '../../../platform/time-zone.ts'
import { ownedAtom } from '../session/account.ts'

/** The days to which a log is limited, in this device's time zone. */
export interface LogDays<Page> {
  $days: ReadableAtom<DayRange>
  /** The chosen days that the API cannot show alone; null if there are none. The log then shows all days. */
  $refused: ReadableAtom<DayRange | null>
  choose: (days: DayRange) => void
  /** Reads a page of some days. If the API rejects or ignores the days, rejects and shows all days. */
  read: (days: DayRange, fetchPage: (query: DaysQuery) => Promise<Page>) => Promise<Page>
}

/**
 * Returns the days of a log. `timesOf` returns the times of a page's entries, and `onChange` drops the pages of the
 * previous days.
 */
export function logDays<Page>(timesOf: (page: Page) => string[], onChange: () => void): LogDays<Page> {
  const $days = atom<DayRange>(ALL_DAYS)
  const $refused = ownedAtom<DayRange | null>(null)

  function choose({ from, to }: DayRange): void {
    onChange()
    $refused.set(null)
    $days.set({ from, to })
  }

  async function read(days: DayRange, fetchPage: (query: DaysQuery) => Promise<Page>): Promise<Page> {
    const query = daysQuery(days, deviceTimeZone())
    try {
      const page = await fetchPage(query)
      if (!areOnDays(timesOf(page), query)) throw ignoredParameter()
      return page
    } catch (error) {
      if (!isAllDays(days) && isUnknownParameter(error) && sameDays($days.get(), days)) {
        choose(ALL_DAYS)
        $refused.set(days)
      }
      throw error
    }
  }

  return { $days, $refused, choose, read }
}
