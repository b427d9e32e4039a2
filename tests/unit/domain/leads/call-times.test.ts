import { expect, it } from 'vitest'
import { SILENCES } from '../../../../src/contract/bookings.ts'
import { TIME_TAKEN } from '../../../../src/domain/leads/bookings.ts'
import { confirmationText, freeDays, overlapText } from '../../../../src/domain/leads/call-times.ts'

it("free times are grouped by the business's days", () => {
  const late = '2026-12-02T03:30:00.000Z'
  const next = '2026-12-02T13:00:00.000Z'
  expect(freeDays([late, next], 'America/New_York')).toEqual([
    { day: '2026-12-01', times: [late] },
    { day: '2026-12-02', times: [next] },
  ])
  expect(freeDays([], 'America/New_York')).toEqual([])
})

const period = (kind: string) => ({ from: '2026-12-01T15:00:00.000Z', to: '2026-12-01T16:00:00.000Z', kind })
const APPOINTMENT = 'This time overlaps an appointment in your calendar.'

it.each([
  ['that ends when an appointment begins', ['appointment'], '2026-12-01T14:30:00.000Z', null],
  ['that begins when an appointment ends', ['appointment'], '2026-12-01T16:00:00.000Z', null],
  ['that reaches into an appointment', ['appointment'], '2026-12-01T14:31:00.000Z', APPOINTMENT],
  ['within an appointment', ['appointment'], '2026-12-01T15:59:00.000Z', APPOINTMENT],
  ['during an appointment and a call', ['appointment', 'call'], '2026-12-01T15:00:00.000Z', TIME_TAKEN],
])('a call %s', (_, kinds, start, text) => {
  expect(overlapText(kinds.map(period), start, { minutes: 30 })).toBe(text)
})

it('finds what a longer appointment would reach into', () => {
  expect(overlapText([period('call')], '2026-12-01T14:30:00.000Z', { minutes: 60 })).toBe(TIME_TAKEN)
})

it('names how the customer gets the confirmation, or why nobody does', () => {
  const both = { confirmed_by: ['email', 'sms'], unconfirmed: [], silence: null }
  expect(confirmationText('book', both)).toBe('The customer gets a confirmation by email and text message.')
  expect(confirmationText('move', both)).toBe('The customer gets the new time by email and text message.')
  expect(confirmationText('cancel', both)).toBe(
    'The customer gets the cancellation by email and text message.',
  )
  for (const silence of SILENCES) {
    const silent = { confirmed_by: [], unconfirmed: [], silence }
    for (const step of ['book', 'move', 'cancel'] as const)
      expect(confirmationText(step, silent)).toMatch(/no (?:message|email or text) is sent|none is sent/i)
  }
})

it('a cancellation reaches only a customer who has the confirmation', () => {
  const held = { confirmed_by: ['email', 'sms'], unconfirmed: ['sms'], silence: null }
  expect(confirmationText('cancel', held)).toBe('The customer gets the cancellation by email.')
  expect(confirmationText('move', held)).toBe('The customer gets the new time by email and text message.')
  expect(confirmationText('cancel', { ...held, unconfirmed: ['email', 'sms'] })).toBe(
    'The confirmation has not gone out yet, so no message is sent.',
  )
})

it('says what holds for every customer if an API answers less, or not at all', () => {
  const unknown =
    /^The customer gets a message only if Confirm appointments is on .* agreed to text messages\.$/
  expect(confirmationText('move', { confirmed_by: [], unconfirmed: [], silence: null })).toMatch(unknown)
  expect(confirmationText('book', { confirmed_by: [], unconfirmed: [], silence: 'later' })).toMatch(unknown)
  expect(confirmationText('cancel', null)).toMatch(unknown)
})
