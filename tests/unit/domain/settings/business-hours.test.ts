import { describe, expect, it } from 'vitest'
import { type BusinessDay, DEFAULT_HOURS } from '../../../../src/contract/profile.ts'
import {
  type DaysClosed,
  isOpen,
  openSpan,
  shiftsOf,
  spokenTime,
} from '../../../../src/domain/settings/business-hours.ts'
import { chatStatus, nextOpening, openingText } from '../../../../src/domain/settings/next-opening.ts'

const NEW_YORK = 'America/New_York'
const at = (hours: readonly BusinessDay[], timezone: string | null, closures: DaysClosed[] = []) => ({
  hours,
  timezone,
  closures,
})

describe('isOpen', () => {
  it.each([
    ['a minute before Monday opens', '2026-11-16T12:59:59Z', false],
    ['when Monday opens', '2026-11-16T13:00:00Z', true],
    ['the last minute of Monday', '2026-11-16T21:59:59Z', true],
    ['when Monday closes', '2026-11-16T22:00:00Z', false],
    ['Saturday at noon', '2026-11-21T17:00:00Z', true],
    ['Saturday at 3 PM', '2026-11-21T20:00:00Z', false],
    ['Sunday at noon', '2026-11-22T17:00:00Z', false],
    ['Monday 8 AM in summer time', '2026-07-20T12:00:00Z', true],
    ['Monday 7:59 AM in summer time', '2026-07-20T11:59:00Z', false],
  ])('%s', (_, instant, expected) => {
    expect(isOpen(at(DEFAULT_HOURS, NEW_YORK), new Date(instant))).toBe(expected)
  })

  it("uses the business's time zone, not the visitor's", () => {
    const mondayNoonInSydney = new Date('2026-11-16T01:00:00Z')
    expect(isOpen(at(DEFAULT_HOURS, 'Australia/Sydney'), mondayNoonInSydney)).toBe(true)
    expect(isOpen(at(DEFAULT_HOURS, NEW_YORK), mondayNoonInSydney)).toBe(false)
  })

  it('uses New York for an unknown or missing zone', () => {
    const mondayMorning = new Date('2026-11-16T13:00:00Z')
    expect(isOpen(at(DEFAULT_HOURS, 'Mars/Olympus'), mondayMorning)).toBe(true)
    expect(isOpen(at(DEFAULT_HOURS, null), mondayMorning)).toBe(true)
  })

  it('supports hours past midnight', () => {
    const night: BusinessDay[] = [{ day: 'friday', isOpen: true, openTime: '20:00', closeTime: '02:00' }]
    expect(isOpen(at(night, 'UTC'), new Date('2026-11-20T19:59:00Z'))).toBe(false)
    expect(isOpen(at(night, 'UTC'), new Date('2026-11-20T20:00:00Z'))).toBe(true)
    expect(isOpen(at(night, 'UTC'), new Date('2026-11-21T01:59:00Z'))).toBe(true)
    expect(isOpen(at(night, 'UTC'), new Date('2026-11-21T02:00:00Z'))).toBe(false)
  })

  it('is false without hours', () => {
    expect(isOpen(at([], NEW_YORK), new Date('2026-11-16T15:00:00Z'))).toBe(false)
  })
})

describe('split shifts', () => {
  const shift = (openTime: string, closeTime: string): BusinessDay => ({
    day: 'monday',
    isOpen: true,
    openTime,
    closeTime,
  })
  const split = [shift('13:00', '17:00'), shift('08:00', '12:00')]

  it.each([
    ['in the first', '2026-11-16T16:59:00Z', { minutesLeft: 1, closeTime: '12:00' }],
    ['in the break', '2026-11-16T17:00:00Z', null],
    ['in the second', '2026-11-16T18:00:00Z', { minutesLeft: 240, closeTime: '17:00' }],
  ])('%s', (_, instant, expected) => {
    expect(openSpan(at(split, NEW_YORK), new Date(instant))).toEqual(expected)
  })

  it('opens again after the break', () => {
    expect(openingText(at(split, NEW_YORK), new Date('2026-11-16T17:30:00Z'))).toBe('office opens at 1 PM')
  })

  it('is one shift if they touch or overlap', () => {
    const joined = [{ from: 480, to: 1020, openTime: '08:00', closeTime: '17:00' }]
    expect(shiftsOf([shift('08:00', '12:00'), shift('12:00', '17:00')], 'monday')).toEqual(joined)
    expect(shiftsOf([shift('08:00', '17:00'), shift('09:00', '10:00')], 'monday')).toEqual(joined)
  })

  it('counts only open ones', () => {
    expect(shiftsOf([{ ...shift('08:00', '12:00'), isOpen: false }], 'monday')).toEqual([])
  })
})

describe('closed days', () => {
  const thanksgiving = [{ from: '2026-11-26', to: '2026-11-26' }]
  const open = at(DEFAULT_HOURS, NEW_YORK, thanksgiving)

  it('closes the whole day in the zone of the business', () => {
    expect(isOpen(open, new Date('2026-11-25T21:59:00Z'))).toBe(true)
    expect(isOpen(open, new Date('2026-11-26T15:00:00Z'))).toBe(false)
    expect(isOpen(open, new Date('2026-11-27T15:00:00Z'))).toBe(true)
    const sydney = at(DEFAULT_HOURS, 'Australia/Sydney', thanksgiving)
    expect(isOpen(sydney, new Date('2026-11-25T22:00:00Z'))).toBe(false)
  })

  it('leaves the night that began the day before', () => {
    const wednesday: BusinessDay = { day: 'wednesday', isOpen: true, openTime: '20:00', closeTime: '02:00' }
    const nights = [wednesday, { ...wednesday, day: 'thursday' as const }]
    const closed = at(nights, 'UTC', thanksgiving)
    expect(isOpen(closed, new Date('2026-11-26T01:59:00Z'))).toBe(true)
    expect(isOpen(closed, new Date('2026-11-26T20:00:00Z'))).toBe(false)
    expect(isOpen(closed, new Date('2026-11-27T01:00:00Z'))).toBe(false)
  })

  it('are left out of the next opening', () => {
    expect(openingText(open, new Date('2026-11-25T23:00:00Z'))).toBe('office opens Friday at 8 AM')
    const vacation = at(DEFAULT_HOURS, NEW_YORK, [{ from: '2026-12-19', to: '2027-01-03' }])
    expect(openingText(vacation, new Date('2026-12-20T15:00:00Z'))).toBe(
      'office opens Monday, January 4 at 8 AM',
    )
    const ever = at(DEFAULT_HOURS, NEW_YORK, [{ from: '2026-01-01', to: '2028-12-31' }])
    expect(openingText(ever, new Date('2026-12-20T15:00:00Z'))).toBe('')
  })
})

it.each([
  ['before the hour that spring skips', '2027-03-14T06:59:00Z', { minutesLeft: 121, closeTime: '04:00' }],
  ['after it', '2027-03-14T07:00:00Z', { minutesLeft: 60, closeTime: '04:00' }],
  ['at its end', '2027-03-14T08:00:00Z', null],
  ['in the hour that autumn repeats', '2026-11-01T06:30:00Z', { minutesLeft: 150, closeTime: '04:00' }],
])('follows the clock %s', (_, instant, expected) => {
  const sunday: BusinessDay = { day: 'sunday', isOpen: true, openTime: '00:00', closeTime: '04:00' }
  expect(openSpan(at([sunday], NEW_YORK), new Date(instant))).toEqual(expected)
})

describe('openSpan', () => {
  it('counts down to the closing time', () => {
    expect(openSpan(at(DEFAULT_HOURS, NEW_YORK), new Date('2026-11-16T21:30:00Z'))).toEqual({
      minutesLeft: 30,
      closeTime: '17:00',
    })
    expect(openSpan(at(DEFAULT_HOURS, NEW_YORK), new Date('2026-11-16T22:00:00Z'))).toBeNull()
  })
})

describe('a business that is open around the clock', () => {
  const always = DEFAULT_HOURS.map((day) => ({ ...day, isOpen: true, openTime: '00:00', closeTime: '00:00' }))

  it('does not close at midnight', () => {
    for (const hour of ['00', '10', '23']) {
      const now = new Date(`2026-11-16T${hour}:30:00-05:00`)
      expect(openSpan(at(always, NEW_YORK), now)?.closeTime).toBe(null)
    }
  })

  it('closes on the first day that is not', () => {
    const fourDays = always.map((day, index) => ({ ...day, isOpen: index < 4 }))
    const span = (instant: string) => openSpan(at(fourDays, NEW_YORK), new Date(instant))
    expect(span('2026-11-18T23:30:00-05:00')?.closeTime).toBe(null)
    expect(span('2026-11-19T10:00:00-05:00')).toEqual({ minutesLeft: 14 * 60, closeTime: '00:00' })
    expect(span('2026-11-20T00:00:00-05:00')).toBe(null)
  })
})

describe('nextOpening', () => {
  it.each([
    [
      'the same morning',
      '2026-11-16T11:00:00Z',
      { day: 'monday', date: '2026-11-16', daysAhead: 0, time: '08:00' },
    ],
    [
      'the next day while open',
      '2026-11-16T15:00:00Z',
      { day: 'tuesday', date: '2026-11-17', daysAhead: 1, time: '08:00' },
    ],
    [
      'across the closed Sunday',
      '2026-11-21T21:00:00Z',
      { day: 'monday', date: '2026-11-23', daysAhead: 2, time: '08:00' },
    ],
  ])('%s', (_, instant, expected) => {
    expect(nextOpening(at(DEFAULT_HOURS, NEW_YORK), new Date(instant))).toEqual(expected)
  })

  it('wraps around to the same weekday', () => {
    const mondays = DEFAULT_HOURS.filter((entry) => entry.day === 'monday')
    expect(nextOpening(at(mondays, NEW_YORK), new Date('2026-11-16T23:00:00Z'))).toEqual({
      day: 'monday',
      date: '2026-11-23',
      daysAhead: 7,
      time: '08:00',
    })
  })

  it('is null if no day is open', () => {
    expect(nextOpening(at([], NEW_YORK), new Date('2026-11-16T15:00:00Z'))).toBeNull()
  })
})

describe('openingText', () => {
  const mondays = DEFAULT_HOURS.filter((entry) => entry.day === 'monday')
  const late = mondays.map((entry) => ({ ...entry, openTime: '13:30' }))
  const vacation = [{ from: '2026-11-17', to: '2026-12-27' }]
  it.each([
    ['before opening', DEFAULT_HOURS, '2026-11-16T12:00:00Z', 'at 8 AM', 'a las 8 a.m.'],
    ['in the evening', DEFAULT_HOURS, '2026-11-16T23:00:00Z', 'tomorrow at 8 AM', 'mañana a las 8 a.m.'],
    ['over Sunday', DEFAULT_HOURS, '2026-11-21T21:00:00Z', 'Monday at 8 AM', 'el lunes a las 8 a.m.'],
    ['for a week', mondays, '2026-11-16T23:00:00Z', 'next Monday at 8 AM', 'el próximo lunes a las 8 a.m.'],
    ['before noon', late, '2026-11-16T15:00:00Z', 'at 1:30 PM', 'a la 1:30 p.m.'],
  ])('%s', (_, hours, instant, english, spanish) => {
    const openings = at(hours, NEW_YORK)
    expect(openingText(openings, new Date(instant))).toBe(`office opens ${english}`)
    expect(openingText(openings, new Date(instant), 'es')).toBe(`la oficina abre ${spanish}`)
  })

  it('names the date of a day after a week, and nothing if no day is open', () => {
    const now = new Date('2026-11-16T23:00:00Z')
    const openings = at(DEFAULT_HOURS, NEW_YORK, vacation)
    expect(openingText(openings, now)).toBe('office opens Monday, December 28 at 8 AM')
    expect(openingText(openings, now, 'es')).toBe('la oficina abre el lunes, 28 de diciembre a las 8 a.m.')
    expect(openingText(at([], NEW_YORK), now, 'es')).toBe('')
  })
})

describe('spokenTime', () => {
  it.each([
    ['00:00', '12:00 AM'],
    ['08:05', '8:05 AM'],
    ['12:00', '12:00 PM'],
    ['23:59', '11:59 PM'],
  ])('%s', (time, expected) => {
    expect(spokenTime(time)).toBe(expected)
  })
})

const texts = { agent_name: 'Fern', reply_time: ' Instantly' }

it.each([
  [texts, null, 'Fern · Typically replies instantly', 'Fern · Suele responder al instante'],
  [{ ...texts, reply_time: 'By pigeon' }, null, 'Fern · Typically replies by pigeon', 'Fern'],
  [{ ...texts, reply_time: ' ' }, null, 'Fern', 'Fern'],
  [texts, 'office opens at 8 AM', 'Online now · office opens at 8 AM', 'En línea · office opens at 8 AM'],
  [texts, '', 'Online now', 'En línea'],
])('%j, opens %j: %s', (given, opens, english, spanish) => {
  expect(chatStatus(given, opens)).toBe(english)
  expect(chatStatus(given, opens, 'es')).toBe(spanish)
})
