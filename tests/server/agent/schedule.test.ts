import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { suggest } from '../../../server/agent/schedule/choose.ts'
import { readWish } from '../../../server/agent/schedule/wish.ts'
import { type Busy, freeSlots, slotLabel, slotSentence, wallSlot } from '../../../server/call-times/slots.ts'
import { type BusinessDay, DAYS, DEFAULT_HOURS } from '../../../src/contract/profile.ts'
import type { Closure } from '../../../src/domain/settings/closures.ts'
import { aCallAt } from './business.ts'

const NEW_YORK = 'America/New_York'
/** Friday, November 20, 2026, 10 AM in New York. */
const NOW = new Date('2026-11-20T15:00:00Z')

const everyDay = (openTime: string, closeTime: string): BusinessDay[] =>
  DAYS.map((day) => ({ day, isOpen: true, openTime, closeTime }))
const slots = (
  hours: readonly BusinessDay[],
  now = NOW,
  timezone: string | null = NEW_YORK,
  busy: Busy[] = [],
  closures: Closure[] = [],
) => freeSlots({ hours, timezone, closures, busy, minutes: 30 }, now)
const labels = (found: readonly { start: Date }[], timezone = NEW_YORK) =>
  found.map(({ start }) => slotLabel(start, timezone))

describe('free slots', () => {
  const on = (day: string, found: readonly { start: Date }[]) =>
    labels(found)
      .filter((label) => label.startsWith(day))
      .map((label) => label.slice(day.length + 2))

  it('leave out closed days, but not the night before one', () => {
    const closed = [{ from: '2026-11-24', to: '2026-11-26', holiday: null }]
    const found = slots(everyDay('20:00', '02:00'), NOW, NEW_YORK, [], closed)
    expect(on('Mon, Nov 23', found).at(-1)).toBe('11:30 PM')
    expect(on('Tue, Nov 24', found)).toEqual(['12:00 AM', '12:30 AM', '1:00 AM', '1:30 AM'])
    expect(on('Wed, Nov 25', found)).toEqual([])
    expect(on('Thu, Nov 26', found)).toEqual([])
    expect(on('Fri, Nov 27', found)[0]).toBe('8:00 PM')
  })

  it('leave out the break between two shifts, and what would reach into it', () => {
    const split = [...everyDay('08:00', '10:15'), ...everyDay('13:00', '14:00')]
    expect(on('Mon, Nov 23', slots(split))).toEqual([
      '8:00 AM',
      '8:30 AM',
      '9:00 AM',
      '9:30 AM',
      '1:00 PM',
      '1:30 PM',
    ])
  })

  it('join shifts that touch', () => {
    const touching = [...everyDay('08:00', '08:45'), ...everyDay('08:45', '09:30')]
    expect(on('Mon, Nov 23', slots(touching))).toEqual(['8:00 AM', '8:30 AM', '9:00 AM'])
  })

  it('follow the clock on the days on which it changes', () => {
    const split = [...everyDay('00:00', '02:30'), ...everyDay('04:00', '05:00')]
    const spring = slots(split, new Date('2027-03-12T15:00:00Z'))
    expect(on('Sun, Mar 14', spring)).toEqual([
      '12:00 AM',
      '12:30 AM',
      '1:00 AM',
      '1:30 AM',
      '4:00 AM',
      '4:30 AM',
    ])
    const autumn = slots(split, new Date('2026-10-30T15:00:00Z'))
    expect(on('Sun, Nov 1', autumn)).toHaveLength(7)
  })

  it('start two hours ahead, are within the hours of each day, and end after two weeks', () => {
    const found = labels(slots(DEFAULT_HOURS))
    expect(found.slice(0, 2)).toEqual(['Fri, Nov 20, 12:00 PM', 'Fri, Nov 20, 12:30 PM'])
    expect(found).toContain('Fri, Nov 20, 4:30 PM')
    expect(found).not.toContain('Fri, Nov 20, 5:00 PM')
    expect(found.filter((label) => label.startsWith('Sat, Nov 21'))).toEqual(
      expect.arrayContaining(['Sat, Nov 21, 9:00 AM', 'Sat, Nov 21, 2:30 PM']),
    )
    expect(found.filter((label) => label.startsWith('Sun'))).toEqual([])
    expect(found.at(-1)).toBe('Fri, Dec 4, 4:30 PM')
  })

  it('exclude slots that overlap a booked call, also one off the grid', () => {
    const busy = [aCallAt('2026-11-20T18:15:00Z')]
    expect(labels(slots(DEFAULT_HOURS, NOW, NEW_YORK, busy)).slice(0, 4)).toEqual([
      'Fri, Nov 20, 12:00 PM',
      'Fri, Nov 20, 12:30 PM',
      'Fri, Nov 20, 2:00 PM',
      'Fri, Nov 20, 2:30 PM',
    ])
  })

  it.each([
    // Clocks go from 2 to 3 on March 14, 2027, and back from 2 to 1 on November 1, 2026.
    ['spring', '2027-03-13T12:00:00Z', ['1:00 AM', '1:30 AM', '3:00 AM', '3:30 AM']],
    ['autumn', '2026-10-31T12:00:00Z', ['1:00 AM', '1:30 AM', '2:00 AM', '2:30 AM', '3:00 AM', '3:30 AM']],
  ])('follow daylight saving time in %s', (_, now, expected) => {
    const sunday = [{ day: 'sunday', isOpen: true, openTime: '01:00', closeTime: '04:00' }] as const
    const found = labels(slots(sunday, new Date(now))).map((label) => label.replace(/^.*, /, ''))
    expect(found.slice(0, expected.length)).toEqual(expected)
  })

  it('keep their local time after the change', () => {
    const found = slots(everyDay('09:00', '10:00'), new Date('2026-10-30T12:00:00Z'))
    expect(new Set(found.map(({ minutes }) => minutes))).toEqual(new Set([540, 570]))
  })

  it('support hours past midnight, and use New York for an unknown zone', () => {
    const late = [{ day: 'friday', isOpen: true, openTime: '23:00', closeTime: '01:00' }] as const
    expect(labels(slots(late, NOW, 'Mars/Olympus')).slice(0, 4)).toEqual([
      'Fri, Nov 20, 11:00 PM',
      'Fri, Nov 20, 11:30 PM',
      'Sat, Nov 21, 12:00 AM',
      'Sat, Nov 21, 12:30 AM',
    ])
  })

  it('are empty without open days', () => expect(slots([])).toEqual([]))

  it('never overlap each other or a booked call, in any zone', () => {
    const zone = fc.constantFrom(
      'UTC',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'Africa/Cairo',
    )
    const time = fc.integer({ min: 0, max: 1439 }).map((at) => {
      return `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
    })
    const now = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(zone, time, time, now, (timezone, openTime, closeTime, at) => {
        const found = slots(everyDay(openTime, closeTime), at, timezone)
        const [first] = found
        const left = first
          ? slots(everyDay(openTime, closeTime), at, timezone, [aCallAt(first.start.toISOString())])
          : []
        return (
          found.every(({ start }, index) => {
            const next = found[index + 1]
            return !next || next.start.getTime() - start.getTime() >= 30 * 60_000
          }) && left.length === Math.max(0, found.length - 1)
        )
      }),
      { numRuns: 60 },
    )
  })
})

describe('offered slots', () => {
  const free = slots(DEFAULT_HOURS)
  const shown = (dates: readonly Date[]) => dates.map((start) => slotLabel(start, NEW_YORK))

  it('are spread over days and halves of days', () => {
    expect(shown(suggest(free, null))).toEqual([
      'Fri, Nov 20, 12:00 PM',
      'Sat, Nov 21, 9:00 AM',
      'Sat, Nov 21, 12:00 PM',
      'Mon, Nov 23, 8:00 AM',
    ])
  })

  it("match the visitor's wish if possible", () => {
    const after4 = readWish('weekdays after 4', '2026-11-20')
    expect(shown(suggest(free, after4)).every((label) => /4:\d\d PM/.test(label))).toBe(true)
    expect(suggest(free, readWish('Sundays', '2026-11-20'))).toEqual(suggest(free, null))
  })

  it('differ from earlier offers, and start over once all were shown', () => {
    const first = suggest(free, null)
    expect(suggest(free, null, first).some((start) => first.includes(start))).toBe(false)
    expect(
      suggest(
        free,
        null,
        free.map(({ start }) => start),
      ),
    ).toEqual(first)
  })
})

it("a slot is written in the business's time zone", () => {
  const start = new Date('2026-11-23T20:00:00Z')
  expect(slotSentence(start, NEW_YORK)).toBe('Monday, November 23 at 3:00 PM EST')
  expect(wallSlot(start, 'Asia/Tokyo')).toMatchObject({ day: '2026-11-24', weekday: 2, minutes: 300 })
})
