import { describe, expect, it } from 'vitest'
import { openTimes } from '../../../server/widget/organization.ts'
import type { BusinessDay } from '../../../src/contract/profile.ts'
import { isOpen, type Openings } from '../../../src/domain/settings/business-hours.ts'

const day = (name: BusinessDay['day'], openTime: string, closeTime: string): BusinessDay => ({
  day: name,
  isOpen: true,
  openTime,
  closeTime,
})
const HOURS = [
  day('sunday', '22:00', '03:30'),
  day('monday', '08:00', '12:00'),
  day('monday', '13:00', '17:00'),
  day('saturday', '00:00', '00:00'),
]
const closures = [{ from: '2026-11-09', to: '2026-11-09' }]
const HOUR_MS = 3_600_000

describe.each(['America/New_York', 'Pacific/Auckland', 'Asia/Kolkata', 'Nowhere/Else'])(
  'the open times in %s',
  (timezone) => {
    // Clocks change on 2026-03-08, 2026-04-05, 2026-09-27, and 2026-11-01.
    it.each(['2026-03-04T05:00:00Z', '2026-04-02T12:00:00Z', '2026-09-25T23:59:00Z', '2026-10-30T01:30:00Z'])(
      'after %s are those of the rule for hours, for two weeks',
      (start) => {
        const openings: Openings = { hours: HOURS, timezone, closures }
        const now = new Date(start)
        const times = openTimes(openings, now)
        expect(times).toEqual(times.toSorted((a, b) => a.from.localeCompare(b.from)))
        for (let ahead = 0; ahead < 13 * 24; ahead += 0.25) {
          const then = new Date(now.getTime() + ahead * HOUR_MS)
          const shown = times.some(({ from, to }) => from <= then.toISOString() && then.toISOString() < to)
          expect([then.toISOString(), shown]).toEqual([then.toISOString(), isOpen(openings, then)])
        }
      },
    )
  },
)

it('a business without hours has none', () => {
  expect(openTimes({ hours: [], timezone: null, closures: [] }, new Date(0))).toEqual([])
})
