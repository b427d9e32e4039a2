import { describe, expect, it } from 'vitest'
import { type BusinessDay, DEFAULT_HOURS } from '../../../../src/contract/profile.ts'
import {
  chatStatus,
  isOpen,
  nextOpening,
  openingText,
  openSpan,
  spokenTime,
} from '../../../../src/domain/settings/business-hours.ts'

const NEW_YORK = 'America/New_York'

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
    expect(isOpen(DEFAULT_HOURS, NEW_YORK, new Date(instant))).toBe(expected)
  })

  it("uses the business's time zone, not the visitor's", () => {
    const mondayNoonInSydney = new Date('2026-11-16T01:00:00Z')
    expect(isOpen(DEFAULT_HOURS, 'Australia/Sydney', mondayNoonInSydney)).toBe(true)
    expect(isOpen(DEFAULT_HOURS, NEW_YORK, mondayNoonInSydney)).toBe(false)
  })

  it('uses New York for an unknown or missing zone', () => {
    const mondayMorning = new Date('2026-11-16T13:00:00Z')
    expect(isOpen(DEFAULT_HOURS, 'Mars/Olympus', mondayMorning)).toBe(true)
    expect(isOpen(DEFAULT_HOURS, null, mondayMorning)).toBe(true)
  })

  it('supports hours past midnight', () => {
    const night: BusinessDay[] = [{ day: 'friday', isOpen: true, openTime: '20:00', closeTime: '02:00' }]
    expect(isOpen(night, 'UTC', new Date('2026-11-20T19:59:00Z'))).toBe(false)
    expect(isOpen(night, 'UTC', new Date('2026-11-20T20:00:00Z'))).toBe(true)
    expect(isOpen(night, 'UTC', new Date('2026-11-21T01:59:00Z'))).toBe(true)
    expect(isOpen(night, 'UTC', new Date('2026-11-21T02:00:00Z'))).toBe(false)
  })

  it('is false without hours', () => {
    expect(isOpen([], NEW_YORK, new Date('2026-11-16T15:00:00Z'))).toBe(false)
  })
})

describe('openSpan', () => {
  it('counts down to the closing time', () => {
    expect(openSpan(DEFAULT_HOURS, NEW_YORK, new Date('2026-11-16T21:30:00Z'))).toEqual({
      minutesLeft: 30,
      closeTime: '17:00',
    })
    expect(openSpan(DEFAULT_HOURS, NEW_YORK, new Date('2026-11-16T22:00:00Z'))).toBeNull()
  })
})

describe('nextOpening', () => {
  it.each([
    ['the same morning', '2026-11-16T11:00:00Z', { day: 'monday', daysAhead: 0, time: '08:00' }],
    ['the next day while open', '2026-11-16T15:00:00Z', { day: 'tuesday', daysAhead: 1, time: '08:00' }],
    ['across the closed Sunday', '2026-11-21T21:00:00Z', { day: 'monday', daysAhead: 2, time: '08:00' }],
  ])('%s', (_, instant, expected) => {
    expect(nextOpening(DEFAULT_HOURS, NEW_YORK, new Date(instant))).toEqual(expected)
  })

  it('wraps around to the same weekday', () => {
    const mondays = DEFAULT_HOURS.filter((entry) => entry.day === 'monday')
    expect(nextOpening(mondays, NEW_YORK, new Date('2026-11-16T23:00:00Z'))).toEqual({
      day: 'monday',
      daysAhead: 7,
      time: '08:00',
    })
  })

  it('is null if no day is open', () => {
    expect(nextOpening([], NEW_YORK, new Date('2026-11-16T15:00:00Z'))).toBeNull()
  })
})

describe('openingText', () => {
  const mondays = DEFAULT_HOURS.filter((entry) => entry.day === 'monday')
  it.each([
    ['before opening', DEFAULT_HOURS, '2026-11-16T12:00:00Z', 'Opens today at 8:00 AM'],
    ['in the evening', DEFAULT_HOURS, '2026-11-16T23:00:00Z', 'Opens tomorrow at 8:00 AM'],
    ['across the closed Sunday', DEFAULT_HOURS, '2026-11-21T21:00:00Z', 'Opens Monday at 8:00 AM'],
    ['a week ahead', mondays, '2026-11-16T23:00:00Z', 'Opens next Monday at 8:00 AM'],
    ['never', [], '2026-11-16T12:00:00Z', ''],
  ])('%s', (_, hours, instant, expected) => {
    expect(openingText(hours, NEW_YORK, new Date(instant))).toBe(expected)
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

const texts = { agent_name: 'Fern', reply_time: ' Instantly', closed_button_text: "We're Closed" }

it.each([
  [texts, null, 'Fern · Typically replies instantly'],
  [{ ...texts, reply_time: ' ' }, null, 'Fern'],
  [texts, 'Opens at 8 AM', "We're Closed · Opens at 8 AM"],
  [texts, '', "We're Closed"],
])('%j, opens %j: %s', (given, opens, status) => expect(chatStatus(given, opens)).toBe(status))
