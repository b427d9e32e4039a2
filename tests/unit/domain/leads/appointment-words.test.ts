import { expect, test } from 'vitest'
import {
  appointmentText,
  bookingStatus,
  lengthText,
  shortAppointment,
} from '../../../../src/domain/leads/appointment-words.ts'

test('an appointment is named with its length', () => {
  const visit = { booking_kind: 'visit', booking_minutes: 45 } as const
  expect(appointmentText(visit)).toBe('Estimate visit, 45 min')
  expect(shortAppointment(visit)).toBe('Visit, 45 min')
  expect(lengthText(visit)).toBe('45 min')
})

test('an API that knows no kinds or lengths has calls, whose length nobody claims', () => {
  expect(appointmentText({})).toBe('Estimate call')
  expect(shortAppointment({ booking_kind: null, booking_minutes: null })).toBe('Call')
  expect(lengthText({ booking_minutes: null })).toBeNull()
})

test.each([
  ['cancelled', 'Canceled'],
  ['Canceled', 'Canceled'],
  ['rejected', 'Canceled'],
  ['confirmed', 'Confirmed'],
  [' ', 'Scheduled'],
  [null, 'Scheduled'],
])('the booking status %s is shown as %s', (booking_status, text) => {
  expect(bookingStatus({ booking_status })).toBe(text)
})
