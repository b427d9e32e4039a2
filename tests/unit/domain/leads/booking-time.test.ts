import { expect, it } from 'vitest'
import { bookingClock } from '../../../../src/domain/leads/booking-time.ts'

const THREE_PM_EASTERN = '2026-11-23T20:00:00Z'

it.each([
  ['America/New_York', 'Europe/London', { timeZone: 'America/New_York', name: 'EST' }],
  ['America/New_York', 'America/New_York', { timeZone: 'America/New_York', name: '' }],
  ['America/New_York', 'America/Detroit', { timeZone: 'America/New_York', name: '' }],
  ['Asia/Tokyo', 'America/New_York', { timeZone: 'Asia/Tokyo', name: 'GMT+9' }],
  ['America/Phoenix', 'America/Denver', { timeZone: 'America/Phoenix', name: '' }],
  [null, 'Europe/London', { timeZone: 'America/New_York', name: 'EST' }],
  ['Mars/Olympus', 'Europe/London', { timeZone: 'America/New_York', name: 'EST' }],
  [undefined, 'Europe/London', { timeZone: 'Europe/London', name: '' }],
])('a business in %s, seen in %s', (business, device, clock) => {
  expect(bookingClock(THREE_PM_EASTERN, business, device)).toEqual(clock)
})

it('names the zone only while the local times differ', () => {
  expect(bookingClock('2026-07-23T20:00:00Z', 'America/Phoenix', 'America/Denver').name).toBe('MST')
  expect(bookingClock('', 'America/Phoenix', 'America/Denver').name).toBe('')
})
