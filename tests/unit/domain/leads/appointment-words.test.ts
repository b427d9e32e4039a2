import { expect, it } from 'vitest'
import { appointmentText, bookingStatusText } from '../../../../src/domain/leads/appointment-words.ts'

it.each([
  [null, 'Scheduled'],
  ['cancelled', 'Canceled'],
  ['Canceled', 'Canceled'],
  ['completed', 'Completed'],
])('the status %j is %s', (status, text) => {
  expect(bookingStatusText(status)).toBe(text)
})

it('an appointment has its kind and length', () => {
  expect(appointmentText({ kind: 'visit', minutes: 90 })).toBe('Estimate visit, 90 minutes')
})
