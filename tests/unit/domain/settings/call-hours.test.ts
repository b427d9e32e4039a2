import { describe, expect, it } from 'vitest'
import { type BusinessDay, DEFAULT_CALL_HOURS, DEFAULT_HOURS } from '../../../../src/contract/profile.ts'
import { areDefaultCallHours, fitsCalls, hoursOfCalls } from '../../../../src/domain/settings/call-hours.ts'

const open = (openTime: string, closeTime: string, day: BusinessDay['day'] = 'monday'): BusinessDay => ({
  day,
  isOpen: true,
  openTime,
  closeTime,
})

describe('the hours of calls', () => {
  it.each([
    ['the call hours', [open('09:00', '10:00')], [open('09:00', '10:00')]],
    ['no hours if there are call hours without a day', [], []],
    ['the business hours without call hours', null, DEFAULT_HOURS],
    ['the business hours if the API has no call hours', undefined, DEFAULT_HOURS],
  ])('are %s', (_, call_hours, expected) => {
    expect(hoursOfCalls({ call_hours, business_hours: DEFAULT_HOURS })).toEqual(expected)
  })

  it.each([
    ['the default', [...DEFAULT_CALL_HOURS], true],
    ['no day', [], false],
    ['only closed days', [{ ...open('09:00', '17:00'), isOpen: false }], false],
    ['half an hour', [open('09:00', '09:30')], true],
    ['less', [open('09:00', '09:29'), open('10:00', '10:20')], false],
    ['touching shifts that are less each', [open('09:00', '09:20'), open('09:20', '09:40')], true],
    ['a shift that ends on the next day', [open('23:50', '00:20')], true],
    ['24 hours', [open('00:00', '00:00')], true],
  ])('fit calls: %s', (_, hours, expected) => expect(fitsCalls(hours, 30)).toBe(expected))

  it('fit only appointments that are no longer than a shift', () => {
    expect(fitsCalls([open('09:00', '10:00')], 60)).toBe(true)
    expect(fitsCalls([open('09:00', '10:00')], 90)).toBe(false)
  })

  const weekdays = DEFAULT_CALL_HOURS.filter(({ isOpen }) => isOpen)
  it.each([
    ['in another order, without closed days', weekdays.toReversed(), true],
    ['with a day less', weekdays.slice(1), false],
    ['with a Saturday', [...weekdays, open('15:00', '17:00', 'saturday')], false],
    ['with another time', [...weekdays.slice(1), open('15:00', '17:30')], false],
    ['in the morning', weekdays.map((day) => ({ ...day, openTime: '03:00', closeTime: '05:00' })), false],
  ])('are those of a new organization: %s', (_, hours, expected) =>
    expect(areDefaultCallHours(hours)).toBe(expected),
  )
})
